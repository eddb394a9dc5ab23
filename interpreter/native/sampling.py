"""One option of a decision by chance, without listing those that are not taken.

An item whose conditions cannot be a fault is drawn from its candidates, all of them as
likely, and taken if they hold of it; else another is drawn, of all items. The others
are listed, and drawn from what is listed. So every option is as likely as the others.
Where that does not find one soon, all are listed after all (the function gives -1).
"""

from collections.abc import Mapping, Sequence

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.interpreter.native.candidates import (
    NotDrawn,
    Sampled,
    declare,
    sampled,
)
from rulesrun.interpreter.native.expressions import valued
from rulesrun.interpreter.native.heads import exactly, gathered, options
from rulesrun.interpreter.native.writer import Function, Unit

C = str

TRIES = 40
"""So often a candidate is drawn before all are listed."""


def drawing(
    unit: Unit, node: stmt.Decide, written: Mapping[Local, C]
) -> tuple[Function, list[C]] | None:
    """A function that draws an option of a decision; none where all must be listed.

    `written` are the locals of the routine in which it stands. The function gives 0
    where there is no option, -1 where all must be listed this time.
    """
    looks = (i for i in node.items if i.look_ahead and i.action is not None)
    if any(item.action and item.action.symbol.asks for item in looks):
        return None
    if node.declines_alone:
        return None
    heads = [item.action.head if item.action else item.head for item in node.items]
    chosen = {local for item in node.items for local in item.chosen}
    free = {local: name for local, name in written.items() if local not in chosen}
    (item, *more) = node.items
    alone = not more and item.when is None and item.kind in ("action", "value")
    ways = [exactly, gathered] if alone else []
    for way in [*ways[:1], None, *ways[1:]]:
        f = Function(unit, dict(free))
        f.line = unit.line(item.span)
        if way is None:
            code = _drawn(f, node, heads)
            assignments: list[C] = []
        else:
            assignments = _argument_lines(f, item)
            code = way(f, heads[0])
        if code is not None:
            return f, [*assignments, code]
    return None


def _drawn(
    f: Function, node: stmt.Decide, heads: Sequence[Sequence[stmt.HeadLine]]
) -> C | None:
    """Statements that draw an option of several items; none where nothing is gained."""
    setup: list[C] = []
    cases: list[C] = []
    sizes: list[C] = []
    gained = False
    actions = [item.action.symbol for item in node.items if item.action is not None]
    for position, (item, head) in enumerate(zip(node.items, heads, strict=True)):
        n = f.unit.fresh()
        f.line = f.unit.line(item.span)
        f.declared.append(f"uint64_t w{n} = 0;")
        assignments = _argument_lines(f, item)
        try:
            if item.action is not None and actions.count(item.action.symbol) > 1:
                raise NotDrawn
            drawn = sampled(f, head, str(position))
            gained = True
        except NotDrawn:
            drawn = _listed(f, item, head, position, n)
        inside = " ".join([*assignments, *drawn.before, f"w{n} = {drawn.size};"])
        if item.when is not None:
            f.line = f.unit.line(item.span)
            inside = f"if ({f.e(item.when)}) {{ {inside} }}"
        setup.append(f"do {{ {inside} }} while (0);")
        sizes.append(f"w{n}")
        cases.append(f"if (r_ < w{n}) {{ {drawn.draw} goto taken_; }} r_ -= w{n};")
    if not gained:
        return None
    passing = ""
    if node.passing is not None:
        passing = (
            f"if (run->item == {node.passing}) {{ int n_ = list_options(S); "
            f"run->options.count = run->options.used = 0; if (!n_) return 0; "
            f"run->item = {node.passing}; }} "
        )
    return (
        f"Options *all_ = &run->options; all_->count = all_->used = 0; {' '.join(setup)} "
        f"uint64_t total_ = {' + '.join(sizes)}; if (!total_) return 0; "
        f"if (total_ >= MANY) goto listed_; "
        f"int listed_count_ = all_->count, listed_used_ = all_->used; "
        f"for (int t_ = 0; t_ < {TRIES} && (uint64_t)t_ < 2 * total_; t_++) {{ "
        f"all_->count = listed_count_; all_->used = listed_used_; "
        f"uint64_t r_ = below_many(x_, total_); int at_ = 0; {' '.join(cases)} continue; "
        f"taken_:; const opt *o_ = all_->data + at_; run->item = (int)o_[0]; "
        f"run->values = o_ + 1; all_->count = all_->used = 0; {passing}return 1; }} "
        f"listed_:; all_->count = all_->used = 0; return -1;"
    )


def _argument_lines(f: Function, item: stmt.Item) -> list[C]:
    """What an action is given, in locals of the function."""
    if item.action is None:
        return []
    lines = []
    for param, arg in zip(item.action.params, item.args, strict=False):
        code = valued(f, arg, param.type)
        name = f"v{param.id}_{param.name}"
        declare(f, f"{f.kind(param.type).c} {name};")
        f.written[param] = name
        lines.append(f"{name} = {code};")
    return lines


def _listed(
    f: Function, item: stmt.Item, head: Sequence[stmt.HeadLine], position: int, n: int
) -> Sampled:
    """An item whose options are written down."""
    if item.action is not None:
        arguments = ", ".join(
            ["S", *(f.written[param] for param in item.action.params)]
        )
        listing = f"head_{item.action.symbol.name}({arguments}, {position});"
    elif item.kind == "value":
        listing = options(f, head, str(position))
    else:
        listing = f"option_end(all_, option_new(all_, {position}, 0));"
    f.declared.append(f"int first{n} = 0;")
    return Sampled(
        [f"first{n} = all_->count; {listing}"],
        f"(uint64_t)(all_->count - first{n})",
        f"at_ = all_->at[first{n} + r_];",
    )
