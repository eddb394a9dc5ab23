/* What compiled games call. Included once by the C file of a game, which has defined
   PLAYERS, PARTICIPANTS, COMPONENTS, WORDS (64-bit words of a set of components) and
   MOST_DEPTH before. */

#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NONE (-32768)      /* no value, of every type but places */
#define NOPLACE INT32_MIN  /* no place of a grid */
#define PASSES 100000
#define ROUNDS 200000
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* What went wrong; the host knows the sentences that belong to the numbers. */
enum {
    FAULT_NONE_NEEDED = 1, FAULT_KEY, FAULT_RANGE, FAULT_DIVIDE, FAULT_ROW, FAULT_INDEX,
    FAULT_EMPTY, FAULT_MOST, FAULT_LEAST, FAULT_POSITION, FAULT_MESSAGE, FAULT_BUNDLE,
    FAULT_PASSES, FAULT_ROUNDS, FAULT_NOTHING, FAULT_MOVE_NONE, FAULT_FULL, FAULT_TAKEN,
    FAULT_CELL, FAULT_DRAW_EMPTY, FAULT_KIND, FAULT_PIECES, FAULT_FEW, FAULT_NO_PIECE,
    FAULT_OWNER, FAULT_ROOM, FAULT_MORE, FAULT_DRAW, FAULT_BEST_CHANCE, FAULT_BEST_OTHER,
    FAULT_BEST_MANY, FAULT_CAPACITY, FAULT_NUMBER, FAULT_PLACE, FAULT_SEARCH
};

enum { ASK = 1, OVER, FAULT, UNFORESEEABLE, FOUND, NOTHING };

/* ---- what belongs to a run and not to a state ------------------------------------- */

typedef struct {
    int *data;       /* options, one behind the other: item, then its values */
    int used, room;
    int *at;         /* where each begins */
    int count, slots;
} Options;

typedef struct {
    jmp_buf *leave;  /* where faults, the end of the game and the unforeseeable go */
    int code, a, b, c, line;
    int rounds;      /* of loops that can stop, since the last choice */
    int item;        /* the option that has been chosen, and its values */
    const int *values;
    int *log;        /* announcements (0, text) and the ledger (1, slot, amount, line) */
    int logged, log_room;
    Options options;
    struct Search *found;   /* of choices that are made as well as possible */
} Run;

#define PER_THREAD __attribute__((tls_model("initial-exec"))) __thread

static PER_THREAD Run *run;

__attribute__((noreturn, cold)) static void leave(int why) { longjmp(*run->leave, why); }

__attribute__((noreturn, cold)) static void fault(int code, int a, int b, int c, int line) {
    run->code = code; run->a = a; run->b = b; run->c = c; run->line = line;
    leave(FAULT);
}

static void note(int what, int a, int b, int c) {
    if (!run->log) return;
    if (run->logged + 4 > run->log_room) {
        run->log_room = run->log_room * 2 + 64;
        run->log = realloc(run->log, sizeof(int) * (size_t)run->log_room);
        if (!run->log) abort();
    }
    int *to = run->log + run->logged;
    to[0] = what; to[1] = a; to[2] = b; to[3] = c;
    run->logged += 4;
}

/* ---- options ----------------------------------------------------------------------- */

static void options_grow(Options *o, int more) {
    if (o->used + more > o->room) {
        o->room = (o->used + more) * 2 + 256;
        o->data = realloc(o->data, sizeof(int) * (size_t)o->room);
        if (!o->data) abort();
    }
    if (o->count + 2 > o->slots) {
        o->slots = o->slots * 2 + 64;
        o->at = realloc(o->at, sizeof(int) * (size_t)o->slots);
        if (!o->at) abort();
    }
}

static inline int *option_new(Options *o, int item, int most) {
    if (UNLIKELY(o->used + most + 1 > o->room || o->count + 2 > o->slots))
        options_grow(o, most + 1);
    o->at[o->count++] = o->used;
    int *to = o->data + o->used;
    *to = item;
    return to + 1;
}

static inline void option_end(Options *o, int *end) { o->used = (int)(end - o->data); }

/* ---- numbers and chance -------------------------------------------------------------- */

static inline int divided(int a, int b, int line) {
    if (UNLIKELY(b == 0)) fault(FAULT_DIVIDE, 0, 0, 0, line);
    int q = a / b, r = a % b;
    return q - (r != 0 && ((r < 0) != (b < 0)));
}

