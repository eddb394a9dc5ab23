"""Options of a choice as C: nested loops that put each option into the run's buffer.

More than 400 lines because every way to choose values has its loop here.
"""

from collections.abc import Sequence

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics.value_types import BundleType, ListType
from rulesrun.interpreter.codegen.heads import price_of
from rulesrun.interpreter.evaluator.offers import is_counted, size_bound
from rulesrun.interpreter.native import certain, masks, pairs, universes
from rulesrun.interpreter.native.expressions import valued
from rulesrun.interpreter.native.folds import each, masked
from rulesrun.interpreter.native.prims import MOST_KINDS
from rulesrun.interpreter.native.writer import Function

C = str


def options(f: Function, head: Sequence[stmt.HeadLine], item: C) -> C:
    """Statements that put all options of a head into the buffer, or the one that is wanted."""
    chosen = [line.local for line in head if isinstance(line, stmt.Select)]
    beside = pairs.pairs_of(f, head)
    last = head[-1] if head else None
    if beside is not None:
        first, second = (f.local(local) for local in chosen)
        opening, closing = beside.loop(first, second)
        opening += f" if (WANTED(1, {first}) && WANTED(2, {second})) {{"
        closing = f"}} {closing}"
    elif isinstance(last, stmt.Select) and is_counted(last):
        return _counted(f, head[:-1], last, item)
    else:
        opening, closing, _ = _lines(f, head, "1")
    return f"{opening} {put(f, chosen, item)} {closing}"


def _counted(
    f: Function, before: Sequence[stmt.HeadLine], last: stmt.Select, item: C
) -> C:
    """Options of which the last value is several things: counted or, if not, listed."""
    outer, end, at = _lines(f, before, "1")
    chosen = [line.local for line in before if isinstance(line, stmt.Select)]
    gathering, counting, listing, closing = _several(f, last, at)
    room, writing = _values(f, chosen)
    return (
        f"{outer} {gathering} {counting} if (ways_ > 0) {{ opt *o_ = "
        f"bunch_values(1 + {room}); *o_++ = {item}; {writing} bunch_end(o_); }} "
        f"else if (!ways_) {{ {listing} {put(f, [*chosen, last.local], item)} "
        f"{closing} }} {end}"
    )


def can(f: Function, head: Sequence[stmt.HeadLine]) -> C:
    """Statements that return 1 as soon as there is an option."""
    beside = pairs.pairs_of(f, head)
    if beside is not None:
        return beside.any()
    opening, closing, _ = _lines(f, head)
    return f"{opening} return 1; {closing} return 0;"


def exactly(f: Function, head: Sequence[stmt.HeadLine]) -> C | None:
    """Statements that draw one of the options by chance, where they are sets of bits."""
    beside = pairs.pairs_of(f, head)
    if beside is not None:
        return beside.drawn()
    if len(head) != 1 or not isinstance(head[0], stmt.Select) or head[0].several:
        return None
    whole = _whole(f, head[0])
    if whole is None:
        return None
    w, code = whole
    return (
        f"B{w} m_ = {code}; int n_ = bits{w}_size(m_); if (!n_) return 0; "
        f"run->one[0] = bits{w}_nth(m_, below(x_, n_)); run->item = 0; "
        "run->values = run->one; return n_;"
    )


def gathered(f: Function, head: Sequence[stmt.HeadLine]) -> C | None:
    """Statements that draw one of the options by chance, when all are written down.

    None where anything but numbers can be chosen.
    """
    chosen = [line.local for line in head if isinstance(line, stmt.Select)]
    if not chosen or any(f.kind(local.type).name != "int" for local in chosen):
        return None
    if any(isinstance(line, stmt.Select) and line.several for line in head):
        return None
    opening, closing, _ = _lines(f, head)
    size = len(chosen)
    writing = " ".join(f"o_[{i}] = (opt){f.written[c]};" for i, c in enumerate(chosen))
    return (
        f"int n_ = 0; opt *flat_ = run->flat; {opening} if (UNLIKELY((n_ + 1) * {size} "
        f"> run->flat_room)) flat_ = flat_grow(); opt *o_ = flat_ + n_ * {size}; "
        f"{writing} n_++; {closing} if (!n_) return 0; run->item = 0; "
        f"run->values = flat_ + {size} * below(x_, n_); return n_;"
    )


