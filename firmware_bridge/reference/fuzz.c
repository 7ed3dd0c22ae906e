/* Feeds the reference device anything, as a line and a hostile host would, and checks what must hold whatever comes.
 *
 * usage: fuzz SEED COUNT. Built with address and undefined-behaviour checks. Ends with 0 and a line of what was done,
 * or with 1 and the number of the input after which something did not hold. */
#include "tablebus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 700, TRUST = 8, LOG = 1 };

struct world {
    uint8_t in[MOST], session[32], nonce[TB_NONCE];
    int left, at, said, known, may_forget;
    uint32_t now, kept, bad;
};

static uint64_t seed;

static uint32_t any(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 32) % below;
}

static int give(void *board, uint8_t *into, int most)
{
    struct world *w = board;
    int n = w->left < most ? w->left : most;
    memcpy(into, w->in + w->at, (size_t)n);
    w->at += n;
    w->left -= n;
    return n;
}

/* Every frame written is one that can be read. */
static int take(void *board, const uint8_t *data, int size)
{
    struct world *w = board;
    struct tb_frame frame;
    if (size < 2 || data[size - 1] != 0 || memchr(data, 0, (size_t)size - 1) || !tb_parse(data, size - 1, &frame)) {
        w->bad++;
    } else if (frame.kind == TB_IDENTITY) {
        static uint8_t key[TB_KEY];
        tb_session_key(key, w->nonce, frame.body + 43, w->session);
        w->known = tb_is_genuine(&frame, w->session); /* it may answer another greeting than the last */
    }
    w->said++;
    return size;
}

static uint32_t millis(void *board) { return ((struct world *)board)->now; }

static int state(void *board, uint8_t *into)
{
    int i, n = (int)any(TB_BODY + 1);
    (void)board;
    for (i = 0; i < n; i++)
        into[i] = (uint8_t)any(256);
    return n;
}

static int obey(void *board, const uint8_t *order, int size)
{
    (void)board;
    return size == 0 || order[0] != 0;
}

static void alone(void *board) { (void)board; }

/* A well-spelled frame: of any kind, body and number, under the session's key more often than not. */
static int spell(struct world *w, uint8_t *wire)
{
    static const uint8_t kinds[] = {TB_HELLO, TB_BEGIN, TB_POLL, TB_SET, TB_ACK, TB_IDENTITY, TB_STATE, TB_EVENTS, TB_REFUSED};
    struct tb_frame frame;
    uint8_t other[32];
    int i;
    memset(&frame, 0, sizeof frame);
    memset(other, (int)any(256), sizeof other);
    frame.kind = kinds[any(sizeof kinds)];
    frame.number = (uint16_t)any(4);
    frame.counter = any(3) ? w->kept + any(12) : any(0xFFFFFFFF);
    frame.size = (int)any(any(4) ? 24 : TB_BODY + 1);
    for (i = 0; i < frame.size; i++)
        frame.body[i] = (uint8_t)any(256);
    if (frame.kind == TB_HELLO && any(4)) {
        frame.size = 2 + TB_NONCE;
        frame.body[0] = frame.body[1] = 1;
    }
    if (frame.kind == TB_HELLO && frame.size == 2 + TB_NONCE)
        memcpy(w->nonce, frame.body + 2, TB_NONCE);
    if (frame.kind == TB_BEGIN && any(4)) {
        memset(frame.body, 0, 4);
        frame.size = 4;
        frame.body[3] = (uint8_t)(any(4) ? LOG : any(256));
    }
    if (!w->known || any(TRUST) == 0)
        return tb_spell(&frame, other, wire);
    w->may_forget |= frame.kind == TB_ACK || frame.kind == TB_BEGIN;
    return tb_spell(&frame, w->session, wire);
}

static void next_input(struct world *w)
{
    int i, n, changes;
    w->at = w->left = w->may_forget = 0;
    for (n = (int)any(3); n >= 0 && w->left < MOST - TB_WIRE; n--) {
        if (any(3)) {
            w->left += spell(w, w->in + w->left);
        } else {
            for (i = (int)any(any(8) ? 24 : TB_WIRE); i > 0; i--)
                w->in[w->left++] = (uint8_t)any(256);
        }
    }
    for (changes = any(3) ? 0 : (int)any(4); changes > 0 && w->left > 0; changes--)
        w->in[any((uint32_t)w->left)] = (uint8_t)any(256);
}

/* After any rubbish and one zero, a greeting is answered. */
static int is_awake(struct tb_device *device, struct world *w)
{
    struct tb_frame hello = {.kind = TB_HELLO, .number = 1, .size = 2 + TB_NONCE};
    hello.body[0] = hello.body[1] = 1;
    memset(w->nonce, 0, sizeof w->nonce);
    w->in[0] = 0;
    w->at = 0;
    w->left = 1 + tb_spell(&hello, w->session, w->in + 1);
    w->known = 0;
    while (w->left)
        tb_step(device);
    return w->known;
}

/* No event is forgotten that nobody with the key acknowledged, unless the memory is full. */
static int holds(const struct tb_memory *m, const struct world *w, uint32_t noted)
{
    int forgot = m->newest - m->held != w->kept;
    return w->bad == 0 && m->newest == noted && m->held <= TB_HELD && (!forgot || w->may_forget);
}

int main(int count, char **words)
{
    static struct world world;
    static struct tb_memory memory = {.log = LOG};
    static const struct tb_maker maker = {.profile = 1, .revision = 1, .serial = "FUZZ", .model = "FUZZ"};
    static struct tb_device device;
    const struct tb_hal hal = {give, take, millis, state, obey, alone, &world};
    uint8_t data[TB_EVENT] = {0};
    uint32_t noted = 0;
    long input, inputs = count > 2 ? atol(words[2]) : 20000;
    seed = 0x9E3779B97F4A7C15u ^ (uint64_t)(count > 1 ? atol(words[1]) : 1);
    tb_start(&device, &hal, &maker, &memory);
    for (input = 0; input < inputs; input++) {
        int size = (int)any(TB_EVENT);
        if (any(2) && size + 1 <= TB_EVENT) {
            tb_note(&device, (uint8_t)any(256), data, size);
            noted += size < TB_EVENT;
        }
        world.kept = memory.newest - memory.held;
        next_input(&world);
        while (world.left)
            tb_step(&device);
        world.now += any(64) ? any(400) : any(0xFFFFFFFF);
        if (any(4096) == 0)
            tb_start(&device, &hal, &maker, &memory);
        if (!holds(&memory, &world, noted) || (input % 50 == 0 && !is_awake(&device, &world)))
            return printf("input %ld of seed %s\n", input, count > 1 ? words[1] : "1"), 1;
    }
    printf("%ld inputs, %lu events, %d frames\n", inputs, (unsigned long)noted, world.said);
    return 0;
}
