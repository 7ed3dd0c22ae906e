/* TableBus 1, the device's end: reference implementation of docs/tablebus.md. C99, no dependencies, no heap.
 *
 * The board gives bytes in and out and milliseconds (the HAL), its state as bytes, and takes orders as bytes.
 * `struct tb_memory` should lie in memory that outlives a reset; nothing else needs to. */
#ifndef TABLEBUS_H
#define TABLEBUS_H

#include <stddef.h>
#include <stdint.h>

enum { TB_KEY = 32, TB_NONCE = 16, TB_TAG = 16, TB_HEADER = 7, TB_CONTENT = 250 };
enum { TB_BODY = TB_CONTENT - TB_HEADER - TB_TAG - 2, TB_WIRE = TB_CONTENT + 2 };
enum { TB_HELD = 64, TB_EVENT = 56, TB_WINDOW = 8, TB_RESEND_MS = 300, TB_ALONE_MS = 3000 };
enum { TB_HELLO = 0x01, TB_BEGIN = 0x02, TB_POLL = 0x03, TB_SET = 0x04, TB_ACK = 0x05 };
enum { TB_IDENTITY = 0x81, TB_STATE = 0x83, TB_EVENTS = 0x84, TB_REFUSED = 0x8F };

/* What a board offers. `read` and `write` return how many bytes they took and never wait. */
struct tb_hal {
    int (*read)(void *board, uint8_t *into, int most);
    int (*write)(void *board, const uint8_t *data, int size);
    uint32_t (*millis)(void *board);
    int (*state)(void *board, uint8_t *into);                     /* the profile's state, read back; returns its size */
    int (*obey)(void *board, const uint8_t *order, int size);     /* 0: the order makes no sense */
    void (*alone)(void *board);                   /* at the start, and when the host is silent: locks to locked */
    void *board;
};

/* Who the device is; set once. */
struct tb_maker {
    uint8_t profile, revision;
    uint8_t key[TB_KEY], firmware[32];
    char serial[25], model[25];
};

/* The event memory. `log` changes when events may have been lost with it, `boot` at every start. */
struct tb_memory {
    uint32_t boot, log, newest, held;
    struct { uint8_t size, data[TB_EVENT]; } events[TB_HELD];
};

struct tb_device {
    struct tb_hal hal;
    const struct tb_maker *maker;
    struct tb_memory *memory;
    uint8_t session[32], candidate[32];
    int in_session, has_candidate, rx_size, is_alone;
    uint16_t number;
    uint32_t greetings, sent, resend_at, heard_at;
    uint8_t rx[TB_WIRE];
};

struct tb_frame {
    uint8_t kind, body[TB_BODY], tag[TB_TAG];
    uint16_t number;
    uint32_t counter;
    int size;
};

void tb_start(struct tb_device *device, const struct tb_hal *hal, const struct tb_maker *maker, struct tb_memory *memory);
void tb_note(struct tb_device *device, uint8_t code, const uint8_t *data, int size); /* an event happened */
void tb_step(struct tb_device *device);                                               /* call often */

/* The parts, for tests. */
void tb_hmac(const uint8_t *key, size_t key_size, const uint8_t *data, size_t size, uint8_t mac[32]);
uint16_t tb_crc(const uint8_t *data, size_t size);
int tb_stuff(const uint8_t *data, int size, uint8_t *out);
int tb_unstuff(const uint8_t *data, int size, uint8_t *out);   /* -1: no COBS */
void tb_session_key(const uint8_t key[32], const uint8_t *host, const uint8_t *own, uint8_t out[32]);
int tb_spell(const struct tb_frame *frame, const uint8_t *session, uint8_t *out);
int tb_parse(const uint8_t *wire, int size, struct tb_frame *frame);        /* without the final zero; 0: no frame */
int tb_is_genuine(const struct tb_frame *frame, const uint8_t session[32]);

#endif