def _whole(f: Function, line: stmt.Select) -> tuple[int, C] | None:
    """All candidates as one set."""
    universe = universes.universe_of(f, line.local.type)
    if line.alike or line.prefer or line.candidate is not line.local:
        return None
    tests = [c.test for c in (*line.where, *line.require)]
    try:
        result, left = masks.filtered(f, line.local, line.of, tests)
    except certain.NoMask:
        return None
    if left or universe is None:
        return None
    return universe.words, result.code


def put(f: Function, chosen: Sequence[Local], item: C) -> C:
    """One option: its item and the chosen values."""
    room, writing = _values(f, chosen)
    return (
        f"{{ opt *o_ = option_new(&run->options, {item}, {room}); "
        f"{writing} option_end(&run->options, o_); }}"
    )


def _values(f: Function, chosen: Sequence[Local]) -> tuple[C, C]:
    """How much room chosen values take, and statements that write them."""
    fixed, parts, more = 0, [], ""
    for local in chosen:
        kind = f.kind(local.type)
        name = f.written[local]
        match kind.name:
            case "int":
                fixed += 1
                parts.append(f"*o_++ = (opt){name};")
            case "bundle":
                fixed += kind.size
                parts.append(
                    f"for (int i_ = 0; i_ < {kind.size}; i_++) *o_++ = (opt){name}.v[i_];"
                )
            case "list":
                fixed += 1
                more += f" + {name}.n"
                parts.append(
                    f"*o_++ = {name}.n; "
                    f"for (int i_ = 0; i_ < {name}.n; i_++) *o_++ = (opt){name}.v[i_];"
                )
            case _:
                raise f.unsupported(f"choosing values that are {local.type}")
    return f"{fixed}{more}", " ".join(parts)


def guarded_test(f: Function, test: core.Expr) -> C:
    """A condition of a head, of which a fault is told at its own place."""
    f.line = f.unit.line(test.span)
    return f.e(test)


def _lines(
    f: Function, head: Sequence[stmt.HeadLine], at: C | None = None
) -> tuple[C, C, C | None]:
    """What opens the loops of a head, and what closes them.

    With `at`, where the first value lies in an option, only what is wanted is gone through,
    and behind them stands where the next value lies.
    """
    opening, closing = [], []
    for line in head:
        match line:
            case stmt.Select():
                begin, end = _select(f, line, at)
                opening.append(begin)
                closing.append(end)
                at = at and _behind(f, line.local, at)
            case stmt.Condition(test):
                opening.append(f"if ({guarded_test(f, test)}) {{")
                closing.append("}")
            case core.Given(local, value):
                f.line = f.unit.line(value.span)
                code = valued(f, value, local.type)
                opening.append(f"{{ {f.kind(local.type).c} {f.local(local)} = {code};")
                closing.append("}")
    return " ".join(opening), " ".join(closing[::-1]), at


def _behind(f: Function, local: Local, at: C) -> C:
    """Where the value behind one lies in an option."""
    kind = f.kind(local.type)
    match kind.name:
        case "bundle":
            return f"{at} + {kind.size}"
        case "list":
            return f"{at} + 1 + (int)run->only[{at}]"
        case _:
            return f"{at} + 1"


def _wanted(f: Function, local: Local, at: C | None) -> C:
    """What opens a block for a value that is wanted there."""
    if at is None:
        return "{"
    kind, name = f.kind(local.type), f.written[local]
    match kind.name:
        case "bundle":
            return f"if (WANTED_ROW({at}, {kind.size}, {name}.v)) {{"
        case "list":
            return (
                f"if (WANTED({at}, {name}.n) && "
                f"WANTED_ROW({at} + 1, {name}.n, {name}.v)) {{"
            )
        case _:
            return f"if (WANTED({at}, {name})) {{"


