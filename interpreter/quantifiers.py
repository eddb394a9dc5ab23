"""Quantifiers as small functions: loops that stop as soon as the answer is known."""

import symtable
from collections.abc import Iterable, Sequence

from rulesrun.dsl.spans import Span
from rulesrun.interpreter.source import Source
from rulesrun.interpreter.spelling import spelled

Lines = Sequence[tuple[int, str]]


class Loops:
    """Writes such functions, each different one once."""

    def __init__(self) -> None:
        self.source = Source()
        self._names: dict[tuple[str, ...], str] = {}

    def call(self, kind: str, lines: Lines, known: Iterable[str], span: Span) -> str:
        """The call of a function of these lines, which may use the `known` names."""
        body = "\n".join("    " * depth + line for depth, line in lines)
        roots = {name.partition("[")[0] for name in known}
        used = sorted((_free_names(body) & roots) - {"S"})
        given = ", ".join(["S", *used])
        key = (kind, given, body)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = spelled(kind, len(self._names))
            self.source.write(0, f"def {name}({given}):", span)
            for depth, line in lines:
                self.source.write(depth, line)
            self.source.write(0, "")
        return f"{name}({given})"


def _free_names(body: str) -> set[str]:
    """The names that a function's body takes from outside."""
    found: set[str] = set()
    pending = [symtable.symtable(f"def f():\n{body}", "loop", "exec")]
    while pending:
        table = pending.pop()
        pending += table.get_children()
        found.update(s.get_name() for s in table.get_symbols() if s.is_global())
    return found
