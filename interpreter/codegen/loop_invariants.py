"""What is asked of things that are chosen from is asked apart where it is always alike.

`choose moved from own where it in losing where it != tile`, in a loop over tiles: which of
`own` are in `losing` is the same for all tiles, so it is a line of its own, before that
choice, and kept from one tile to the next (sharing.py).
"""

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import used_locals
from rulesrun.dsl.semantics.value_types import ListType
from rulesrun.interpreter.codegen.expressions import Module
from rulesrun.interpreter.codegen.inlining import is_safe


def split(module: Module, head: Sequence[stmt.HeadLine]) -> list[stmt.HeadLine]:
    """The lines of a head, with lines for what is asked apart.

    The lists that these make are added to those of the module.
    """
    head_lines: list[stmt.HeadLine] = []
    changing: set[Local] = set()
    for line in head:
        if isinstance(line, stmt.Select):
            if line.several and changing and isinstance(line.of.type, ListType):
                head_lines += _apart(module, line, changing)
            else:
                head_lines.append(line)
            changing.add(line.local)
            continue
        head_lines.append(line)
        if isinstance(line, core.Given) and used_locals(line.value) & changing:
            changing.add(line.local)
    return head_lines


def _apart(
    module: Module, line: stmt.Select, changing: set[Local]
) -> Iterator[stmt.HeadLine]:
    """A choice after the line for what its first conditions leave to choose from."""
    alike, functions = list[stmt.Condition](), module.inlining.values
    if not used_locals(line.of) & changing:
        for condition in line.where:
            test = condition.test
            if used_locals(test) & changing or not is_safe(test, functions):
                break
            alike.append(condition)
    rest = line.where[len(alike) :]
    if alike and rest:
        each, kind, span = line.candidate, line.of.type, line.of.span
        left = core.Fold(
            "list",
            (core.For(each, line.of), *(core.When(c.test) for c in alike)),
            core.Get(each, type=each.type, span=span),
            type=kind,
            span=span,
        )
        local = Local(-each.id, "left", kind)
        module.costs.sizes.bind(local, left)
        module.made.add(local)
        yield core.Given(local, left)
        line = evolve(line, of=core.Get(local, type=kind, span=span), where=rest)
    yield line
