/* The device's end of a session (docs/tablebus.md, sections 3, 5 and 6). */
#include "tablebus.h"

#include <string.h>

static void put32(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)(value >> 24);
    out[1] = (uint8_t)(value >> 16);
    out[2] = (uint8_t)(value >> 8);
    out[3] = (uint8_t)value;
}

static uint32_t get32(const uint8_t *in)
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

static void send_frame(struct tb_device *d, const struct tb_frame *frame, const uint8_t *session)
{
    uint8_t wire[TB_WIRE];
    int size = tb_spell(frame, session, wire);
    d->hal.write(d->hal.board, wire, size); /* what was not taken is a damaged frame: it comes again */
}

static void refuse(struct tb_device *d, uint16_t number, uint8_t reason)
{
    struct tb_frame frame = {.kind = TB_REFUSED, .number = number, .size = 1};
    frame.body[0] = reason;
    send_frame(d, &frame, NULL);
}

static void send_state(struct tb_device *d, uint16_t number)
{
    struct tb_frame frame = {.kind = TB_STATE, .number = number, .counter = d->memory->newest};
    frame.size = d->hal.state(d->hal.board, frame.body);
    send_frame(d, &frame, d->session);
}

static int put_text(uint8_t *out, const char *text)
{
    size_t size = strlen(text);
    out[0] = (uint8_t)size;
    memcpy(out + 1, text, size);
    return (int)size + 1;
}

static void new_nonce(struct tb_device *d, const uint8_t *host, uint8_t *nonce)
{
    static const char name[] = "TableBus 1 device nonce";
    uint8_t text[sizeof name - 1 + 8 + TB_NONCE], mac[32];
    memcpy(text, name, sizeof name - 1);
    put32(text + sizeof name - 1, d->memory->boot);
    put32(text + sizeof name + 3, ++d->greetings);
    memcpy(text + sizeof name + 7, host, TB_NONCE);
    tb_hmac(d->maker->key, TB_KEY, text, sizeof text, mac);
    memcpy(nonce, mac, TB_NONCE);
}

static void greeted(struct tb_device *d, const struct tb_frame *hello)
{
    struct tb_frame frame = {.kind = TB_IDENTITY, .number = hello->number, .counter = d->memory->newest};
    uint8_t *b = frame.body, *nonce = b + 43;
    if (hello->size != 2 + TB_NONCE)
        return;
    if (hello->body[0] > 1 || hello->body[1] < 1) {
        refuse(d, hello->number, 3);
        return;
    }
    b[0] = 1;
    b[1] = d->maker->profile;
    b[2] = d->maker->revision;
    put32(b + 3, d->memory->boot);
    put32(b + 7, d->memory->log);
    memcpy(b + 11, d->maker->firmware, 32);
    new_nonce(d, hello->body + 2, nonce);
    frame.size = 43 + TB_NONCE;
    frame.size += put_text(b + frame.size, d->maker->serial);
    frame.size += put_text(b + frame.size, d->maker->model);
    tb_session_key(d->maker->key, hello->body + 2, nonce, d->candidate);
    d->has_candidate = 1;
    send_frame(d, &frame, d->candidate);
}

static void acknowledged(struct tb_device *d, uint32_t counter)
{
    uint32_t oldest = d->memory->newest - d->memory->held + 1;
    if (d->memory->held == 0 || counter < oldest || counter > d->memory->newest)
        return;
    d->memory->held = d->memory->newest - counter;
    d->resend_at = d->hal.millis(d->hal.board) + TB_RESEND_MS;
}

static void begun(struct tb_device *d, const struct tb_frame *frame)
{
    memcpy(d->session, d->candidate, sizeof d->session);
    d->in_session = 1;
    d->has_candidate = 0;
    d->number = frame->number;
    d->sent = 0;
    if (frame->size == 4 && get32(frame->body) == d->memory->log)
        acknowledged(d, frame->counter);
    send_state(d, frame->number);
}

