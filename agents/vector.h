/* Many games at once: each carries out an action, and tells what then is seen.
   Defined before: ACTIONS, ACTION_*, PARAM_*, OBSERVED and observe(), REWARD, REWARD_SCALE
   and counted_of(). */

/* What none is to a parameter, by PARAM_NONE: in its place nothing, NONE or NONUM. */
static const num NO_VALUE[] = {INT64_MAX, NONE, NONUM};

/* The number that an option has through the whole game, -1 if it has none. Options without
   a number of their own are counted for each item in `met`. */
static int action_of(int decision, const opt *option, int *met) {
    int item = ACTION_ITEM[decision] + (int)option[0], code = 0;
    if (ACTION_COUNT[item] < 0) {
        int at = met[(int)option[0]]++;
        return at < ACTION_SIZE[item] ? ACTION_FIRST[item] + at : -1;
    }
    for (int i = 0; i < ACTION_COUNT[item]; i++) {
        int p = ACTION_PARAM[item] + i;
        num value = option[1 + i];
        code = code * PARAM_SIZE[p] + (value == NO_VALUE[PARAM_NONE[p]] ? 0 : (int)value - PARAM_LOW[p]);
    }
    return ACTION_FIRST[item] + code;
}

/* Carries out an action that is possible; gives ASK, OVER or FAULT. */
static int act(State *S, int action) {
    int item = ACTION_ITEM[S->decision];
    while (action >= ACTION_FIRST[item] + ACTION_SIZE[item]) item++;
    int inner = action - ACTION_FIRST[item], number = item - ACTION_ITEM[S->decision];
    if (ACTION_COUNT[item] < 0) {
        if (game_options(S) < 0) return FAULT;
        Options *o = &run->options;
        for (int i = 0; i < o->count; i++)
            if (o->data[o->at[i]] == number && !inner--) return game_choose_number(S, i);
        return FAULT;
    }
    opt option[1 + MOST_PARAMS];
    option[0] = number;
    for (int i = ACTION_COUNT[item] - 1; i >= 0; i--) {
        int p = ACTION_PARAM[item] + i, digit = inner % PARAM_SIZE[p];
        inner /= PARAM_SIZE[p];
        option[1 + i] = PARAM_NONE[p] && !digit ? (opt)NO_VALUE[PARAM_NONE[p]] : digit + PARAM_LOW[p];
    }
    return game_choose(S, option);
}

#define REMEMBERED 256      /* so many actions of a mask are cleared one by one, more all at once */

/* What is told of a game: the mask, one of its actions drawn by chance, and the observation.
   What is not wanted is null. `marked` is how many actions the mask has, then which; `before`
   and `eyes` what was written last into `seen`, and who saw it. */
static void look(const State *S, uint8_t *seen, Before *before, int32_t *eyes, uint8_t *mask,
                 int32_t *marked, int64_t *drawn, uint64_t *x, int32_t *player) {
    const Options *o = &run->options;
    int met[MOST_ITEMS] = {0}, numbered = 0;
    if (mask) {
        if (marked[0] > REMEMBERED) memset(mask, 0, ACTIONS);
        else for (int i = 1; i <= marked[0]; i++) mask[marked[i]] = 0;
        marked[0] = 0;
    }
    int one = !mask && !AS_THEY_COME ? below(x, o->count) : -1;
    *drawn = -1;
    for (int i = one < 0 ? 0 : one; i < (one < 0 ? o->count : one + 1); i++) {
        int action = action_of(S->decision, o->data + o->at[i], met);
        if (action < 0) continue;
        if (!below(x, ++numbered)) *drawn = action;
        if (!mask || mask[action]) continue;
        mask[action] = 1;
        if (++marked[0] <= REMEMBERED) marked[marked[0]] = action;
    }
    *player = S->actor;
    if (!seen) return;
    observe(S, before, *eyes, S->actor, seen);
    *eyes = S->actor;
}

int vector_actions(void) { return ACTIONS; }
int vector_observed(void) { return OBSERVED; }
int64_t vector_before(void) { return sizeof(Before); }

/* From -1 for being beaten by all to 1 for beating all others; where all have come to the same
   together, 1 or -1 for everybody, and 0 in a draw. */
static double by_places(const State *S, int player) {
    int beaten = 0, alike = 1, own = S->result[player];
    if (S->has_result != 1) return 0;
    for (int q = 0; q < PLAYERS; q++) {
        beaten += (own < S->result[q]) - (own > S->result[q]);
        alike &= (S->result[q] == 1) == (own == 1);
    }
    if (alike) return own != 1 ? -1 : ALL_CAN_WIN || PLAYERS == 1 ? 1 : 0;
    return (double)beaten / (PLAYERS > 1 ? PLAYERS - 1 : 1);
}