static inline int remainder_of(int a, int b, int line) {
    if (UNLIKELY(b == 0)) fault(FAULT_DIVIDE, 0, 0, 0, line);
    int r = a % b;
    return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
}

static inline int divided_up(int a, int b, int line) { return -divided(-a, b, line); }

static inline int some_int(int x, int line) {
    if (UNLIKELY(x == NONE)) fault(FAULT_NONE_NEEDED, 0, 0, 0, line);
    return x;
}

static inline int checked_add(int a, int b, int line) {
    int c;
    if (UNLIKELY(__builtin_add_overflow(a, b, &c))) fault(FAULT_NUMBER, 0, 0, 0, line);
    return c;
}

static inline int checked_sub(int a, int b, int line) {
    int c;
    if (UNLIKELY(__builtin_sub_overflow(a, b, &c))) fault(FAULT_NUMBER, 0, 0, 0, line);
    return c;
}

static inline int checked_mul(int a, int b, int line) {
    int c;
    if (UNLIKELY(__builtin_mul_overflow(a, b, &c))) fault(FAULT_NUMBER, 0, 0, 0, line);
    return c;
}

static inline int min_of(int a, int b) { return a < b ? a : b; }
static inline int max_of(int a, int b) { return a > b ? a : b; }
static inline int abs_of(int a) { return a < 0 ? -a : a; }

/* splitmix64, as in interpreter/chance.py */
static inline uint64_t chance_draw(uint64_t seed, uint64_t counter, uint64_t n) {
    uint64_t state = seed + (counter + 1) * 0x9E3779B97F4A7C15ull;
    for (;;) {
        uint64_t z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        z ^= z >> 31;
        uint64_t result = z % n;
        if (z - result <= UINT64_MAX - n + 1) return result;
        state = z + 0x9E3779B97F4A7C15ull;
    }
}

/* ---- sets kept as bits ---------------------------------------------------------------- */

#define DEFINE_BITS(W)                                                                   \
    typedef struct { uint64_t w[W]; } B##W;                                              \
    static inline int bits##W##_has(B##W s, int i) {                                     \
        return (int)(s.w[(unsigned)i >> 6] >> (i & 63) & 1);                             \
    }                                                                                    \
    static inline B##W bits##W##_with(B##W s, int i) {                                   \
        s.w[(unsigned)i >> 6] |= 1ull << (i & 63); return s;                             \
    }                                                                                    \
    static inline void bits##W##_add(B##W *s, int i) {                                   \
        s->w[(unsigned)i >> 6] |= 1ull << (i & 63);                                      \
    }                                                                                    \
    static inline void bits##W##_remove(B##W *s, int i) {                                \
        s->w[(unsigned)i >> 6] &= ~(1ull << (i & 63));                                   \
    }                                                                                    \
    static inline int bits##W##_size(B##W s) {                                           \
        int n = 0;                                                                       \
        for (int i = 0; i < W; i++) n += __builtin_popcountll(s.w[i]);                   \
        return n;                                                                        \
    }                                                                                    \
    static inline int bits##W##_any(B##W s) {                                            \
        uint64_t x = 0;                                                                  \
        for (int i = 0; i < W; i++) x |= s.w[i];                                         \
        return x != 0;                                                                   \
    }                                                                                    \
    static inline B##W bits##W##_or(B##W a, B##W b) {                                    \
        for (int i = 0; i < W; i++) a.w[i] |= b.w[i];                                    \
        return a;                                                                        \
    }                                                                                    \
    static inline B##W bits##W##_and(B##W a, B##W b) {                                   \
        for (int i = 0; i < W; i++) a.w[i] &= b.w[i];                                    \
        return a;                                                                        \
    }                                                                                    \
    static inline B##W bits##W##_less(B##W a, B##W b) {                                  \
        for (int i = 0; i < W; i++) a.w[i] &= ~b.w[i];                                   \
        return a;                                                                        \
    }                                                                                    \
    static inline int bits##W##_same(B##W a, B##W b) {                                   \
        uint64_t x = 0;                                                                  \
        for (int i = 0; i < W; i++) x |= a.w[i] ^ b.w[i];                                \
        return x == 0;                                                                   \
    }