static void asked(struct tb_device *d, const struct tb_frame *frame)
{
    if (frame->kind == TB_ACK) {
        acknowledged(d, frame->counter);
        return;
    }
    if (frame->number != d->number && frame->number != (uint16_t)(d->number + 1))
        return;
    d->number = frame->number;
    if (frame->kind == TB_SET && !d->hal.obey(d->hal.board, frame->body, frame->size))
        refuse(d, frame->number, 2);
    else
        send_state(d, frame->number);
}

static void heard(struct tb_device *d, const struct tb_frame *frame)
{
    if (frame->kind & 0x80)
        return;
    if (frame->kind == TB_HELLO) {
        greeted(d, frame);
        return;
    }
    if (frame->kind == TB_BEGIN && d->has_candidate && tb_is_genuine(frame, d->candidate)) {
        begun(d, frame);
    } else if (d->in_session && tb_is_genuine(frame, d->session)) {
        asked(d, frame);
    } else {
        refuse(d, frame->number, 1);
        return;
    }
    d->heard_at = d->hal.millis(d->hal.board);
    d->is_alone = 0;
}

static void take_byte(struct tb_device *d, uint8_t byte)
{
    struct tb_frame frame;
    if (byte != 0) {
        if (d->rx_size < TB_WIRE)
            d->rx[d->rx_size++] = byte; /* one byte too many makes the piece too long for tb_parse */
        return;
    }
    if (tb_parse(d->rx, d->rx_size, &frame))
        heard(d, &frame);
    d->rx_size = 0;
}

static void send_events(struct tb_device *d)
{
    struct tb_memory *m = d->memory;
    uint32_t oldest = m->newest - m->held + 1, now = d->hal.millis(d->hal.board), last, counter;
    if (!d->in_session || m->held == 0)
        return;
    if (d->sent >= oldest && (int32_t)(now - d->resend_at) >= 0)
        d->sent = oldest - 1;
    last = m->held < TB_WINDOW ? m->newest : oldest + TB_WINDOW - 1;
    for (counter = d->sent < oldest ? oldest : d->sent + 1; counter <= last; counter++) {
        struct tb_frame frame = {.kind = TB_EVENTS, .counter = counter};
        put32(frame.body, oldest);
        frame.size = 4 + m->events[counter % TB_HELD].size;
        memcpy(frame.body + 4, m->events[counter % TB_HELD].data, m->events[counter % TB_HELD].size);
        send_frame(d, &frame, d->session);
        d->sent = counter;
        d->resend_at = now + TB_RESEND_MS;
    }
}

void tb_start(struct tb_device *device, const struct tb_hal *hal, const struct tb_maker *maker, struct tb_memory *memory)
{
    struct tb_hal given = *hal; /* it may lie in the device itself */
    memset(device, 0, sizeof *device);
    device->hal = given;
    device->maker = maker;
    device->memory = memory;
    device->heard_at = given.millis(given.board);
    device->is_alone = 1; /* nobody was heard yet: a board begins as one whose host is silent */
    given.alone(given.board);
    memory->boot++;
}

void tb_note(struct tb_device *device, uint8_t code, const uint8_t *data, int size)
{
    struct tb_memory *m = device->memory;
    if (size < 0 || size >= TB_EVENT)
        return;
    if (m->newest == 0xFFFFFFFF) { /* no counter is given twice: another log, and a session that meets it */
        m->log++;
        m->newest = m->held = 0;
        device->in_session = device->has_candidate = 0;
    }
    m->newest++;
    if (m->held < TB_HELD)
        m->held++; /* full: the oldest is overwritten, and `oldest` in the next frame tells */
    m->events[m->newest % TB_HELD].size = (uint8_t)(size + 1);
    m->events[m->newest % TB_HELD].data[0] = code;
    memcpy(m->events[m->newest % TB_HELD].data + 1, data, (size_t)size);
}

void tb_step(struct tb_device *device)
{
    uint8_t bytes[64];
    int i, n = device->hal.read(device->hal.board, bytes, (int)sizeof bytes);
    for (i = 0; i < n; i++)
        take_byte(device, bytes[i]);
    send_events(device);
    if (!device->is_alone && device->hal.millis(device->hal.board) - device->heard_at >= TB_ALONE_MS) {
        device->is_alone = 1;
        device->hal.alone(device->hal.board);
    }
}
