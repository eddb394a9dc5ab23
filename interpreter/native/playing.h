/* Playing on by chance: whole games, and what follows a position. */

/* Lists the options of the decision that has been reached, or of the next that has any. */
static int ask(State *S) {
    int status = ASK;
    while (status == ASK) {
        int decision = S->decision, count = list_options(S);
        S->decision = (int16_t)decision;
        if (count) {
            S->actor = (int16_t)chooser_of(S);
            return ASK;
        }
        if (!otherwise(S, decision)) fault(FAULT_NOTHING, decision, 0, 0, ASKED_AT[decision]);
        status = go_on(S);
    }
    return status;
}

/* Takes one of the options that are listed or counted, each with equal chance. */
static void choose_by_chance(State *S, uint64_t *x, int count) {
    Options *o = &run->options;
    int number = LIKELY(!counted.count) ? below(x, count)
                                        : option_numbered(below_many(x, (uint64_t)o->count + counted_from(0)));
    choose(S, o->data + o->at[number]);
    o->count = o->used = 0;
    forget_counted();
}

/* Chooses by chance where a decision has been reached, and goes on to the next; each option
   is as likely as the others. */
static inline int step_by_chance(State *S, uint64_t *x, long long *made) {
    int on = counted.on;
    counted.on = 0; /* what draws counts in its own way */
    int decision = S->decision, count = draw_option(S, x);
    counted.on = on;
    if (count < 0) {
        counted.on = 1;
        count = list_options(S);
        counted.on = on;
        S->decision = (int16_t)decision;
        if (count) choose_by_chance(S, x, count);
    }
    if (LIKELY(count)) {
        run->rounds = 0;
        ++*made;
    } else if (!otherwise(S, decision)) fault(FAULT_NOTHING, decision, 0, 0, ASKED_AT[decision]);
    return go_on(S);
}

/* Goes on from the decision whose options are listed (or from the beginning), choosing by
   chance: each option is as likely as the others. */
static int play_random(State *S, uint64_t *x, long long *made, long long most, int starting) {
    jmp_buf here;
    this_run()->leave = &here;
    *made = 0;
    int why = setjmp(here);
    counted.on = 0;
    forget_counted();
    if (why) {
        if (why == OVER) end_game(S);
        run->options.count = run->options.used = 0;
        return why;
    }
    run->rounds = 0;
    if (starting) {
        run->options.count = run->options.used = 0;
        push(S, PLAY);
    } else {
        if (!most) return ASK;
        Options *o = &run->options;
        choose(S, o->data + o->at[below(x, o->count)]);
        o->count = o->used = 0;
        *made = 1;
    }
    int status = go_on(S);
    while (status == ASK && *made < most) status = step_by_chance(S, x, made);
    if (status == ASK) status = ask(S);
    if (status != OVER) return status;
    end_game(S);
    return OVER;
}

/* A random way on from a state, at most `most` choices; gives how many were made, or a
   negative number where something went wrong. */
long long game_playout(void *state, uint64_t random, long long most) {
    State *S = state;
    long long made = 0;
    uint64_t x = random;
    if (S->depth == 0) return 0;
    int status = game_options(S) < 0 ? FAULT : ASK;
    if (status == ASK) status = play_random(S, &x, &made, most, 0);
    return status == FAULT || status == UNFORESEEABLE ? -made - 1 : made;
}

/* Random games with seeds from `first` on; results of each: its choices, then a place a
   player. Gives how many were played before one went wrong. */
int game_random(int games, uint64_t first, long long most, int *results) {
    State *S = malloc(sizeof(State));
    if (!S) abort();
    int i = 0;
    for (; i < games; i++) {
        long long made = 0;
        uint64_t x = (first + (uint64_t)i) * 0x9E3779B97F4A7C15ull + 1;
        *S = INITIAL;
        S->seed = first + (uint64_t)i;
        int status = play_random(S, &x, &made, most, 1);
        int broken = status != OVER && status != ASK;
        if (results) {
            int *out = results + (size_t)i * (PLAYERS + 1);
            out[0] = status == ASK ? -(int)made : (int)made;
            for (int p = 0; p < PLAYERS; p++) out[1 + p] = S->has_result == 1 ? S->result[p] : 0;
        }
        if (broken) break;
    }
    free(S);
    return i;
}
