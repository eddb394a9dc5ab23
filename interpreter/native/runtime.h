/* What compiled games call. Included once by the C file of a game, which has defined
   PLAYERS, PARTICIPANTS, COMPONENTS, WORDS (64-bit words of a set of components) and
   MOST_DEPTH before. */

#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int64_t num;       /* a number of the rules, at most LARGEST of them (see Sized) */
typedef OPTION opt;        /* what options are written down in: int, or num */

#define NONE (-32768)      /* no value, of every type but places and numbers */
#define NOPLACE INT32_MIN  /* no place of a grid */
#define NONUM INT64_MIN    /* no number */
#define LARGEST 999999999999999999ll
#define PASSES 100000
#define MOST_KEYS 8        /* of a table, that a fault tells */
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
    FAULT_TRAIL, FAULT_SEVERAL, FAULT_TWICE, FAULT_PRICE, FAULT_NO_WAY
};

enum { ASK = 1, OVER, FAULT, UNFORESEEABLE, FOUND, NOTHING };

/* ---- what belongs to a run and not to a state ------------------------------------- */

typedef struct {
    opt *data;       /* options, one behind the other: item, then its values */
    int used, room;
    int *at;         /* where each begins */
    int count, slots;
} Options;

typedef struct {
    jmp_buf *leave;  /* where faults, the end of the game and the unforeseeable go */
    int code, line;
    num a, b, c, keys[MOST_KEYS];
    int rounds;      /* of loops that can stop, since the last choice */
    int item;        /* the option that has been chosen, and its values */
    const opt *values;
    num *log;        /* announcements (0, text) or (4, text, seats, how many values), (5, value, is none,
                        is a component), the ledger (1, slot, amount, line), and what is shown
                        (2, slot, seats, how many components), (3, component, slot, place), or what
                        lies in the slot (6, component) */
    int logged, log_room;
    Options options;
    opt one[2], *flat; int flat_room; /* options that nobody sees, and room for them */
    struct Search *found;   /* of choices that are made as well as possible */
    struct Counted *ways;   /* options that are counted and not listed */
    struct Tape *tape;      /* a game that is carried out again (replay.h) */
    const opt *next, *only; /* what is chosen next there, and whether it is to be listed alone, */
    int next_decision;      /* of that decision, in that state */
    const void *next_in;
    struct Memory *memory;  /* positions that the last search for proofs has met */
} Run;

#define PER_THREAD __attribute__((tls_model("initial-exec"))) __thread

static PER_THREAD Run *run;

#define LENGTH(of) ((int)(sizeof(of) / sizeof((of)[0])))

__attribute__((noreturn, cold)) static void leave(int why) { longjmp(*run->leave, why); }

__attribute__((noreturn, cold)) static void fault(int code, num a, num b, num c, int line) {
    run->code = code; run->a = a; run->b = b; run->c = c; run->line = line;
    leave(FAULT);
}

static void note(int what, num a, num b, num c) {
    if (!run->log) return;
    if (run->logged + 4 > run->log_room) {
        run->log_room = run->log_room * 2 + 64;
        run->log = realloc(run->log, sizeof(num) * (size_t)run->log_room);
        if (!run->log) abort();
    }
    num *to = run->log + run->logged;
    to[0] = what; to[1] = a; to[2] = b; to[3] = c;
    run->logged += 4;
}

/* ---- options ----------------------------------------------------------------------- */

static void options_grow(Options *o, int more) {
    if (o->used + more > o->room) {
        o->room = (o->used + more) * 2 + 256;
        o->data = realloc(o->data, sizeof(opt) * (size_t)o->room);
        if (!o->data) abort();
    }
    if (o->count + 2 > o->slots) {
        o->slots = o->slots * 2 + 64;
        o->at = realloc(o->at, sizeof(int) * (size_t)o->slots);
        if (!o->at) abort();
    }
}

static inline opt *option_new(Options *o, int item, int most) {
    if (UNLIKELY(o->used + most + 1 > o->room || o->count + 2 > o->slots))
        options_grow(o, most + 1);
    o->at[o->count++] = o->used;
    opt *to = o->data + o->used;
    *to = item;
    return to + 1;
}

/* Whether an option with that value at that place is to be listed; all are, where none is
   wanted alone. */
#if HIDES
#define ALL_WANTED (LIKELY(!run->only) || run->next_in != S)
#define WANTED(at, value) (ALL_WANTED || run->only[at] == (opt)(value))
#define WANTED_ROW(at, n, row) (ALL_WANTED || ({ \
    int k_ = 0; \
    while (k_ < (n) && run->only[(at) + k_] == (opt)(row)[k_]) k_++; \
    k_ == (n); }))
#else
#define WANTED(at, value) 1
#define WANTED_ROW(at, n, row) 1
#endif

static inline void option_end(Options *o, opt *end) { o->used = (int)(end - o->data); }

static opt *flat_grow(void) {
    run->flat_room = run->flat_room * 2 + 256;
    run->flat = realloc(run->flat, sizeof(opt) * (size_t)run->flat_room);
    if (!run->flat) abort();
    return run->flat;
}

