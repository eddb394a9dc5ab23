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
    FAULT_BEST_MANY, FAULT_CAPACITY, FAULT_NUMBER, FAULT_PLACE, FAULT_SEARCH,
    FAULT_TRAIL, FAULT_SEVERAL
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
    int one[2], *flat, flat_room; /* options that nobody sees, and room for them */
    struct Search *found;   /* of choices that are made as well as possible */
    struct Counted *ways;   /* options that are counted and not listed */
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

static int *flat_grow(void) {
    run->flat_room = run->flat_room * 2 + 256;
    run->flat = realloc(run->flat, sizeof(int) * (size_t)run->flat_room);
    if (!run->flat) abort();
    return run->flat;
}

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

static inline uint64_t next_random(uint64_t *x) {
    uint64_t z = (*x += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline int below(uint64_t *x, int count) {
    return (int)(((__uint128_t)next_random(x) * (unsigned)count) >> 64);
}

/* splitmix64, as in interpreter/runtime/chance.py */
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

/* ---- lists and sets ---- */

typedef struct { const int *v; int n; } V;              /* a list: looked at, not owned */
typedef struct { const int *v; const int *at; int n; } VV; /* a list of lists */

/* ---- sets kept as bits ---------------------------------------------------------------- */

static inline int nth_bit(uint64_t x, int k) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, x));
#else
    while (k--) x &= x - 1;
    return __builtin_ctzll(x);
#endif
}

/* Written in place where BITS_INLINE says so: what is shifted by is known there only. */
#define DEFINE_BITS(W)                                                                   \
    typedef struct { uint64_t w[W]; } B##W;                                              \
    BITS_INLINE int bits##W##_has(B##W s, int i) {                                       \
        return (int)(s.w[(unsigned)i >> 6] >> (i & 63) & 1);                             \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_with(B##W s, int i) {                                     \
        s.w[(unsigned)i >> 6] |= 1ull << (i & 63); return s;                             \
    }                                                                                    \
    BITS_INLINE void bits##W##_add(B##W *s, int i) {                                     \
        s->w[(unsigned)i >> 6] |= 1ull << (i & 63);                                      \
    }                                                                                    \
    BITS_INLINE void bits##W##_remove(B##W *s, int i) {                                  \
        s->w[(unsigned)i >> 6] &= ~(1ull << (i & 63));                                   \
    }                                                                                    \
    BITS_INLINE int bits##W##_size(B##W s) {                                             \
        int n = 0;                                                                       \
        for (int i = 0; i < W; i++) n += __builtin_popcountll(s.w[i]);                   \
        return n;                                                                        \
    }                                                                                    \
    BITS_INLINE int bits##W##_any(B##W s) {                                              \
        uint64_t x = 0;                                                                  \
        for (int i = 0; i < W; i++) x |= s.w[i];                                         \
        return x != 0;                                                                   \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_or(B##W a, B##W b) {                                      \
        for (int i = 0; i < W; i++) a.w[i] |= b.w[i];                                    \
        return a;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_and(B##W a, B##W b) {                                     \
        for (int i = 0; i < W; i++) a.w[i] &= b.w[i];                                    \
        return a;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_less(B##W a, B##W b) {                                    \
        for (int i = 0; i < W; i++) a.w[i] &= ~b.w[i];                                   \
        return a;                                                                        \
    }                                                                                    \
    BITS_INLINE int bits##W##_same(B##W a, B##W b) {                                     \
        uint64_t x = 0;                                                                  \
        for (int i = 0; i < W; i++) x |= a.w[i] ^ b.w[i];                                \
        return x == 0;                                                                   \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_if(int test, B##W s) {                                    \
        uint64_t x = test ? ~0ull : 0;                                                   \
        for (int i = 0; i < W; i++) s.w[i] &= x;                                         \
        return s;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_one(int i) {                                              \
        B##W s = {{0}};                                                                  \
        if (i >= 0) bits##W##_add(&s, i);                                                \
        return s;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_row(const B##W *rows, int count, int i) {                 \
        B##W none = {{0}};                                                               \
        return (unsigned)i < (unsigned)count ? rows[i] : none;                           \
    }                                                                                    \
    /* the members minus `by` */                                                         \
    BITS_INLINE B##W bits##W##_moved(B##W s, int by) {                                   \
        B##W r = {{0}};                                                                  \
        int far = by < 0 ? -by : by, word = far >> 6, bit = far & 63;                    \
        if (by > 0) {                                                                    \
            for (int i = 0; i + word < W; i++) {                                         \
                r.w[i] = s.w[i + word] >> bit;                                           \
                if (bit && i + word + 1 < W) r.w[i] |= s.w[i + word + 1] << (64 - bit);  \
            }                                                                            \
        } else {                                                                         \
            for (int i = word; i < W; i++) {                                             \
                r.w[i] = s.w[i - word] << bit;                                           \
                if (bit && i - word > 0) r.w[i] |= s.w[i - word - 1] >> (64 - bit);      \
            }                                                                            \
        }                                                                                \
        return r;                                                                        \
    }                                                                                    \
    /* From where a step after step `by` leads over `through` to `found`, first of all. */\
    BITS_INLINE B##W bits##W##_first_along(B##W found, B##W through, B##W there, int by, \
                                             int rounds) {                               \
        through = bits##W##_and(through, there);                                         \
        BITS_UNROLLED                                                                    \
        for (int k = 0, far = by; k < rounds; k++, far *= 2) {                           \
            found = bits##W##_or(found, bits##W##_and(through, bits##W##_moved(found, far)));\
            through = bits##W##_and(through, bits##W##_moved(through, far));             \
        }                                                                                \
        return bits##W##_and(bits##W##_moved(found, by), there);                         \
    }                                                                                    \
    /* all that is beside a member */                                                    \
    BITS_INLINE B##W bits##W##_beside(B##W s, const B##W *beside) {                      \
        B##W r = {{0}};                                                                  \
        for (int k = 0; k < W; k++)                                                      \
            for (uint64_t x = s.w[k]; x; x &= x - 1) {                                   \
                const B##W *b = beside + k * 64 + __builtin_ctzll(x);                    \
                for (int i = 0; i < W; i++) r.w[i] |= b->w[i];                           \
            }                                                                            \
        return r;                                                                        \
    }                                                                                    \
    BITS_INLINE V bits##W##_list(B##W s, int *to) {                                      \
        int n = 0;                                                                       \
        for (int k = 0; k < W; k++)                                                      \
            for (uint64_t x = s.w[k]; x; x &= x - 1)                                     \
                to[n++] = k * 64 + __builtin_ctzll(x);                                   \
        return (V){to, n};                                                               \
    }                                                                                    \
    /* the least member, or the greatest */                                              \
    BITS_INLINE int bits##W##_first(B##W s, int down, int otherwise) {                   \
        if (down) {                                                                      \
            for (int k = W - 1; k >= 0; k--)                                             \
                if (s.w[k]) return k * 64 + 63 - __builtin_clzll(s.w[k]);                \
        } else {                                                                         \
            for (int k = 0; k < W; k++)                                                  \
                if (s.w[k]) return k * 64 + __builtin_ctzll(s.w[k]);                     \
        }                                                                                \
        return otherwise;                                                                \
    }                                                                                    \
    /* the member before which there are k others */                                     \
    BITS_INLINE int bits##W##_nth(B##W s, int k) {                                       \
        for (int i = 0; i < W; i++) {                                                    \
            int n = __builtin_popcountll(s.w[i]);                                        \
            if (k < n) {                                                                 \
                return i * 64 + nth_bit(s.w[i], k);                                      \
            }                                                                            \
            k -= n;                                                                      \
        }                                                                                \
        return -1;                                                                       \
    }

