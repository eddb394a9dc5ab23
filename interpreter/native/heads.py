"""Options of a choice as C: nested loops that put each option into the run's buffer."""

from collections.abc import Sequence

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.statements import Condition, HeadLine, Select
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.value_types import BundleType, IntType
from rulesrun.interpreter.native.expressions import constant
from rulesrun.interpreter.native.folds import each
from rulesrun.interpreter.native.tables import column_table
from rulesrun.interpreter.native.writer import Function

C = str


def options(f: Function, head: Sequence[HeadLine], item: C) -> C:
    """Statements that put all options of a head into the buffer."""
    opening, closing = _lines(f, head)
    chosen = [line.local for line in head if isinstance(line, Select)]
    return f"{opening} {put(f, chosen, item)} {closing}"


def can(f: Function, head: Sequence[HeadLine]) -> C:
    """Statements that return 1 as soon as there is an option."""
    opening, closing = _lines(f, head)
    return f"{opening} return 1; {closing} return 0;"


def put(f: Function, chosen: Sequence[Local], item: C) -> C:
    """One option: its item and the chosen values."""
    fixed, parts, more = 0, [], ""
    for local in chosen:
        kind = f.kind(local.type)
        name = f.written[local]
        match kind.name:
            case "int":
                fixed += 1
                parts.append(f"*o_++ = {name};")
            case "bundle":
                fixed += kind.size
                parts.append(
                    f"memcpy(o_, {name}.v, sizeof {name}.v); o_ += {kind.size};"
                )
            case "list":
                fixed += 1
                more += f" + {name}.n"
                parts.append(
                    f"*o_++ = {name}.n; memcpy(o_, {name}.v, sizeof(int) * "
                    f"(size_t){name}.n); o_ += {name}.n;"
                )
            case _:
                raise f.unsupported(f"choosing values that are {local.type}")
    return (
        f"{{ int *o_ = option_new(&run->options, {item}, {fixed}{more}); "
        f"{' '.join(parts)} option_end(&run->options, o_); }}"
    )


def _lines(f: Function, head: Sequence[HeadLine]) -> tuple[C, C]:
    opening, closing = [], []
    for line in head:
        match line:
            case Select():
                begin, end = _select(f, line)
                opening.append(begin)
                closing.append(end)
            case Condition(test):
                opening.append(f"if ({f.e(test)}) {{")
                closing.append("}")
            case core.Given(local, value):
                code = f.e(value)
                opening.append(f"{{ {f.kind(local.type).c} {f.local(local)} = {code};")
                closing.append("}")
    return " ".join(opening), " ".join(closing[::-1])


def _select(f: Function, line: Select) -> tuple[C, C]:
    if line.several:
        if line.prefer:
            raise f.unsupported("preferences among several things")
        if isinstance(line.of.type, BundleType):
            return _bundles(f, line)
        return _subsets(f, line)
    f.line = f.unit.line(line.domain.span)
    begin, end = each(f, line.of, line.local)
    f.written[line.candidate] = name = f.written[line.local]
    alike = ""
    if line.alike:
        n, w = f.unit.fresh(), f.unit.words
        begin = f"{{ B{w} seen{n} = {{{{0}}}}; {begin}"
        end = f"{end} }}"
        alike = (
            f"if (!bits{w}_has(seen{n}, FACE[{name}])) {{ "
            f"bits{w}_add(&seen{n}, FACE[{name}]);"
        )
        begin, end = f"{begin} {alike}", f"}} {end}"
    for condition in (*line.where, *line.require):
        begin, end = f"{begin} if ({f.e(condition.test)}) {{", f"}} {end}"
    if not line.prefer:
        return begin, end
    n = f.unit.fresh()
    size = max(1, f.bound(line.of))
    found, good = f.room("int", size), f.room("unsigned char", size)
    wishes = " && ".join(f"({f.e(wish.test)})" for wish in line.prefer)
    gathering = (
        f"{{ int n{n} = 0, better{n} = 0; {begin} "
        f"if (UNLIKELY(n{n} == {size})) fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); "
        f"{found}[n{n}] = {name}; {good}[n{n}] = {wishes}; better{n} |= "
        f"{good}[n{n}]; n{n}++; {end} "
        f"for (int i{n} = 0; i{n} < n{n}; i{n}++) {{ if (better{n} && "
        f"!{good}[i{n}]) continue; "
        f"int {name} = {found}[i{n}];"
    )
    return gathering, "} }"


def _limits(f: Function, line: Select) -> tuple[C, C]:
    least = "0" if line.least is None else f.e(line.least)
    most = "INT_MAX" if line.most is None else f.e(line.most)
    return least, most


def _subsets(f: Function, line: Select) -> tuple[C, C]:
    n = f.unit.fresh()
    f.line = f.unit.line(line.domain.span)
    begin, end = each(f, line.of, line.candidate)
    each_name = f.written[line.candidate]
    for condition in line.where:
        begin, end = f"{begin} if ({f.e(condition.test)}) {{", f"}} {end}"
    size = max(1, f.bound(line.of))
    room, grouped = f.room("int", size), f.room("int", size)
    gather = (
        f"int n{n} = 0; {begin} if (UNLIKELY(n{n} == {size})) "
        f"fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); "
        f"{room}[n{n}++] = {each_name}; {end}"
    )
    least, most = _limits(f, line)
    faces = "FACE" if line.alike else "0"
    weights, low, high = "0", "0, 0", "0, 0"
    if line.sums is not None:
        name = f"FIELD_{line.sums.name}"
        values = [c.fields.get(line.sums.name) for c in f.unit.layout.components]
        column_table(f, name, IntType(), values, constant)
        weights = name
        low, high = (
            "0, 0" if bound is None else f"1, {f.e(bound)}"
            for bound in (line.sums.low, line.sums.high)
        )
    name = f.local(line.local)
    opening = (
        f"{{ {gather} Subsets u{n}; if (UNLIKELY(n{n} > COMPONENTS)) "
        f"fault(FAULT_CAPACITY, 0, 0, 0, {f.line}); "
        f"subsets_begin(&u{n}, (V){{{room}, n{n}}}, {least}, {most}, "
        f"{faces}, {weights}, {low}, {high}, {grouped}); "
        f"V {name}; while (subsets_next(&u{n}, &{name})) {{"
    )
    closing = "} }"
    for test in line.rest:
        opening, closing = f"{opening} if ({f.e(test)}) {{", f"}} {closing}"
    return opening, closing


def _bundles(f: Function, line: Select) -> tuple[C, C]:
    n = f.unit.fresh()
    f.line = f.unit.line(line.domain.span)
    kind = f.kind(line.of.type)
    have = f.e(line.of)
    filtering = ""
    if line.where:
        name = f.local(line.candidate)
        tests = " && ".join(f"({f.e(c.test)})" for c in line.where)
        filtering = (
            f"for (int {name} = 0; {name} < {kind.size}; {name}++) if "
            f"(!({tests})) h{n}.v[{name}] = 0;"
        )
    least, most = _limits(f, line)
    name = f.local(line.local)
    opening = (
        f"{{ N{kind.size} h{n} = {have}; {filtering} Bundles u{n}; "
        f"bundles_begin(&u{n}, h{n}.v, {kind.size}, {least}, {most}); "
        f"while (bundles_next(&u{n})) {{ N{kind.size} {name}; "
        f"memcpy({name}.v, u{n}.count, sizeof {name}.v);"
    )
    closing = "} }"
    for condition in line.require:
        opening, closing = f"{opening} if ({f.e(condition.test)}) {{", f"}} {closing}"
    return opening, closing