def _select(f: Function, line: stmt.Select, at: C | None = None) -> tuple[C, C]:
    if line.several:
        gathering, _, begin, end = _several(f, line, at)
        return f"{gathering} {begin}", end
    f.line = f.unit.line(line.domain.span)
    conditions = [c.test for c in (*line.where, *line.require)]
    if line.candidate is not line.local:
        values: dict[Local, core.Expr] = {
            line.candidate: core.Get(
                line.local, type=line.local.type, span=line.domain.span
            )
        }
        conditions = [certain.substituted(test, values) for test in conditions]
    if line.alike:
        begin, end = each(f, line.of, line.local)
    elif line.prefer and (better := _preferred(f, line, conditions)) is not None:
        begin, end = better
        return f"{begin} {_wanted(f, line.local, at)}", f"}} {end}"
    else:
        begin, end, seen_to = masked(f, line.of, line.local, conditions)
        del conditions[:seen_to]
    f.written[line.candidate] = name = f.written[line.local]
    if line.alike:
        begin, end = distinct(f, line, name, begin, end)
    if not line.prefer:
        begin, end = f"{begin} {_wanted(f, line.local, at)}", f"}} {end}"
    for test in conditions:
        begin, end = f"{begin} if ({guarded_test(f, test)}) {{", f"}} {end}"
    if not line.prefer:
        return begin, end
    n = f.unit.fresh()
    size = max(1, f.bound(line.of))
    item = f.kind(line.local.type).item
    result, good = f.room(item, size), f.room("unsigned char", size)
    wishes = " && ".join(f"({f.e(wish.test)})" for wish in line.prefer)
    gathering = (
        f"{{ int n{n} = 0, better{n} = 0; {begin} "
        f"if (UNLIKELY(n{n} == {size})) fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); "
        f"{result}[n{n}] = {name}; {good}[n{n}] = {wishes}; better{n} |= "
        f"{good}[n{n}]; n{n}++; {end} "
        f"for (int i{n} = 0; i{n} < n{n}; i{n}++) {{ if (better{n} && "
        f"!{good}[i{n}]) continue; "
        f"{item} {name} = {result}[i{n}]; {_wanted(f, line.local, at)}"
    )
    return gathering, "} } }"


def distinct(f: Function, line: stmt.Select, name: C, begin: C, end: C) -> tuple[C, C]:
    """A loop over components, but only the first of those that are one option."""
    n, w = f.unit.fresh(), f.unit.words
    if line.apart:
        size = max(1, f.bound(line.of))
        looks = f.room("num", size * (len(line.apart) + 1))
        return (
            f"{{ int n{n} = 0; {begin} if (UNLIKELY(n{n} == {size})) "
            f"fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); "
            f"{_look(f, line, looks, f'n{n}', name)} "
            f"if ({_first(line, looks, f'n{n}')} == n{n}) {{ n{n}++;",
            f"}} {end} }}",
        )
    return (
        f"{{ B{w} seen{n} = {{{{0}}}}; {begin} "
        f"if (!bits{w}_has(seen{n}, FACE[{name}])) {{ "
        f"bits{w}_add(&seen{n}, FACE[{name}]);",
        f"}} {end} }}",
    )


def _look(f: Function, line: stmt.Select, looks: C, at: C, name: C) -> C:
    """Statements that note in `looks` what a candidate is told by, at the place `at`."""
    size = len(line.apart) + 1
    values = [f"FACE[{name}]", *(f"(num)({f.e(value)})" for value in line.apart)]
    return " ".join(
        f"{looks}[{at} * {size} + {i}] = {value};" for i, value in enumerate(values)
    )


def _first(line: stmt.Select, looks: C, at: C) -> C:
    """The first place at which the same is noted as at that one."""
    return f"first_like({looks}, {at}, {len(line.apart) + 1})"


def _preferred(
    f: Function, line: stmt.Select, conditions: Sequence[core.Expr]
) -> tuple[C, C] | None:
    """The candidates and the better ones among them, as sets."""
    wishes = [wish.test for wish in line.prefer]
    universe = universes.universe_of(f, line.local.type)
    if universe is None or line.candidate is not line.local:
        return None
    try:
        result, left = masks.filtered(f, line.local, line.of, conditions)
        better, wished_for = masks.filtered(f, line.local, line.of, wishes)
    except certain.NoMask:
        return None
    if left or wished_for:
        return None
    n, w = f.unit.fresh(), universe.words
    name = f.local(line.local)
    return (
        f"{{ B{w} m{n} = {result.code}, better{n} = bits{w}_and(m{n}, {better.code}); "
        f"if (bits{w}_any(better{n})) m{n} = better{n}; "
        f"EACH_BIT({w}, {name}, m{n}) {{",
        "} }",
    )


def limits_of(f: Function, line: stmt.Select) -> tuple[C, C]:
    """How many can be chosen at least and at most."""
    least = "0" if line.least is None else f.e(line.least)
    most = "INT64_MAX" if line.most is None else f.e(line.most)
    return least, most


MOST_AMONG = 1024
"""Of more things than that, and than there are components, several are not chosen in C."""


