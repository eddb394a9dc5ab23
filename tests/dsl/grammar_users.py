"""Which forms of the grammar the shipped games use, and which of them hardly anybody does.

    python tests/dsl/grammar_users.py [--most 2]

A form is an alternative of a rule of `grammar.lark` that is more than another rule;
alternatives with one name (`-> name`) are one form. Forms of edition 1 alone (`old_...`) and
those of scenarios do not count. A user is a shipped game, whatever its scenarios use. `make
grammar` prints the forms with at most two users.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen
from lark import Lark, Token, Tree
from lark.grammar import NonTerminal, Symbol
from lark.load_grammar import load_grammar

from rulesrun.dsl.syntax.cutting import blocks_of
from rulesrun.dsl.syntax.lines import join_lines
from rulesrun.dsl.syntax.reader import Indentation
from rulesrun.dsl.text import lines_of

ROOT = Path(__file__).parents[2]
GRAMMAR = ROOT / "dsl" / "syntax" / "grammar.lark"
RULES = ROOT / "rules"

OF_SCENARIOS = frozenset("always include offered position scenario stated".split())
"""Rules and names that stand for what scenarios, and the files of them, are made of."""


@frozen
class Form:
    """A form of the grammar, the line where it stands, and the games that use it."""

    name: str
    rule: str
    line: int
    users: tuple[str, ...]


class Counting:
    """The grammar, each of its alternatives with a name of its own."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.forms: dict[str, str] = {}
        self.rules: dict[str, str] = {}
        self.inner: dict[str, set[str]] = {}
        grammar, _ = load_grammar(  # type: ignore[no-untyped-call]
            text, "grammar.lark", [], global_keep_all_tokens=False
        )
        for rule, _, alternatives, _ in grammar.rule_defs:
            parts = alternatives.children
            alternatives.children = [
                self._named(str(rule), number, part, only=len(parts) == 1)
                for number, part in enumerate(parts)
            ]
        self.lark = Lark(
            grammar,
            parser="lalr",
            lexer="contextual",
            postlex=Indentation(),
            maybe_placeholders=True,
            keep_all_tokens=True,
        )

    def _named(self, rule: str, number: int, part: Any, *, only: bool) -> Tree[Any]:
        own = f"{rule}__{number}"
        alias = ""
        if part.data == "alias":
            part, given = part.children
            alias = given.name
        symbols = list(_symbols(part))
        self.inner.setdefault(rule, set()).update(
            n for n, is_rule in symbols if is_rule
        )
        if alias or len(symbols) > 1 or not symbols[0][1]:
            self.forms[own] = alias or (rule if only else f"{rule} {number + 1}")
            self.rules[own] = rule
        return Tree("alias", [part, NonTerminal(own)])

    def outside_scenarios(self) -> frozenset[str]:
        """The rules that rules of games are made of."""
        result: set[str] = set()
        pending = ["start"]
        while pending:
            rule = pending.pop()
            if rule not in result and rule not in OF_SCENARIOS:
                result.add(rule)
                pending += self.inner.get(rule, ())
        return frozenset(result)

    def used(self, path: Path) -> Iterator[str]:
        """The forms that a file uses, some of them more than once."""
        for block in blocks_of(lines_of(path.read_text("utf-8")), str(path)):
            join_lines(block, careful=False)
            block.settle()
            for part in self.lark.parse(block.text()).iter_subtrees():
                if part.data in self.forms:
                    yield self.forms[part.data]


def _symbols(part: Any) -> Iterator[tuple[str, bool]]:
    """The words and rules of an alternative, and whether each is a rule."""
    if isinstance(part, Tree):
        for child in part.children:
            yield from _symbols(child)
    elif isinstance(part, Symbol):
        yield part.name, not part.is_term
    elif isinstance(part, Token) and part.type in ("STRING", "REGEXP"):
        yield str(part), False


def forms() -> list[Form]:
    """All forms that count, in the order of the grammar."""
    counting = Counting(GRAMMAR.read_text("utf-8"))
    users: dict[str, list[str]] = {}
    for path in sorted(RULES.rglob("*.rules")):
        if "tests" not in path.relative_to(RULES).parts:
            for name in set(counting.used(path)):
                users.setdefault(name, []).append(path.stem)
    outside = counting.outside_scenarios()
    lines = counting.text.split("\n")
    result: dict[str, Form] = {}
    for own, name in counting.forms.items():
        rule = counting.rules[own]
        if rule in outside and name not in OF_SCENARIOS and not name.startswith("old_"):
            starts = (rule, f"?{rule}")
            line = next(
                n for n, row in enumerate(lines, 1) if row.split(":")[0] in starts
            )
            result.setdefault(name, Form(name, rule, line, tuple(users.get(name, ()))))
    return sorted(result.values(), key=lambda form: form.line)


def rare(most: int = 2) -> list[Form]:
    """The forms with at most so many users, those with the fewest first."""
    result = [form for form in forms() if len(form.users) <= most]
    return sorted(result, key=lambda form: (len(form.users), form.line))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=2, metavar="USERS")
    given = parser.parse_args()
    result = rare(given.most)
    for form in result:
        place = f"{form.rule}, line {form.line}"
        print(f"{len(form.users)}  {form.name:18} {place:28} {', '.join(form.users)}")
    print(f"{len(result)} of {len(forms())} forms have at most {given.most} users")


if __name__ == "__main__":
    main()
