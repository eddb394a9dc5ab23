/* Whole games of which each choice is drawn from a seed, as Python draws it: the same games
   in both engines (cli/trials.py). Included after playing.h. */

#define ROBOTS 0x5EA7ull   /* makes of a game's seed that of its players, as everywhere */

/* One of the options of the decision that has been reached, by the seed of the players and
   the choices made before; options that are many are counted and not listed. Gives whether
   there are any. */
static int choose_seeded(State *S, uint64_t seed, uint64_t made) {
    Options *o = &run->options;
    int decision = S->decision;
    counted.on = 1;
    int count = list_options(S);
    counted.on = 0;
    S->decision = (int16_t)decision;
    if (!count) return 0;
    int at;
    if (LIKELY(!counted.count)) at = (int)chance_draw(seed ^ ROBOTS, made, (uint64_t)count);
    else at = option_numbered(chance_draw(seed ^ ROBOTS, made, (uint64_t)o->count + counted_from(0)));
    choose(S, o->data + o->at[at]);
    o->count = o->used = 0;
    forget_counted();
    return 1;
}

static int play_seeded(State *S, uint64_t seed, long long *made, long long most) {
    jmp_buf here;
    this_run()->leave = &here;
    *made = 0;
    int why = setjmp(here);
    counted.on = 0;
    forget_counted();
    run->options.count = run->options.used = 0;
    if (why) {
        if (why == OVER) end_game(S);
        return why;
    }
    run->rounds = 0;
    push(S, PLAY);
    int status = go_on(S);
    while (status == ASK && *made < most) {
        int decision = S->decision;
        if (choose_seeded(S, seed, (uint64_t)*made)) {
            run->rounds = 0;
            ++*made;
        } else if (!otherwise(S, decision)) fault(FAULT_NOTHING, decision, 0, 0, ASKED_AT[decision]);
        status = go_on(S);
    }
    if (status == ASK) status = ask(S);
    if (status == OVER) end_game(S);
    return status;
}

/* Such games with seeds from `first` on. Into `results` go, for each, its choices (below 0
   where so many did not end it) and a place a player; into `numbers` the NUMBERS of its
   end; into `last` the state that the last of them ended in, where that is wanted. Gives
   how many were played before one went wrong. */
int game_seeded(int games, uint64_t first, long long most, int *results, int64_t *numbers, void *last) {
    State *S = malloc(sizeof(State));
    if (!S) abort();
    int i = 0;
    for (; i < games; i++) {
        long long made = 0;
        uint64_t seed = first + (uint64_t)i;
        *S = INITIAL;
        S->seed = seed;
        int status = play_seeded(S, seed, &made, most);
        int *out = results + (size_t)i * (PLAYERS + 1);
        int broken = status != OVER && status != ASK && made > 0;   /* the last choice was not made */
        out[0] = status == ASK ? -(int)made : (int)made - broken;
        for (int p = 0; p < PLAYERS; p++) out[1 + p] = S->has_result == 1 ? S->result[p] : 0;
        if (status != OVER && status != ASK) break;
        if (numbers) numbers_of(S, numbers + (size_t)i * NUMBERS);
    }
    if (last) *(State *)last = *S;
    free(S);
    return i;
}