def subsets_of(
    f: Function,
    line: stmt.Select,
    u: C,
    tests: Sequence[core.Expr],
    limits: bool = True,
    numbers: C | None = None,
) -> C:
    """Statements that begin, in `u`, the choices of several of what passes the tests.

    Without `limits` nothing bounds how many those are, nor their sums. Of numbers, which
    then lie in `numbers`, their positions are chosen.
    """
    n = f.unit.fresh()
    f.line = f.unit.line(line.domain.span)
    begin, end, seen_to = masked(f, line.of, line.candidate, tests)
    each_name = f.written[line.candidate]
    for test in tests[seen_to:]:
        begin, end = f"{begin} if ({guarded_test(f, test)}) {{", f"}} {end}"
    f.line = f.unit.line(line.domain.span)
    size = max(1, f.bound(line.of))
    f.unit.most_chosen = max(f.unit.most_chosen, min(size, MOST_AMONG))
    room, grouped = f.room("int", size), f.room("int", size)
    keeping = f"{room}[n{n}++] = {each_name};"
    faces = "FACE" if line.alike else "0"
    if line.apart:  # each looks like the first of its group
        looks = f.room("num", size * (len(line.apart) + 1))
        faces = f.room("int16_t", len(f.unit.layout.components))
        keeping = (
            f"{_look(f, line, looks, f'n{n}', each_name)} "
            f"{faces}[{each_name}] = (int16_t){_first(line, looks, f'n{n}')}; {keeping}"
        )
    if numbers is not None:  # places of numbers are chosen
        keeping = (  # equal ones at one place
            f"int p{n} = 0; while (p{n} < n{n} && {numbers}[p{n}] != {each_name}) "
            f"p{n}++; {numbers}[n{n}] = {each_name}; {room}[n{n}++] = p{n};"
        )
    gather = (
        f"int n{n} = 0; {begin} if (UNLIKELY(n{n} == {size})) "
        f"fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); {keeping} {end}"
    )
    least, most = limits_of(f, line) if limits else ("0", "INT64_MAX")
    repeats = numbers is not None or isinstance(line.of.type, ListType)
    weights, low, high = "0", "0, 0", "0, 0"
    if limits and line.sums is not None:
        fields = (c.fields.get(line.sums.name) for c in f.unit.layout.components)
        values = [value if isinstance(value, int) else 0 for value in fields]
        weights = f.unit.table(f"WEIGHT_{line.sums.name}", "num", map(int, values))
        low, high = (
            "0, 0" if bound is None else f"1, {f.e(bound)}"
            for bound in (line.sums.low, line.sums.high)
        )
    return (
        f"{{ {gather} if (UNLIKELY(n{n} > MOST_CHOSEN)) "
        f"fault(FAULT_CAPACITY, MOST_CHOSEN, 0, 0, {f.line}); "
        f"subsets_begin(&{u}, (V){{{room}, n{n}}}, {least}, {most}, "
        f"{faces}, {int(repeats)}, {weights}, {low}, {high}, {grouped}); }}"
    )


def _several(f: Function, line: stmt.Select, at: C | None = None) -> tuple[C, C, C, C]:
    """C that gathers what is to be chosen from; counts the ways, where that is wanted, and
    leaves in `ways_` what came of it; goes through all ways, or the one that is wanted; and
    closes what is open.
    """
    if line.prefer:
        raise f.unsupported("preferences among several things")
    if isinstance(line.of.type, BundleType):
        return _payments(f, line, at) or _bundles(f, line, at)
    return _subsets(f, line, at)


def _subsets(f: Function, line: stmt.Select, at: C | None) -> tuple[C, C, C, C]:
    u = f"u{f.unit.fresh()}"
    kind = f.kind(line.local.type)
    size = max(1, f.bound(line.of))
    numbers = f.room("num", size) if kind.wide else None
    tests = [condition.test for condition in line.where]
    begun = subsets_of(f, line, u, tests, numbers=numbers)
    bounds = " ".join(_bound(f, u, line.local, test) for test in line.rest)
    counting = f"if (counted.on) {{ {bounds} }} int ways_ = counted_subsets(&{u});"
    name = f.local(line.local)
    opening = f"V {name}; while (subsets_next(&{u}, &{name})) {{"
    if numbers is not None:
        counting, n, room = "int ways_ = 0;", f.unit.fresh(), f.room("num", size)
        opening = (
            f"V at{n}; while (subsets_next(&{u}, &at{n})) {{ "
            f"for (int i_ = 0; i_ < at{n}.n; i_++) "
            f"{room}[i_] = {numbers}[at{n}.v[i_]]; W {name} = {{{room}, at{n}.n}};"
        )
    opening, closing = f"{opening} {_wanted(f, line.local, at)}", "} } }"
    for test in line.rest:
        opening, closing = f"{opening} if ({guarded_test(f, test)}) {{", f"}} {closing}"
    return f"{{ Subsets {u}; {begun}", counting, opening, closing