/* What the players have of what they are rewarded with; see `Rewards.worth`. */
static void worths(const State *S, int over, double *out) {
    for (int p = 0; p < PLAYERS; p++)
        switch (REWARD) {
        case BY_POINTS: out[p] = counted_of(S, p); break;
        case BY_NUMBER: out[p] = over ? counted_of(S, p) : 0; break;
        case BY_POTENTIAL:
            if (!over) {
                double best = PLAYERS > 1 ? -1e300 : 0;
                for (int q = 0; q < PLAYERS; q++)
                    if (q != p && counted_of(S, q) > best) best = counted_of(S, q);
                out[p] = (counted_of(S, p) - best) / REWARD_SCALE;
                break;
            } /* falls through */
        default: out[p] = over ? by_places(S, p) : 0;
        }
}

/* Notes how a game stands after `status`, and what that has brought since it was worth `had`;
   gives whether it has to begin anew. */
static int has_ended(const State *S, int status, int made, int most, const double *had,
                     float *rewards, uint8_t *done, uint8_t *cut) {
    double has[PLAYERS];
    if (status != OVER && (status != ASK || REWARD == BY_PLACES || REWARD == BY_NUMBER))
        return status == ASK && (*cut = made >= most);
    worths(S, status == OVER, has);
    for (int p = 0; p < PLAYERS; p++) rewards[p] = (float)(has[p] - had[p]);
    if (status == OVER) return *done = 1;
    return *cut = made >= most;
}

/* The games from `first` to before `last`, each begun with its seed if there are no
   `actions`; one whose action is below 0 waits as it is. A game that ends, or is cut off
   after `most` choices, begins anew with a seed `further` on; what the seat `viewers` sees at
   its end is put into `finals`, unless these are null. Gives the number of a game that went
   wrong, or -1. */
int vector_step(void *states, int first, int last, const int64_t *actions, uint64_t *seeds,
                uint64_t further, int most, int32_t *made, uint8_t *seen, void *before,
                int32_t *eyes, uint8_t *masks, int32_t *marked, int64_t *drawn,
                uint64_t *chances, int32_t *players, float *rewards, uint8_t *done,
                uint8_t *cut, uint8_t *finals, const int32_t *viewers) {
    for (int i = first; i < last; i++) {
        State *S = (State *)states + i;
        int status = OVER;
        memset(rewards + (size_t)i * PLAYERS, 0, sizeof(float) * PLAYERS);
        done[i] = cut[i] = 0;
        if (actions && actions[i] < 0) continue;
        if (actions) {
            double had[PLAYERS];
            worths(S, 0, had);
            status = act(S, (int)actions[i]);
            made[i]++;
            if (has_ended(S, status, made[i], most, had, rewards + (size_t)i * PLAYERS, done + i, cut + i)) {
                status = OVER;
                seeds[i] += further;
                if (finals) observe(S, 0, -1, viewers[i], finals + (size_t)i * OBSERVED);
            }
        }
        if (status == OVER) {
            status = game_start(S, seeds[i]);
            made[i] = 0;
        }
        if (status != ASK) return i;
        look(S, seen ? seen + (size_t)i * OBSERVED : 0, seen ? (Before *)before + i : 0, eyes + i,
             masks ? masks + (size_t)i * ACTIONS : 0, marked + (size_t)i * (REMEMBERED + 1),
             drawn + i, chances + i, players + i);
    }
    return -1;
}

/* Carries out one of the choices of a game by chance, each as likely, without listing them. */
static int play_one(State *S, uint64_t *x) {
    jmp_buf here;
    this_run()->leave = &here;
    int why = setjmp(here);
    counted.on = 0;
    forget_counted();
    run->options.count = run->options.used = 0;
    if (why) {
        if (why == OVER) end_game(S);
        return why;
    }
    run->rounds = 0;
    long long made = 0;
    int status = ASK;
    while (status == ASK && !made) status = step_by_chance(S, x, &made);
    if (status == ASK) S->actor = (int16_t)chooser_of(S);
    if (status == OVER) end_game(S);
    return status;
}

/* The same games, when nothing is looked at and all choices are made by chance. */
int vector_play(void *states, int first, int last, uint64_t *seeds, uint64_t further, int most,
                int32_t *made, uint64_t *chances, int32_t *players, float *rewards,
                uint8_t *done, uint8_t *cut) {
    for (int i = first; i < last; i++) {
        State *S = (State *)states + i;
        double had[PLAYERS];
        memset(rewards + (size_t)i * PLAYERS, 0, sizeof(float) * PLAYERS);
        done[i] = cut[i] = 0;
        worths(S, 0, had);
        int status = play_one(S, chances + i);
        made[i]++;
        if (has_ended(S, status, made[i], most, had, rewards + (size_t)i * PLAYERS, done + i, cut + i)) {
            seeds[i] += further;
            status = game_start(S, seeds[i]);
            made[i] = 0;
        }
        if (status != ASK) return i;
        players[i] = S->actor;
    }
    return -1;
}