/* ---- numbers and chance -------------------------------------------------------------- */

static inline num divided(num a, num b, int line) {
    if (UNLIKELY(b == 0)) fault(FAULT_DIVIDE, 0, 0, 0, line);
    num q = a / b, r = a % b;
    return q - (r != 0 && ((r < 0) != (b < 0)));
}

static inline num remainder_of(num a, num b, int line) {
    if (UNLIKELY(b == 0)) fault(FAULT_DIVIDE, 0, 0, 0, line);
    num r = a % b;
    return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
}

static inline num divided_up(num a, num b, int line) { return -divided(-a, b, line); }

static inline int some_int(int x, int line) {
    if (UNLIKELY(x == NONE)) fault(FAULT_NONE_NEEDED, 0, 0, 0, line);
    return x;
}

static inline num some_num(num x, int line) {
    if (UNLIKELY(x == NONUM)) fault(FAULT_NONE_NEEDED, 0, 0, 0, line);
    return x;
}

/* A number that is looked at: what could be greater is worked out in twice as many bits. */
static inline num sized(__int128 x, int line) {
    if (UNLIKELY(x < -LARGEST || x > LARGEST)) fault(FAULT_NUMBER, 0, 0, 0, line);
    return (num)x;
}

static inline num sized_num(num x, int line) {
    if (UNLIKELY(x < -LARGEST || x > LARGEST)) fault(FAULT_NUMBER, 0, 0, 0, line);
    return x;
}

static inline num sized_product(num a, num b, int line) {
    num c;
    if (UNLIKELY(__builtin_mul_overflow(a, b, &c))) fault(FAULT_NUMBER, 0, 0, 0, line);
    return sized_num(c, line);
}

/* As an int where only how it compares with ints counts. */
static inline int clipped(num x) { return x < INT_MIN ? INT_MIN : x > INT_MAX ? INT_MAX : (int)x; }

static inline int min_of(int a, int b) { return a < b ? a : b; }
static inline int max_of(int a, int b) { return a > b ? a : b; }
static inline int abs_of(int a) { return a < 0 ? -a : a; }
static inline num least_of(num a, num b) { return a < b ? a : b; }
static inline num most_of(num a, num b) { return a > b ? a : b; }
static inline num size_of(num a) { return a < 0 ? -a : a; }

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
typedef struct { const num *v; int n; } W;              /* the same of numbers */
typedef struct { const num *v; const int *at; int n; } WW;

/* ---- sets kept as bits ---------------------------------------------------------------- */

static inline int nth_bit(uint64_t x, int k) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, x));
#else
    while (k--) x &= x - 1;
    return __builtin_ctzll(x);
#endif
}

#define EACH_WORD(W, i) _Pragma("GCC unroll 8") for (int i = 0; i < W; i++)

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
        EACH_WORD(W, i) n += __builtin_popcountll(s.w[i]);                               \
        return n;                                                                        \
    }                                                                                    \
    BITS_INLINE int bits##W##_any(B##W s) {                                              \
        uint64_t x = 0;                                                                  \
        EACH_WORD(W, i) x |= s.w[i];                                                     \
        return x != 0;                                                                   \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_or(B##W a, B##W b) {                                      \
        EACH_WORD(W, i) a.w[i] |= b.w[i];                                                \
        return a;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_and(B##W a, B##W b) {                                     \
        EACH_WORD(W, i) a.w[i] &= b.w[i];                                                \
        return a;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_less(B##W a, B##W b) {                                    \
        EACH_WORD(W, i) a.w[i] &= ~b.w[i];                                               \
        return a;                                                                        \
    }                                                                                    \
    BITS_INLINE int bits##W##_same(B##W a, B##W b) {                                     \
        uint64_t x = 0;                                                                  \
        EACH_WORD(W, i) x |= a.w[i] ^ b.w[i];                                            \
        return x == 0;                                                                   \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_if(int test, B##W s) {                                    \
        uint64_t x = test ? ~0ull : 0;                                                   \
        EACH_WORD(W, i) s.w[i] &= x;                                                     \
        return s;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_one(int i) {                                              \
        B##W s = {{0}};                                                                  \
        if (i >= 0) bits##W##_add(&s, i);                                                \
        return s;                                                                        \
    }                                                                                    \
    BITS_INLINE B##W bits##W##_row(const B##W *rows, int count, num i) {                 \
        B##W none = {{0}};                                                               \
        return (uint64_t)i < (uint64_t)count ? rows[i] : none;                           \
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
                EACH_WORD(W, i) r.w[i] |= b->w[i];                                       \
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
        EACH_WORD(W, i) {                                                                \
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

/* A key that must be one of those that there are. */
static inline num key(num x, num low, num high, int name, int line) {
    if (UNLIKELY(x < low || x > high)) fault(FAULT_KEY, x, name, high, line);
    return x;
}

__attribute__((noreturn, cold)) static void outside(num x, num low, num high, int name, int line) {
    if (x < low) fault(FAULT_RANGE, x, name, low, line);
    fault(FAULT_RANGE, x, name, high, line);
}
