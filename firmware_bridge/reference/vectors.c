/* Answers questions about the parts of the reference device, one to a line: the tests ask it the vectors. All in hex.
 *
 * `cobs DATA`, `uncobs WIRE`, `crc DATA`, `mac KEY DATA`, `session KEY HOST DEVICE`, `spell SESSION COVERED`,
 * `parse SESSION WIRE` (answers covered bytes and whether the tag is genuine, or `no`). `-` stands for nothing. */
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
        }
        fflush(stdout);
    }
    return 0;
}
