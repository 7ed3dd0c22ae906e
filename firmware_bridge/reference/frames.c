/* Frames of TableBus (docs/tablebus.md, sections 2 and 4): bytes to fields and back. */
#include "tablebus.h"

#include <string.h>

uint16_t tb_crc(const uint8_t *data, size_t size)
{
    uint16_t crc = 0xFFFF;
    int bit;
    while (size--) {
        crc ^= (uint16_t)(*data++ << 8);
        for (bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

int tb_stuff(const uint8_t *data, int size, uint8_t *out)
{
    int at = 0, n = 1, i;
    for (i = 0; i < size; i++) {
        if (data[i]) {
            out[n++] = data[i];
        } else {
            out[at] = (uint8_t)(n - at);
            at = n++;
        }
    }
    out[at] = (uint8_t)(n - at);
    return n;
}

int tb_unstuff(const uint8_t *data, int size, uint8_t *out)
{
    int i = 0, n = 0;
    while (i < size) {
        int code = data[i];
        if (code == 0 || i + code > size)
            return -1;
        memcpy(out + n, data + i + 1, (size_t)code - 1);
        n += code - 1;
        i += code;
        if (i < size)
            out[n++] = 0;
    }
    return n;
}

void tb_session_key(const uint8_t key[32], const uint8_t *host, const uint8_t *own, uint8_t out[32])
{
    static const char name[] = "TableBus 1 session";
    uint8_t text[sizeof name - 1 + 2 * TB_NONCE];
    memcpy(text, name, sizeof name - 1);
    memcpy(text + sizeof name - 1, host, TB_NONCE);
    memcpy(text + sizeof name - 1 + TB_NONCE, own, TB_NONCE);
    tb_hmac(key, TB_KEY, text, sizeof text, out);
}

static int is_untagged(uint8_t kind) { return kind == TB_HELLO || kind == TB_REFUSED; }

static int is_known(uint8_t kind)
{
    return (kind >= TB_HELLO && kind <= TB_ACK) || kind == TB_IDENTITY || kind == TB_STATE || kind == TB_EVENTS ||
           kind == TB_REFUSED;
}

static int covered(const struct tb_frame *frame, uint8_t *out)
{
    out[0] = frame->kind;
    out[1] = (uint8_t)(frame->number >> 8);
    out[2] = (uint8_t)frame->number;
    out[3] = (uint8_t)(frame->counter >> 24);
    out[4] = (uint8_t)(frame->counter >> 16);
    out[5] = (uint8_t)(frame->counter >> 8);
    out[6] = (uint8_t)frame->counter;
    memcpy(out + TB_HEADER, frame->body, (size_t)frame->size);
    return TB_HEADER + frame->size;
}

int tb_spell(const struct tb_frame *frame, const uint8_t *session, uint8_t *out)
{
    uint8_t content[TB_CONTENT], mac[32];
    int n = covered(frame, content), size;
    uint16_t crc;
    if (!is_untagged(frame->kind)) {
        tb_hmac(session, 32, content, (size_t)n, mac);
        memcpy(content + n, mac, TB_TAG);
        n += TB_TAG;
    }
    crc = tb_crc(content, (size_t)n);
    content[n++] = (uint8_t)(crc >> 8);
    content[n++] = (uint8_t)crc;
    size = tb_stuff(content, n, out);
    out[size++] = 0;
    return size;
}

int tb_parse(const uint8_t *wire, int size, struct tb_frame *frame)
{
    uint8_t content[TB_WIRE];
    int n, tag;
    if (size < 1 || size > TB_CONTENT + 1)
        return 0;
    n = tb_unstuff(wire, size, content) - 2;
    if (n < TB_HEADER || tb_crc(content, (size_t)n) != (uint16_t)(content[n] << 8 | content[n + 1]))
        return 0;
    tag = is_untagged(content[0]) ? 0 : TB_TAG;
    if (!is_known(content[0]) || n < TB_HEADER + tag || n - TB_HEADER - tag > TB_BODY)
        return 0;
    frame->kind = content[0];
    frame->number = (uint16_t)(content[1] << 8 | content[2]);
    frame->counter = (uint32_t)content[3] << 24 | (uint32_t)content[4] << 16 | (uint32_t)content[5] << 8 | content[6];
    frame->size = n - TB_HEADER - tag;
    memcpy(frame->body, content + TB_HEADER, (size_t)frame->size);
    memcpy(frame->tag, content + TB_HEADER + frame->size, (size_t)tag);
    return 1;
}

int tb_is_genuine(const struct tb_frame *frame, const uint8_t session[32])
{
    uint8_t content[TB_CONTENT], mac[32], differs = 0;
    int i;
    tb_hmac(session, 32, content, (size_t)covered(frame, content), mac);
    for (i = 0; i < TB_TAG; i++)
        differs |= (uint8_t)(mac[i] ^ frame->tag[i]);
    return !differs;
}