/* Which of the sets of a variable belongs to a value; the last one to none. */
static inline int set_of(int value, int none) { return value == NONE ? none : value; }

/* For each member i of a set, upwards. */
#define EACH_BIT(W, i, s)                                                                \
    for (int i##_w = 0; i##_w < W; i##_w++)                                              \
        for (uint64_t i##_r = (s).w[i##_w]; i##_r; i##_r &= i##_r - 1)                   \
            for (int i##_o = 1, i = i##_w * 64 + __builtin_ctzll(i##_r); i##_o; i##_o = 0)

/* ---- lists ------------------------------------------------------------------------------ */


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

static inline int lists_same(VV a, VV b) {
    if (a.n != b.n) return 0;
    for (int i = 0; i < a.n; i++) if (!list_same(list_at(a, i), list_at(b, i))) return 0;
    return 1;
}

static inline int lists_position(VV lists, V list, int line) {
    for (int i = 0; i < lists.n; i++) if (list_same(list_at(lists, i), list)) return i + 1;
    fault(FAULT_POSITION, 0, 0, 0, line);
}

static VV lists_reversed(VV list, int *to, int room, int *at, int most, int line) {
    at[0] = 0;
    for (int i = 0; i < list.n; i++) {
        V next = list_at(list, list.n - 1 - i);
        if (UNLIKELY(i == most || at[i] + next.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
        if (next.n) memcpy(to + at[i], next.v, sizeof(int) * (size_t)next.n);
        at[i + 1] = at[i] + next.n;
    }
    return (VV){to, at, list.n};
}

/* Sorts lists where they lie, each once: a set of lists. Nothing else may look at them. */
static VV lists_sorted_set(VV list) {
    int n = list.n, size = n ? list.at[n] : 0, used = 0, m = 0;
    int order[n > 0 ? n : 1], begins[n > 0 ? n : 1], ends[n > 0 ? n : 1];
    int *items = malloc(sizeof(int) * (size_t)(size + 1));
    if (!items) abort();
    if (size) memcpy(items, list.v, sizeof(int) * (size_t)size);
    for (int i = 0; i < n; i++) {
        begins[i] = list.at[i];
        ends[i] = list.at[i + 1];
        V x = {items + begins[i], ends[i] - begins[i]};
        int k = i;
        for (; k > 0; k--) {
            int o = order[k - 1];
            if (!list_before(x, (V){items + begins[o], ends[o] - begins[o]})) break;
            order[k] = o;
        }
        order[k] = i;
    }
    int *v = (int *)list.v, *at = (int *)list.at;
    at[0] = 0;
    for (int i = 0; i < n; i++) {
        V x = {items + begins[order[i]], ends[order[i]] - begins[order[i]]};
        if (m && list_same(x, (V){v + at[m - 1], at[m] - at[m - 1]})) continue;
        if (x.n) memcpy(v + used, x.v, sizeof(int) * (size_t)x.n);
        at[++m] = used += x.n;
    }
    free(items);
    return (VV){v, at, m};
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
