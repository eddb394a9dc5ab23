/* Looking one choice ahead: how things stand after it, scored as if the game ended there. */

#define MOST_PLAYOUT 5000
#define GLANCES 4           /* so many options are looked at before a choice in a continuation */

static inline void forget_options(void) {
    run->options.count = run->options.used = 0;
    forget_counted();
}

/* Goes on by chance from a decision that has been reached, `most` choices at most. */
static int by_chance(State *S, int status, long long most, uint64_t *x) {
    long long made = 0;
    while (status == ASK && made < most) status = step_by_chance(S, x, &made);
    return status;
}

/* Carries the rule that ranks the players out in place of what is under way, as if the
   game ended now, or the estimate that the game names; what it asks is chosen by chance. */
static int score_now(State *S, uint64_t *x) {
    int player = S->turn == NONE ? 0 : S->turn;
    S->depth = 0;
    run->rounds = 0;
    return by_chance(S, begin_estimate(S, player), MOST_PLAYOUT, x);
}

/* How far a player is ahead of the best other one in a state that has been scored; where all
   win or lose together, what they have. */
static double lead_of(const State *S, int player) {
    num best = INT64_MIN;
    if (ALIKE) return (double)S->points[player];
    for (int q = 0; q < PLAYERS; q++) if (q != player && S->points[q] > best) best = S->points[q];
    return (double)S->points[player] - (double)best;
}

/* How things stand for a player after a choice, which is given, or is the one that chance makes
   with `y`; the state is spent for it. To have won at the end is worth more than all points. */
static double glance(State *T, int player, const opt *option, uint64_t y) {
    jmp_buf here, *before = run->leave;
    volatile int ended = 0;
    uint64_t x = y;
    long long made = 0;
    run->leave = &here;
    int why = setjmp(here);
    if (!why) {
        if (option) {
            choose(T, option);
            forget_options();
            why = go_on(T);
        } else why = step_by_chance(T, &x, &made);
        ended = why == OVER;
        if (why == ASK) why = score_now(T, &x);
    } else if (why == OVER) {
        end_game(T);
        ended = 1;
    }
    forget_options();
    run->leave = before;
    if (why != OVER || T->has_result != 1 || player < 0 || player >= PLAYERS) return -1e12; /* it went wrong */
    double lead = T->has_points ? lead_of(T, player) : -T->result[player];
    return !ended ? lead : T->result[player] == 1 ? lead + 1e9 : lead - 1e9;
}

/* Makes a choice as somebody does who looks at a few of the options, one choice ahead. */
static int step_looking(State *S, uint64_t *x, long long *made) {
    int player = chooser_of(S);
    uint64_t best = 0;
    double most = -1e300;
    for (int i = 0; i < GLANCES; i++) {
        State T = *S;
        uint64_t y = next_random(x);
        T.seed = next_random(x);
        double found = glance(&T, player, 0, y);
        if (found > most) { most = found; best = y; }
    }
    return step_by_chance(S, &best, made);
}
