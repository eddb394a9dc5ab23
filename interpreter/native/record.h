/* What a study counts in a random game; included after search.h. The same is counted in
   Python (studies/record.py), to the last number. */

#define MOMENTS 64         /* as in studies/record.py: points are looked at so often at most, evenly spread */
#define PARAMETER 5        /* numbers that describe one: form, size, subject, lowest, highest */

enum { SCALAR, LIST, BUNDLE, FACES = 4 };

/* `subjects` are what can be offered and taken; `plan` says where they are in options:
   for each decision the number of its first item (and one behind the last); for each item
   its subject, its first parameter (and one item behind the last); the parameters. */
typedef struct {
    const int *items, *parameters;
    int subjects, *offered, *taken, *marks, mark;
} Tally;

static inline void tally_one(Tally *t, int *counts, int subject) {
    if (t->marks[subject] == t->mark) return;
    t->marks[subject] = t->mark;
    counts[subject]++;
}

static inline void tally_value(Tally *t, int *counts, const int *p, num value) {
    if (p[2] < 0 || value < p[3] || value > p[4]) return;
    tally_one(t, counts, p[2] + (p[0] & FACES ? FACE[value] : (int)value) - p[3]);
}

static void tally_option(Tally *t, int *counts, int decision, const opt *option) {
    const int *item = t->items + DECISIONS + 1 + 2 * (t->items[decision] + option[0]);
    tally_one(t, counts, item[0]);
    option++;
    for (const int *p = t->parameters + PARAMETER * item[1]; p < t->parameters + PARAMETER * item[3]; p += PARAMETER) {
        switch (p[0] & 3) {
        case SCALAR: tally_value(t, counts, p, *option++); break;
        case LIST: for (num n = *option++; n > 0; n--) tally_value(t, counts, p, *option++); break;
        default: for (int i = 0; i < p[1]; i++) if (*option++ > 0) tally_value(t, counts, p, i);
        }
    }
}

/* What players would have if the game ended now; what scoring asks is answered with the
   first option. Gives whether it can be told. */
static int points_now(const State *S, State *T) {
    jmp_buf here;
    num *log = run->log;
    *T = *S;
    T->has_points = 0;
    T->depth = 0;
    run->log = 0;
    run->leave = &here;
    run->options.count = run->options.used = 0;
    run->rounds = 0;
    int why = setjmp(here);
    if (!why) {
        int status = begin_scoring(T, S->turn == NONE ? 0 : S->turn);
        for (int i = 0; status == ASK && i < MOST_PLAYOUT; i++)
            if ((status = ask(T)) == ASK) status = take(T, 0);
    }
    run->log = log;
    run->options.count = run->options.used = 0;
    return T->has_points && (!why || why == OVER);
}

/* Plays a random game with a seed. Into `counts` go how often each subject was offered,
   then taken, player by player; into `decisions`, player by player and decision by
   decision, its times, its options, the fewest and most of them, and how often there was
   one; into `samples` the points at MOMENTS when somebody else chooses or a turn begins,
   behind the number of choices made (`scored`: 2, at the end only: 1, never: 0); into `out` the choices made, the samples, the turns, and
   whether players are ranked, with their places. Gives OVER, ASK where `most` choices did
   not end it, or what went wrong. */
int game_record(uint64_t seed, int most, int scored, const int *plan, int parameters, int subjects,
                int *marks, int *counts, int *decisions, int *moves, num *samples, int *out) {
    State *S = malloc(2 * sizeof(State));
    if (!S) abort();
    Tally t = {plan, plan + parameters, subjects, counts, counts + PLAYERS * subjects, marks, 0};
    int made = 0, sampled = 0, actor = -1, turns = -1, moment = 0, stride = 1, width = PLAYERS + 1;
    int status = game_start(S, seed);
    while (status == ASK && made < most) {
        Options *o = &run->options;
        int *row = decisions + 5 * (S->actor * DECISIONS + S->decision);
        if (!row[0] || o->count < row[2]) row[2] = o->count;
        if (o->count > row[3]) row[3] = o->count;
        row[0]++;
        row[1] += o->count;
        row[4] += o->count == 1;
        t.mark++;
        for (int i = 0; i < o->count; i++)
            tally_option(&t, t.offered + S->actor * subjects, S->decision, o->data + o->at[i]);
        int number = (int)chance_draw(seed ^ ROBOTS, (uint64_t)made, (uint64_t)o->count);
        int size = (number + 1 < o->count ? o->at[number + 1] : o->used) - o->at[number];
        opt option[size];
        memcpy(option, o->data + o->at[number], sizeof option);
        t.mark++;
        tally_option(&t, t.taken + S->actor * subjects, S->decision, option);
        if (scored > 1 && (S->actor != actor || S->turns != turns)) {
            actor = S->actor;
            turns = S->turns;
            if (moment++ % stride == 0 && points_now(S, S + 1)) {
                if (sampled == MOMENTS) {
                    for (int i = 1; 2 * i < sampled; i++)
                        memcpy(samples + width * i, samples + width * 2 * i, sizeof(num) * (size_t)width);
                    sampled /= 2;
                    stride *= 2;
                }
                num *to = samples + width * sampled++;
                *to = made;
                for (int p = 0; p < PLAYERS; p++) to[1 + p] = S[1].points[p];
            }
        }
        moves[made++] = number;
        status = guarded(S, 0, option);
    }
    if (status == OVER && scored && S->has_points) {
        num *to = samples + width * sampled++;
        *to = made;
        for (int p = 0; p < PLAYERS; p++) to[1 + p] = S->points[p];
    }
    out[0] = made;
    out[1] = sampled;
    out[2] = S->turns;
    out[3] = S->has_result == 1;
    for (int p = 0; p < PLAYERS; p++) out[4 + p] = S->result[p];
    free(S);
    return status;
}
