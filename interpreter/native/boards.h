/* The connected groups of a set of cells, in the order of their first cells. */
static VV board_regions@W@(B@W@ in, int cells, const int *beside, const int *ends, int *flat,
                           int *at, int *queue) {
    int n = 0, groups = 0;
    at[0] = 0;
    EACH_BIT(@W@, c, in) {
        if (bits@W@_has(in, c)) {
            int used = 0;
            B@W@ group = {{0}};
            bits@W@_remove(&in, c);
            queue[used++] = c;
            for (int i = 0; i < used; i++)
                for (int k = ends[queue[i]]; k < ends[queue[i] + 1]; k++)
                    if (bits@W@_has(in, beside[k])) {
                        bits@W@_remove(&in, beside[k]);
                        queue[used++] = beside[k];
                    }
            for (int i = 0; i < used; i++) bits@W@_add(&group, queue[i]);
            EACH_BIT(@W@, member, group) flat[n++] = member;
            at[++groups] = n;
        }
    }
    (void)cells;
    return (VV){flat, at, groups};
}