/* For each member i of a set, upwards. */
#define EACH_BIT(W, i, s)                                                                \
    for (int i##_w = 0; i##_w < W; i##_w++)                                              \
        for (uint64_t i##_r = (s).w[i##_w]; i##_r; i##_r &= i##_r - 1)                   \
            for (int i##_o = 1, i = i##_w * 64 + __builtin_ctzll(i##_r); i##_o; i##_o = 0)

/* ---- lists ------------------------------------------------------------------------------ */

typedef struct { const int *v; int n; } V;              /* a list: looked at, not owned */
typedef struct { const int *v; const int *at; int n; } VV; /* a list of lists */

static inline V list_at(VV lists, int i) {
    return (V){lists.v + lists.at[i], lists.at[i + 1] - lists.at[i]};
}

static inline int list_has(V list, int x) {
    for (int i = 0; i < list.n; i++) if (list.v[i] == x) return 1;
    return 0;
}

static inline int list_same(V a, V b) {
    return a.n == b.n && !memcmp(a.v, b.v, sizeof(int) * (size_t)a.n);
}

static inline int list_before(V a, V b) {
    for (int i = 0; i < a.n && i < b.n; i++) if (a.v[i] != b.v[i]) return a.v[i] < b.v[i];
    return a.n < b.n;
}

static inline int list_nth(V list, int i, int line) {
    if (UNLIKELY(i < 1 || i > list.n)) fault(FAULT_INDEX, i, list.n, 0, line);
    return list.v[i - 1];
}

static inline int list_position(V list, int x, int line) {
    for (int i = 0; i < list.n; i++) if (list.v[i] == x) return i + 1;
    fault(FAULT_POSITION, 0, 0, 0, line);
}

static inline int list_sum(V list) {
    int sum = 0;
    for (int i = 0; i < list.n; i++) sum += list.v[i];
    return sum;
}

static inline V list_copy(V list, int *to, int room, int line) {
    if (UNLIKELY(list.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
    memmove(to, list.v, sizeof(int) * (size_t)list.n);
    return (V){to, list.n};
}

static V list_minus(V a, V b, int *to) {
    int n = a.n;
    memmove(to, a.v, sizeof(int) * (size_t)n);
    for (int i = 0; i < b.n; i++)
        for (int k = 0; k < n; k++)
            if (to[k] == b.v[i]) {
                memmove(to + k, to + k + 1, sizeof(int) * (size_t)(n - k - 1));
                n--;
                break;
            }
    return (V){to, n};
}

static V list_reversed(V list, int *to) {
    for (int i = 0; i < list.n; i++) to[i] = list.v[list.n - 1 - i];
    return (V){to, list.n};
}

/* Sorts, each value once: a set of numbers. */
static V list_sorted_set(int *v, int n) {
    for (int i = 1; i < n; i++) {
        int x = v[i], k = i;
        while (k > 0 && v[k - 1] > x) { v[k] = v[k - 1]; k--; }
        v[k] = x;
    }
    int m = 0;
    for (int i = 0; i < n; i++) if (!m || v[m - 1] != v[i]) v[m++] = v[i];
    return (V){v, m};
}

static inline V list_joined(V a, V b, int *to, int room, int line) {
    if (UNLIKELY(a.n + b.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
    if (a.n && a.v != to) memmove(to, a.v, sizeof(int) * (size_t)a.n);
    if (b.n) memmove(to + a.n, b.v, sizeof(int) * (size_t)b.n);
    return (V){to, a.n + b.n};
}

static inline V list_range(int low, int high, int *to, int room, int line) {
    int n = high < low ? 0 : high - low + 1;
    if (UNLIKELY(n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
    for (int i = 0; i < n; i++) to[i] = low + i;
    return (V){to, n};
}

static inline VV lists_copy(VV list, int *to, int *at, int room, int most, int line) {
    int first = list.n ? list.at[0] : 0, size = list.n ? list.at[list.n] - first : 0;
    if (UNLIKELY(size > room || list.n > most)) fault(FAULT_CAPACITY, room, 0, 0, line);
    if (size) memmove(to, list.v + first, sizeof(int) * (size_t)size);
    at[0] = 0;
    for (int i = 0; i < list.n; i++) at[i + 1] = list.at[i + 1] - first;
    return (VV){to, at, list.n};
}

static inline int lists_has(VV lists, V list) {
    for (int i = 0; i < lists.n; i++) if (list_same(list_at(lists, i), list)) return 1;
    return 0;
}

static VV lists_joined(VV a, VV b, int *to, int room, int *at, int most, int line) {
    int n = 0;
    at[0] = 0;
    for (int i = 0; i < a.n + b.n; i++) {
        V next = i < a.n ? list_at(a, i) : list_at(b, i - a.n);
        if (UNLIKELY(n == most || at[n] + next.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
        if (next.n) memcpy(to + at[n], next.v, sizeof(int) * (size_t)next.n);
        at[n + 1] = at[n] + next.n;
        n++;
    }
    return (VV){to, at, n};
}

/* Two sets of lists as one, upwards. */
static VV lists_union(VV a, VV b, int *to, int room, int *at, int most, int line) {
    int i = 0, k = 0, n = 0;
    at[0] = 0;
    while (i < a.n || k < b.n) {
        V next;
        if (k == b.n) next = list_at(a, i++);
        else if (i == a.n) next = list_at(b, k++);
        else {
            V x = list_at(a, i), y = list_at(b, k);
            if (list_same(x, y)) { next = x; i++; k++; }
            else if (list_before(x, y)) { next = x; i++; }
            else { next = y; k++; }
        }
        if (UNLIKELY(n == most || at[n] + next.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
        if (next.n) memcpy(to + at[n], next.v, sizeof(int) * (size_t)next.n);
        at[n + 1] = at[n] + next.n;
        n++;
    }
    return (VV){to, at, n};
}

static inline int bundles_position(VV lists, const int *x, int kinds, int line) {
    for (int i = 0; i < lists.n; i++)
        if (!memcmp(list_at(lists, i).v, x, sizeof(int) * (size_t)kinds)) return i + 1;
    fault(FAULT_POSITION, 0, 0, 0, line);
}

/* Groups of items with equal ranks, best first. */
static VV standings(const int *items, int *ranks, int keys, int n, int *flat, int *at) {
    int order[n > 0 ? n : 1];
    for (int i = 0; i < n; i++) {
        int k = i;
        while (k > 0) {
            const int *a = ranks + order[k - 1] * keys, *b = ranks + i * keys;
            int d = 0;
            for (int j = 0; j < keys && !d; j++) d = (a[j] > b[j]) - (a[j] < b[j]);
            if (d >= 0) break;
            order[k] = order[k - 1];
            k--;
        }
        order[k] = i;
    }
    int groups = 0;
    at[0] = 0;
    for (int i = 0; i < n; i++) {
        flat[i] = items[order[i]];
        int last = i + 1 == n || memcmp(ranks + order[i] * keys, ranks + order[i + 1] * keys,
                                        sizeof(int) * (size_t)keys);
        if (last) at[++groups] = i + 1;
    }
    return (VV){flat, at, groups};
}

static inline int key(int x, int low, int high, int name, int line) {
    if (UNLIKELY(x < low || x > high)) fault(FAULT_KEY, x, name, low, line);
    return x;
}

__attribute__((noreturn, cold)) static void outside(int x, int low, int high, int name, int line) {
    if (x < low) fault(FAULT_RANGE, x, name, low, line);
    fault(FAULT_RANGE, x, name, high, line);
}

/* ---- growing grids ------------------------------------------------------------------------ */

#define STRIDE 1024
#define HALF 512
#define LIMIT 500

static const int SQUARE_STEPS[4] = {-STRIDE, 1, STRIDE, -1};
static const int HEX_STEPS[6] = {1, 1 - STRIDE, -STRIDE, -1, STRIDE - 1, STRIDE};

static inline int place_x(int c) { return ((c + HALF) & (STRIDE - 1)) - HALF; }
static inline int place_y(int c) { return (c + HALF) >> 10; }

static inline int place_at(int x, int y, int line) {
    if (UNLIKELY(x < -LIMIT || x > LIMIT || y < -LIMIT || y > LIMIT))
        fault(FAULT_PLACE, x, y, 0, line);
    return y * STRIDE + x;
}

static inline int place_distance(int a, int b) {
    return abs_of(place_x(a) - place_x(b)) + abs_of(place_y(a) - place_y(b));
}

/* A list that is sorted: where x stands, or where it would. */
static inline int sorted_find(const int *v, int n, int x) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (v[middle] < x) low = middle + 1; else high = middle;
    }
    return low;
}

static inline int sorted_has(V list, int x) {
    int i = sorted_find(list.v, list.n, x);
    return i < list.n && list.v[i] == x;
}

/* The empty places beside a shape, upwards. */
static V places_frontier(V cells, const int *steps, int sides, int *to) {
    int n = 0;
    for (int i = 0; i < cells.n; i++)
        for (int s = 0; s < sides; s++) {
            int c = cells.v[i] + steps[s];
            if (!sorted_has(cells, c)) to[n++] = c;
        }
    return list_sorted_set(to, n);
}

/* A shape as a small picture of its own, with a border of one place. */
typedef struct { int x, y, width, height; } Frame;

static inline Frame frame_of(V cells) {
    int x0 = INT_MAX, x1 = INT_MIN, y0 = INT_MAX, y1 = INT_MIN;
    for (int i = 0; i < cells.n; i++) {
        int x = place_x(cells.v[i]), y = place_y(cells.v[i]);
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
        if (y < y0) y0 = y;
        if (y > y1) y1 = y;
    }
    return (Frame){x0 - 1, y0 - 1, x1 - x0 + 3, y1 - y0 + 3};
}

/* The empty places from which no way leads outside, upwards. */
static V places_enclosed(V cells, const int *steps, int sides, int *to, int room, int line) {
    if (cells.n < sides) return (V){to, 0};
    Frame f = frame_of(cells);
    int size = f.width * f.height, delta[8];
    for (int s = 0; s < sides; s++)
        delta[s] = place_y(steps[s]) * f.width + place_x(steps[s]);
    unsigned char *seen = calloc((size_t)size, 1);
    int *stack = malloc(sizeof(int) * (size_t)size);
    if (!seen || !stack) abort();
    for (int i = 0; i < cells.n; i++)
        seen[(place_y(cells.v[i]) - f.y) * f.width + place_x(cells.v[i]) - f.x] = 1;
    int top = 0;
    for (int i = 0; i < size; i++) { /* from every place of the border */
        int x = i % f.width, y = i / f.width;
        if (x && y && x < f.width - 1 && y < f.height - 1) continue;
        if (!seen[i]) { seen[i] = 2; stack[top++] = i; }
    }
    while (top) {
        int here = stack[--top], hx = here % f.width, hy = here / f.width;
        for (int s = 0; s < sides; s++) {
            int x = hx + place_x(steps[s]), y = hy + place_y(steps[s]);
            if (x < 0 || y < 0 || x >= f.width || y >= f.height) continue;
            int there = y * f.width + x;
            if (!seen[there]) { seen[there] = 2; stack[top++] = there; }
        }
    }
    int n = 0, full = 0;
    for (int i = 0; i < size && !full; i++)
        if (!seen[i]) {
            if (n == room) full = 1;
            else to[n++] = (i / f.width + f.y) * STRIDE + i % f.width + f.x;
        }
    free(seen); free(stack);
    if (full) fault(FAULT_CAPACITY, room, 0, 0, line);
    return (V){to, n};
}

/* The outer sides of a shape of squares as loops; an edge is place * 8 + side. */
static VV places_outline(V cells, int *flat, int *at, int room, int loops, int line) {
    int n = 0, count = 0;
    unsigned char *seen = calloc((size_t)cells.n + 1, 4);
    if (!seen) abort();
    at[0] = 0;
    for (int i = 0; i < cells.n; i++)
        for (int start = 0; start < 4; start++) {
            if (sorted_has(cells, cells.v[i] + SQUARE_STEPS[start])) continue;
            if (seen[i * 4 + start]) continue;
            int k = i, side = start;
            while (!seen[k * 4 + side]) {
                seen[k * 4 + side] = 1;
                if (n == room || count == loops) {
                    free(seen);
                    fault(FAULT_CAPACITY, room, 0, 0, line);
                }
                flat[n++] = cells.v[k] * 8 + side;
                int turned = (side + 1) & 3, ahead = cells.v[k] + SQUARE_STEPS[turned];
                if (!sorted_has(cells, ahead)) side = turned;
                else if (sorted_has(cells, ahead + SQUARE_STEPS[side])) {
                    k = sorted_find(cells.v, cells.n, ahead + SQUARE_STEPS[side]);
                    side = (side + 3) & 3;
                } else k = sorted_find(cells.v, cells.n, ahead);
            }
            at[++count] = n;
        }
    free(seen);
    return (VV){flat, at, count};
}

/* How many in a row hold, in a ring. */
static int longest_run(const unsigned char *flags, int n) {
    int best = 0, now = 0;
    for (int i = 0; i < 2 * n; i++) {
        now = flags[i % n] ? now + 1 : 0;
        if (now > best) best = now;
    }
    return best < n ? best : n;
}

/* ---- chosen sets ------------------------------------------------------------------------- */

/* Every choice of some items, as interpreter/support.py: subsets builds them. */
typedef struct {
    const int *items;  /* of all groups, one behind the other */
    int groups, least, most, low, high, has_low, has_high;
    int first[COMPONENTS + 1], size[COMPONENTS + 1], weight[COMPONENTS + 1];
    int rest[COMPONENTS + 2];
    int rest_weight[COMPONENTS + 2];
    int count[COMPONENTS + 1], taken[COMPONENTS + 2], total[COMPONENTS + 2];
    int begun;
    int chosen[COMPONENTS + 1];
} Subsets;

/* Groups items that look alike; `grouped` is room for them. */
static void subsets_begin(Subsets *s, V items, int least, int most, const int16_t *faces,
                          const int *weights, int has_low, int low, int has_high,
                          int high, int *grouped) {
    int n = 0;
    s->groups = 0;
    s->items = grouped;
    for (int i = 0; i < items.n; i++) {
        int face = faces ? faces[items.v[i]] : items.v[i];
        int known = 0;
        if (faces)
            for (int k = 0; k < i && !known; k++) known = faces[items.v[k]] == face;
        if (known) continue;
        int g = s->groups++;
        s->first[g] = n;
        for (int k = i; k < items.n; k++)
            if ((faces ? faces[items.v[k]] : items.v[k]) == face) grouped[n++] = items.v[k];
        s->size[g] = n - s->first[g];
        s->weight[g] = weights ? weights[grouped[s->first[g]]] : 0;
    }
    s->least = least; s->most = most < items.n ? most : items.n;
    s->has_low = has_low; s->low = low; s->has_high = has_high; s->high = high;
    s->rest[s->groups] = s->rest_weight[s->groups] = 0;
    for (int g = s->groups - 1; g >= 0; g--) {
        s->rest[g] = s->rest[g + 1] + s->size[g];
        s->rest_weight[g] = s->rest_weight[g + 1];
        if (weights)
            for (int k = 0; k < s->size[g]; k++)
                s->rest_weight[g] += weights[grouped[s->first[g] + k]];
    }
    s->taken[0] = s->total[0] = 0;
    s->begun = 0;
}

static inline int subsets_hopeless(const Subsets *s, int g) {
    return s->taken[g] + s->rest[g] < s->least ||
           (s->has_low && s->total[g] + s->rest_weight[g] < s->low);
}

static int subsets_next(Subsets *s, V *out) {
    int g;
    if (!s->begun) {
        s->begun = 1;
        if (s->least > s->most) return 0;
        g = 0;
    } else {
        g = s->groups - 1;
        goto back;
    }
    for (;;) {
        if (subsets_hopeless(s, g)) { g--; goto back; }
        if (g == s->groups) {
            int n = 0;
            for (int i = 0; i < s->groups; i++)
                for (int k = 0; k < s->count[i]; k++)
                    s->chosen[n++] = s->items[s->first[i] + k];
            *out = (V){s->chosen, n};
            return 1;
        }
        s->count[g] = (s->size[g] < s->most - s->taken[g] ? s->size[g]
                                                           : s->most - s->taken[g]) + 1;
    back:
        for (;;) {
            if (g < 0) return 0;
            if (--s->count[g] < 0) { g--; continue; }
            int heavier = s->total[g] + s->weight[g] * s->count[g];
            if (s->has_high && heavier > s->high) continue;
            s->taken[g + 1] = s->taken[g] + s->count[g];
            s->total[g + 1] = heavier;
            break;
        }
        g++;
    }
}

/* Every choice from a bundle, most of the first kinds first. */
typedef struct { int kinds, least, most, begun; int have[64], rest[65], taken[65], count[64]; } Bundles;

static void bundles_begin(Bundles *s, const int *have, int kinds, int least, int most) {
    s->kinds = kinds; s->begun = 0;
    s->rest[kinds] = 0;
    for (int k = kinds - 1; k >= 0; k--) {
        s->have[k] = have[k];
        s->rest[k] = s->rest[k + 1] + have[k];
    }
    s->least = least; s->most = most < s->rest[0] ? most : s->rest[0];
    s->taken[0] = 0;
}

static int bundles_next(Bundles *s) {
    int k;
    if (!s->begun) {
        s->begun = 1;
        if (s->least > s->most) return 0;
        k = 0;
    } else { k = s->kinds - 1; goto back; }
    for (;;) {
        if (k == s->kinds) return 1;
        s->count[k] = min_of(s->have[k], s->most - s->taken[k]) + 1;
    back:
        for (;;) {
            if (k < 0) return 0;
            int fewest = max_of(0, s->least - s->taken[k] - s->rest[k + 1]);
            if (--s->count[k] < fewest) { k--; continue; }
            s->taken[k + 1] = s->taken[k] + s->count[k];
            break;
        }
        k++;
    }
}