def _bound(f: Function, ways: C, local: Local, test: core.Expr) -> C:
    """A bound for how many things are chosen, from a condition that is one."""
    result = size_bound(local, test)
    if result is None:
        return ""
    op, right = result
    code, more = f.e(right), []
    if op in (">=", ">", "=="):
        more.append(
            f"{ways}.least = max_of({ways}.least, clipped(b_ + {int(op == '>')}));"
        )
    if op in ("<=", "<", "=="):
        more.append(
            f"{ways}.most = min_of({ways}.most, clipped(b_ - {int(op == '<')}));"
        )
    return f"{{ num b_ = {code}; {' '.join(more)} }}"


def filtered(f: Function, line: stmt.Select, n: int, tests: Sequence[core.Expr]) -> C:
    """Statements that put into `h{n}` what there is of the kinds that pass the tests."""
    f.line = f.unit.line(line.domain.span)
    kind = f.kind(line.of.type)
    have, filtering = f.e(line.of), ""
    if tests:
        name = f.local(line.candidate)
        test = " && ".join(f"({f.e(test)})" for test in tests)
        filtering = (
            f"for (int {name} = 0; {name} < {kind.size}; {name}++) if "
            f"(!({test})) h{n}.v[{name}] = 0;"
        )
    return f"N{kind.size} h{n} = {have}; {filtering}"


def bundles_of(
    f: Function,
    line: stmt.Select,
    u: C,
    tests: Sequence[core.Expr],
    limits: bool = True,
) -> C:
    """Statements that begin, in `u`, the choices from the kinds that pass the tests."""
    n, kind = f.unit.fresh(), f.kind(line.of.type)
    begun = filtered(f, line, n, tests)
    least, most = limits_of(f, line) if limits else ("0", "INT64_MAX")
    return f"{{ {begun} bundles_begin(&{u}, h{n}.v, {kind.size}, {least}, {most}); }}"


def _each_bundle(
    f: Function,
    line: stmt.Select,
    at: C | None,
    following: C,
    count: C,
    require: Sequence[stmt.Condition],
) -> tuple[C, C]:
    """What goes through all bundles to be chosen, and what closes it."""
    name, kind = f.local(line.local), f.kind(line.of.type)
    opening = (
        f"while ({following}) {{ N{kind.size} {name}; "
        f"memcpy({name}.v, {count}, sizeof {name}.v); {_wanted(f, line.local, at)}"
    )
    closing = "} } }"
    for condition in require:
        opening = f"{opening} if ({guarded_test(f, condition.test)}) {{"
        closing = f"}} {closing}"
    return opening, closing


def _payments(f: Function, line: stmt.Select, at: C | None) -> tuple[C, C, C, C] | None:
    """The same for every way to pay a price; none where no price is asked for."""
    price = price_of(line)
    kind = f.kind(line.of.type)
    if price is None or kind.size > MOST_KINDS:
        return None
    n = f.unit.fresh()
    begun = filtered(f, line, n, [c.test for c in line.where[1:]])
    cost, number, kinds, *ways = (f.e(arg) for arg in price)
    listed = ", ".join(ways) or "0"
    begun += (
        f" N{kind.size} cost{n} = {cost}; int64_t ways{n}[] = {{{listed}}}; "
        f"payments_begin(&u{n}, h{n}.v, cost{n}.v, {kind.size}, {number}, {kinds}ull, "
        f"ways{n}, {len(ways) // 4});"
    )
    opening, closing = _each_bundle(
        f, line, at, f"payments_next(&u{n})", f"u{n}.all.count", line.require[1:]
    )
    return f"{{ Payments u{n}; {begun}", "int ways_ = 0;", opening, closing


def _bundles(f: Function, line: stmt.Select, at: C | None) -> tuple[C, C, C, C]:
    u = f"u{f.unit.fresh()}"
    begun = bundles_of(f, line, u, [condition.test for condition in line.where])
    opening, closing = _each_bundle(
        f, line, at, f"bundles_next(&{u})", f"{u}.count", line.require
    )
    counting = f"int ways_ = counted_bundles(&{u});"
    return f"{{ Bundles {u}; {begun}", counting, opening, closing
