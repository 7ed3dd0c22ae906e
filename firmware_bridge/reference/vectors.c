/* Answers questions about the parts of the reference device, one to a line: the tests ask it the vectors. All in hex.
 *
 * `cobs DATA`, `uncobs WIRE`, `crc DATA`, `mac KEY DATA`, `session KEY HOST DEVICE`, `spell SESSION COVERED`,
 * `parse SESSION WIRE` (answers covered bytes and whether the tag is genuine, or `no`), `talk WIRE` (what the device of
 * the specification's conversation answers to these bytes), `turn LOG NEWEST` (log, newest and held events of a memory
 * after one more). `-` stands for nothing. */
#include "tablebus.h"

#include <stdio.h>
#include <string.h>

static int from_hex(const char *hex, uint8_t *out)
{
    int n = 0;
    unsigned byte;
    if (strcmp(hex, "-") == 0)
        return 0;
    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        out[n++] = (uint8_t)byte;
    return n;
}

static void show(const uint8_t *data, int size, const char *end)
{
    int i;
    for (i = 0; i < size; i++)
        printf("%02x", data[i]);
    printf("%s%s", size ? "" : "-", end);
}

static int spell(const uint8_t *session, const uint8_t *covered, int size, uint8_t *out)
{
    struct tb_frame frame = {.kind = covered[0], .size = size - TB_HEADER};
    frame.number = (uint16_t)(covered[1] << 8 | covered[2]);
    frame.counter = (uint32_t)covered[3] << 24 | (uint32_t)covered[4] << 16 | (uint32_t)covered[5] << 8 | covered[6];
    memcpy(frame.body, covered + TB_HEADER, (size_t)frame.size);
    return tb_spell(&frame, session, out);
}

static void parse(const uint8_t *session, const uint8_t *wire, int size)
{
    struct tb_frame frame;
    if (size < 1 || wire[size - 1] != 0 || !tb_parse(wire, size - 1, &frame)) {
        puts("no");
        return;
    }
    printf("%02x%04x%08lx", frame.kind, frame.number, (unsigned long)frame.counter);
    if (frame.size)
        show(frame.body, frame.size, "");
    printf(" %d\n", tb_is_genuine(&frame, session));
}

/* The device of the conversation: two seats, events 1 to 41, the seventh start. */

enum { SEATS = 2, SAID = 1300 };

struct talker { const uint8_t *in; int left, said; uint8_t out[SAID], seats[1 + 5 * SEATS]; };

static int talk_read(void *board, uint8_t *into, int most)
{
    struct talker *t = board;
    int n = t->left < most ? t->left : most;
    memcpy(into, t->in, (size_t)n);
    t->in += n;
    t->left -= n;
    return n;
}

static int talk_write(void *board, const uint8_t *data, int size)
{
    struct talker *t = board;
    if (t->said + size > SAID)
        return 0;
    memcpy(t->out + t->said, data, (size_t)size);
    t->said += size;
    return size;
}

static uint32_t talk_millis(void *board)
{
    (void)board;
    return 0;
}

static int talk_state(void *board, uint8_t *into)
{
    struct talker *t = board;
    int i;
    memcpy(into, t->seats, sizeof t->seats);
    for (i = 1; i < 1 + 5 * SEATS; i += 5)
        into[i] = (uint8_t)(into[i] | (into[i] & 1 ? 8 : 0) | (into[i] & 2 ? 4 : 0)); /* the bar, the current */
    return (int)sizeof t->seats;
}

static int talk_obey(void *board, const uint8_t *order, int size)
{
    struct talker *t = board;
    if (size != (int)sizeof t->seats || order[0] != SEATS)
        return 0;
    memcpy(t->seats, order, sizeof t->seats);
    return 1;
}

static void talk_alone(void *board)
{
    struct talker *t = board;
    t->seats[0] = SEATS;
    t->seats[1] |= 1;
    t->seats[6] |= 1;
}

static void talk(const uint8_t *wire, int size)
{
    static const uint8_t firmware[32] = {0x71, 0xc7, 0xc4, 0xe3, 0xa5, 0xa1, 0x32, 0x81, 0x3a, 0x3a, 0xcb,
                                         0x1d, 0xbb, 0x15, 0x16, 0xdf, 0xbe, 0xea, 0xe2, 0xd2, 0xa9, 0xba,
                                         0x75, 0xa5, 0xf3, 0xcf, 0x64, 0x18, 0x2e, 0xd5, 0x19, 0x60};
    static const uint8_t jam[2] = {3, 1};
    static struct tb_maker maker = {.profile = 4, .revision = 1, .serial = "BJ-07", .model = "ACEPTADOR-TB"};
    static struct tb_memory memory = {.boot = 6, .log = 0xA11CE};
    static struct tb_device device;
    static struct talker talker;
    const struct tb_hal hal = {talk_read, talk_write, talk_millis, talk_state, talk_obey, talk_alone, &talker};
    int i;
    if (memory.newest == 0) {
        for (i = 0; i < TB_KEY; i++)
            maker.key[i] = (uint8_t)i;
        memcpy(maker.firmware, firmware, sizeof firmware);
        tb_start(&device, &hal, &maker, &memory);
        for (i = 0; i < 41; i++)
            tb_note(&device, 0x01, jam, 2);
    }
    talker.in = wire;
    talker.left = size;
    talker.said = 0;
    while (talker.left)
        tb_step(&device);
    show(talker.out, talker.said, "\n");
}

static uint32_t number(const uint8_t *in)
{
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

static void turn(uint32_t log, uint32_t newest)
{
    static const uint8_t jam[2] = {3, 1};
    struct tb_memory memory = {.log = log, .newest = newest, .held = 3};
    struct tb_device device = {.memory = &memory, .in_session = 1};
    tb_note(&device, 0x01, jam, 2);
    printf("%lx %lx %lx %d\n", (unsigned long)memory.log, (unsigned long)memory.newest, (unsigned long)memory.held,
           device.in_session);
}

int main(void)
{
    static char line[4096], what[16], hex[3][1300];
    uint8_t a[650], b[650], c[650], out[1300];
    while (fgets(line, sizeof line, stdin)) {
        int words = sscanf(line, "%15s %1299s %1299s %1299s", what, hex[0], hex[1], hex[2]) - 1;
        int n = words > 0 ? from_hex(hex[0], a) : 0, m = words > 1 ? from_hex(hex[1], b) : 0;
        if (words > 2)
            from_hex(hex[2], c);
        if (strcmp(what, "cobs") == 0) {
            show(out, tb_stuff(a, n, out), "\n");
        } else if (strcmp(what, "uncobs") == 0) {
            int size = tb_unstuff(a, n, out);
            size < 0 ? (void)puts("no") : show(out, size, "\n");
        } else if (strcmp(what, "crc") == 0) {
            printf("%04x\n", tb_crc(a, (size_t)n));
        } else if (strcmp(what, "mac") == 0) {
            tb_hmac(a, (size_t)n, b, (size_t)m, out);
            show(out, 32, "\n");
        } else if (strcmp(what, "session") == 0) {
            tb_session_key(a, b, c, out);
            show(out, 32, "\n");
        } else if (strcmp(what, "spell") == 0) {
            show(out, spell(a, b, m, out), "\n");
        } else if (strcmp(what, "parse") == 0) {
            parse(a, b, m);
        } else if (strcmp(what, "talk") == 0) {
            talk(a, n);
        } else if (strcmp(what, "turn") == 0) {
            turn(number(a), number(b));
        }
        fflush(stdout);
    }
    return 0;
}
