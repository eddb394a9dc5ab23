/* Positions that have been met, and what is proved of them: see solve.h. */

typedef struct { int8_t low, high; } Worth;
/* `depth`: how deep each question was asked. */
typedef struct { uint64_t key; int8_t low, high; int16_t depth[4], best; } Met;
typedef struct { int *v; long long used, room; } Ints;
typedef struct { num *v; long long used, room; } Nums;
typedef struct { opt *v; long long used, room; } Opts;

/* Room for some more items of an array that grows. */
#define MAKE_ROOM(a, more) do { \
    long long wanted_ = (a)->used + (more); \
    if (wanted_ <= (a)->room) break; \
    (a)->room = wanted_ * 2 + 64; \
    (a)->v = realloc((a)->v, sizeof *(a)->v * (size_t)(a)->room); \
    if (!(a)->v) abort(); \
} while (0)

/* All that the rest of the game depends on as one number. What is not read any more has
   been cleared; how often it was somebody's turn, and the seed, say nothing. */
static uint64_t position_key(State *S, Nums *room) {
    clear_dead(S, 0);
    room->used = 0;
    int n = export_state(S, room->v, (int)room->room - 8);
    if (n > room->room - 8) {
        MAKE_ROOM(room, n + 8);
        n = export_state(S, room->v, (int)room->room - 8);
    }
    room->v[4] = room->v[5] = 0; /* turns, reveals */
    for (int i = 8; i < 12; i++) room->v[i] = 0; /* seed, counter */
    uint64_t lane[4] = {1, 2, 3, 4}, x = (uint64_t)n;
    for (int i = n; i % 4; i++) room->v[i] = 0;
    for (int i = 0; i < n; i += 4)
        for (int k = 0; k < 4; k++) { /* side by side: none waits for another */
            lane[k] = (lane[k] ^ (uint64_t)room->v[i + k]) * 0xBF58476D1CE4E5B9ull;
            lane[k] ^= lane[k] >> 29;
        }
    for (int k = 0; k < 4; k++) {
        x = (x ^ lane[k]) * 0x94D049BB133111EBull;
        x ^= x >> 31;
    }
    return x ? x : 1;
}


/* What the last search for proofs has met: in the run, since the memory of threads that
   libraries may have at their beginning is small. */
typedef struct Memory { Met *table; uint64_t mask; Nums numbers; } Memory;
#define positions_met (*run->memory)

static void met_forget(void) {
    free(positions_met.table);
    free(positions_met.numbers.v);
    positions_met.table = 0;
    positions_met.numbers = (Nums){0};
}

static void met_done(void) {
    if (!run->memory) return;
    met_forget();
    free(run->memory);
    run->memory = 0;
}

static void met_begin(uint64_t size) {
    if (!run->memory) run->memory = calloc(1, sizeof(Memory));
    if (!run->memory) abort();
    met_forget();
    positions_met.table = calloc(size, sizeof(Met));
    if (!positions_met.table) abort();
    positions_met.mask = size - 1;
    MAKE_ROOM(&positions_met.numbers, 4096);
}

static const Met *met_before(uint64_t key) {
    if (!run->memory) return 0;
    for (int i = 0; positions_met.table && i < 8; i++) {
        const Met *m = &positions_met.table[(key + (uint64_t)i) & positions_met.mask];
        if (m->key == key) return m;
    }
    return 0;
}
