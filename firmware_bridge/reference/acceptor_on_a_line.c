/* The reference device as a board of electronic acceptors on a serial line or pty: the tests run this program.
 *
 * usage: acceptor_on_a_line LINE KEY_HEX SERIAL SEATS
 * Orders come on standard input, never on the line: `a SEAT CREDITS` activates, `p SEAT CREDITS` presses, `?` tells how
 * many events were made and are held, `r` restarts the device (its memory stays), end of input ends it. */
#define _POSIX_C_SOURCE 200809L
#include "tablebus.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOCKED = 1, LAMP = 2, CURRENT = 4, BAR = 8, MOST_SEATS = 9 };

struct seat { uint8_t flags; uint16_t credits, bet; };
struct board { int line, seats; struct seat seat[MOST_SEATS]; };

static int line_read(void *board, uint8_t *into, int most)
{
    ssize_t n = read(((struct board *)board)->line, into, (size_t)most);
    return n < 0 ? 0 : (int)n;
}

static int line_write(void *board, const uint8_t *data, int size)
{
    ssize_t n = write(((struct board *)board)->line, data, (size_t)size);
    return n < 0 ? 0 : (int)n;
}

static uint32_t line_millis(void *board)
{
    struct timespec now;
    (void)board;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)now.tv_sec * 1000u + (uint32_t)(now.tv_nsec / 1000000);
}

static int seats_state(void *board, uint8_t *into)
{
    struct board *b = board;
    int i, n = 0;
    into[n++] = (uint8_t)b->seats;
    for (i = 0; i < b->seats; i++) {
        struct seat *s = &b->seat[i];
        uint8_t flags = s->flags;
        flags |= (uint8_t)(flags & LOCKED ? BAR : 0);
        flags |= (uint8_t)(flags & LAMP ? CURRENT : 0);
        into[n++] = flags;
        into[n++] = (uint8_t)(s->credits >> 8);
        into[n++] = (uint8_t)s->credits;
        into[n++] = (uint8_t)(s->bet >> 8);
        into[n++] = (uint8_t)s->bet;
    }
    return n;
}

static int seats_obey(void *board, const uint8_t *order, int size)
{
    struct board *b = board;
    int i;
    if (size != 1 + 5 * b->seats || order[0] != b->seats)
        return 0;
    for (i = 0; i < b->seats; i++) {
        const uint8_t *o = order + 1 + 5 * i;
        b->seat[i].flags = o[0] & (LOCKED | LAMP);
        b->seat[i].credits = (uint16_t)(o[1] << 8 | o[2]);
        b->seat[i].bet = (uint16_t)(o[3] << 8 | o[4]);
    }
    return 1;
}

static void seats_alone(void *board)
{
    struct board *b = board;
    int i;
    for (i = 0; i < b->seats; i++)
        b->seat[i].flags |= LOCKED;
}

static int read_key(const char *hex, uint8_t *key)
{
    int i;
    unsigned byte;
    for (i = 0; i < TB_KEY; i++) {
        if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
            return 0;
        key[i] = (uint8_t)byte;
    }
    return hex[2 * TB_KEY] == 0;
}

static void order(struct tb_device *device, const char *text)
{
    const struct board *b = device->hal.board;
    unsigned seat, credits;
    char what;
    uint8_t data[3];
    if (text[0] == '?') {
        printf("%lu %lu\n", (unsigned long)device->memory->newest, (unsigned long)device->memory->held);
        fflush(stdout);
    } else if (text[0] == 'r') {
        memset(((struct board *)device->hal.board)->seat, 0, sizeof b->seat);
        tb_start(device, &device->hal, device->maker, device->memory);
    } else if (sscanf(text, "%c %u %u", &what, &seat, &credits) == 3 && seat >= 1 && seat <= (unsigned)b->seats) {
        if (what == 'p' && b->seat[seat - 1].flags & LOCKED)
            return;
        data[0] = (uint8_t)seat;
        data[1] = (uint8_t)(credits >> 8);
        data[2] = (uint8_t)credits;
        tb_note(device, what == 'a' ? 0x30 : 0x31, data, 3);
    }
}

static int take_orders(struct tb_device *device)
{
    static char text[4096];
    static size_t size;
    char *line, *end;
    ssize_t n = read(0, text + size, sizeof text - 1 - size);
    if (n <= 0)
        return n < 0 && errno == EAGAIN;
    size += (size_t)n;
    text[size] = 0;
    for (line = text; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        order(device, line);
    }
    size = strlen(line);
    memmove(text, line, size + 1);
    return 1;
}

int main(int count, char **words)
{
    static struct tb_memory memory = {.log = 0xC99};
    static struct board board;
    static struct tb_maker maker = {.profile = 4, .revision = 1, .model = "ACEPTADOR-C99"};
    struct tb_device device;
    struct tb_hal hal = {line_read, line_write, line_millis, seats_state, seats_obey, seats_alone, &board};
    struct pollfd waiting[2];
    if (count != 5 || !read_key(words[2], maker.key) || strlen(words[3]) > 24)
        return fprintf(stderr, "usage: %s LINE KEY_HEX SERIAL SEATS\n", words[0]), 2;
    strcpy(maker.serial, words[3]);
    board.seats = atoi(words[4]);
    board.line = open(words[1], O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (board.line < 0 || board.seats < 1 || board.seats > MOST_SEATS)
        return perror(words[1]), 2;
    fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
    tb_start(&device, &hal, &maker, &memory);
    waiting[0].fd = 0;
    waiting[1].fd = board.line;
    waiting[0].events = waiting[1].events = POLLIN;
    do {
        tb_step(&device);
        poll(waiting, 2, 10);
    } while (take_orders(&device));
    return 0;
}
