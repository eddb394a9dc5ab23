"""The options of a decision: how they are listed, and which of them a text fits."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import click
from attrs import frozen

from rulesrun.cli.files.shipped import short
from rulesrun.cli.messages.english import REASONS
from rulesrun.cli.output.terminal import bold, columns, cut, faint, folded, pad, width
from rulesrun.cli.screen.ground import lying_on
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.reasons import paragraph_lines
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.explain.reckoning import Part, lines_at
from rulesrun.interpreter.explain.refusals import Refusal
from rulesrun.interpreter.game import Option, Position
from rulesrun.interpreter.runtime.keyboard import JOINS, letters

MANY = 12
"""Of more options with several values each, only an overview is shown."""

ROWS = 18
"""A list with more lines than that is shortened."""

FEW = 3
"""How many options stand as an example for many."""


@frozen
class Choices:
    """The options of the present decision, numbered from 1."""

    position: Position
    labels: Labels

    @property
    def options(self) -> tuple[Option, ...]:
        """All of them."""
        return self.position.options

    @cached_property
    def by_value(self) -> dict[int, int]:
        """Where each option is a number and nothing else, the options by that number.

        Then it is what is listed and typed, and not which option of the list it is.
        """
        raw = [option.raw for option in self.options]
        if len({item for item, _ in raw}) != 1:
            return {}
        chosen = self.position.decision_plan.items[raw[0][0]].chosen
        if len(chosen) != 1 or not isinstance(chosen[0].type, t.IntType):
            return {}
        return {value: number for number, (_, (value,)) in enumerate(raw, 1)}

    @cached_property
    def _listed_as(self) -> dict[int, int]:
        return {number: value for value, number in self.by_value.items()}

    def listed_as(self, number: int) -> int:
        """By which number an option is listed."""
        return self._listed_as.get(number, number)

    # ---- finding --------------------------------------------------------------------

    def fitting(self, text: str) -> list[int]:
        """The numbers of the options in which every word of a text occurs.

        Words that stand side by side in the name of a component, as in `home 1`, must
        stand so. A number that is typed twice must occur twice.
        """
        typed = letters(text).split()
        wanted = {_pattern(word): typed.count(word) for word in typed}
        pairs = [_phrase(a, b) for a, b in itertools.pairwise(typed)]
        called = self._called() if pairs else ()
        pairs = [pair for pair in pairs if any(map(pair.search, called))]
        result = []
        for number, option in enumerate(self.options, 1):
            label = self.labels.option(self.position, option)
            there = letters(option.name), letters(label)
            if all(_occurs(pattern, n, there) for pattern, n in wanted.items()):
                if all(any(map(pair.search, there)) for pair in pairs):
                    result.append(number)
        return result

    def _called(self) -> set[str]:
        """What components are called, as it is looked for."""
        components = self.position.game.layout.components
        labels = (self.labels.called(one.number) for one in components)
        return {letters(name) for name in (*(c.name for c in components), *labels)}

    # ---- listing --------------------------------------------------------------------

    def listed(
        self,
        columns: int,
        numbers: Sequence[int] | None = None,
        rows: int | None = None,
    ) -> list[str]:
        """The options, grouped by what they do; of many only examples.

        Where even those take more than so many `rows`, large groups are told in a few
        lines.
        """
        lines = self._listed(columns, numbers, min(rows or ROWS, ROWS), short=False)
        if rows is not None and len(lines) > rows:
            lines = self._listed(columns, numbers, rows, short=True)
        return lines

    def every(self, columns: int) -> list[str]:
        """All options one by one, grouped by what they do."""
        lines: list[str] = []
        for group in self._groups(range(1, len(self.options) + 1)):
            chooses = any(self._values(number) for number in group)
            lines += self._head(group, columns) if chooses else []
            lines += self._block(group, columns)
        return lines

    def _groups(self, numbers: Iterable[int]) -> list[list[int]]:
        """Options by what they do."""
        groups: dict[int, list[int]] = {}
        for number in numbers:
            groups.setdefault(self.options[number - 1].raw[0], []).append(number)
        return list(groups.values())

    def _listed(
        self, columns: int, numbers: Sequence[int] | None, rows: int, *, short: bool
    ) -> list[str]:
        chosen = range(1, len(self.options) + 1) if numbers is None else numbers
        groups = self._groups(chosen)
        blocks = [self._block(group, columns) for group in groups]
        whole = sum(map(len, blocks)) <= rows
        if not whole:
            groups = self._side_by_side(groups)
            blocks = [self._block(group, columns) for group in groups]
        lines: list[str] = []
        for group, block in zip(groups, blocks, strict=True):
            values = self._values(group[0])
            if len(group) > MANY and len(values) > 1:
                sort = self._in_short if short else self._sorted_out
                block = sort(group, columns)
            elif values and not whole and len(block) > FEW:
                several = len(values) > 1
                block = (self._in_short if several else self._examples)(group, columns)
            lines += [*self._head(group, columns), *block] if values else block
        return lines

    def _side_by_side(self, groups: list[list[int]]) -> list[list[int]]:
        """Groups, where those that follow each other and choose nothing are one."""
        result: list[list[int]] = []
        for group in groups:
            if result and not (self._values(result[-1][0]) or self._values(group[0])):
                result[-1] = [*result[-1], *group]
            else:
                result.append(group)
        return result

    def _values(self, number: int) -> tuple[object, ...]:
        """What an option chooses, value by value."""
        return self.options[number - 1].raw[1]

    def _head(self, group: list[int], columns: int) -> list[str]:
        option = self.options[group[0] - 1]
        item = self.position.decision_plan.items[option.raw[0]]
        label = self.labels.item(self.position, option)
        named = " ".join(map(self._named, item.chosen))
        typed = named if item.kind == "value" else f"{item.name} {named}"
        hint = self.labels.words.name(faint(f"[{typed}]"))
        if self.labels.words.persian:  # names would tell nobody anything
            names = self.labels.words.separator.join(
                map(self.labels.parameter, item.chosen)
            )
            hint = faint(f"[{names}]")
        line = f"  {bold(label)}  {hint}" if label else f"  {hint}"
        if width(click.unstyle(line)) <= columns:
            return [line]
        return [f"  {bold(label)}", cut(f"      {hint}", columns)]

    def _named(self, symbol: Local) -> str:
        """What is chosen, by its name, with what that means if the rules say it."""
        own = _label(symbol)
        return f"{symbol.name}=<{own}>" if own else f"{symbol.name}=…"

    def _entry(self, number: int, size: int = 3) -> str:
        option = self.options[number - 1]
        words = self.labels.words
        if self.by_value:
            return words.right(words.number(self.listed_as(number)), size)
        text = self.labels.chosen(self.position, option)
        text = (
            text or self.labels.item(self.position, option) or words.name(option.name)
        )
        there = self._lying.get(number)
        text = f"{text} {faint(there)}" if there else text
        return f"{words.right(words.number(number), size)}  {text}"

    @cached_property
    def _lying(self) -> Mapping[int, str]:
        return lying_on(self.position, self.labels)

    def _block(self, group: list[int], columns: int) -> list[str]:
        """The options of a group side by side, as many as there is room for.

        Where groups have headings, what chooses nothing stands as one, and so below none.
        """
        before = range(1, group[0])
        is_below = not self._values(group[0]) and any(map(self._values, before))
        entries = [self._entry(number, 0 if is_below else 3) for number in group]
        wide = max(map(width, entries)) + 3
        across = max(1, (columns - 4) // wide)
        rows = -(-len(entries) // across)
        lines = []
        for row in range(rows):
            parts = entries[row::rows]
            lines.append("  " + "".join(pad(part, wide) for part in parts).rstrip())
        return lines

    def _examples(self, group: list[int], columns: int, few: int = FEW) -> list[str]:
        """The first options of a group, and how many others there are."""
        lines = self._block(group[:few], columns)
        more = self.labels.words.say("more", n=len(group) - few)
        return [*lines, f"       {more}"]

    def _sorted_out(self, group: list[int], columns: int) -> list[str]:
        """A large group by the first value in which its options differ."""
        parts = self._parts(group)
        if parts is None:
            return self._examples(group, columns)
        size = max(map(width, parts))
        words = self.labels.words
        lines = []
        for label, numbers in parts.items():
            count = words.say("options", n=len(numbers))
            entry = f"{words.say('for example')} {self._entry(numbers[0], 0)}"
            both = words.listed([count, entry])
            lines.append(cut(f"       {pad(label, size)}  {both}", columns))
        return lines

    def _in_short(self, group: list[int], columns: int) -> list[str]:
        """The same as a list, with one example."""
        parts = self._parts(group)
        if parts is None:
            return self._examples(group, columns, 1)
        words = self.labels.words
        summary = words.listed(
            words.say("so many of it", what=label, n=len(numbers)).replace(
                " ", "\u00a0"
            )
            for label, numbers in parts.items()
        )
        example = f"{words.say('for example')} {self._entry(group[0], 0)}"
        lines = folded(
            summary, columns, first="       ", indent="       ", cut_words=False
        )
        lines = [line.replace("\u00a0", " ") for line in lines]  # each stays whole
        return [*lines, cut(f"       {example}", columns)]

    def _parts(self, group: list[int]) -> dict[str, list[int]] | None:
        """Options by the first value in which they differ; none if these are too many."""
        item = self.position.decision_plan.items[self.options[group[0] - 1].raw[0]]
        every = list(zip(*map(self._values, group), strict=True))
        at = next((n for n, values in enumerate(every) if len(set(values)) > 1), None)
        if at is None or len(set(every[at])) > ROWS:
            return None
        parts: dict[str, list[int]] = {}
        for number, value in zip(group, every[at], strict=True):
            label = self.labels.brief(item.chosen[at].type, value)
            parts.setdefault(label, []).append(number)
        return parts


def _label(symbol: Local) -> str | None:
    """What people read instead of a name, if the rules say it."""
    return None if symbol.symbol is None else symbol.symbol.labels.text


def _pattern(word: str) -> re.Pattern[str]:
    """A word as it must occur: letters anywhere, a number only as a whole."""
    escaped = re.escape(word)
    if re.fullmatch(r"-?\d+(,-?\d+)?", word):
        return re.compile(rf"(?<![\w,-]){escaped}(?![\w]|,-?\d)|(?<=-0){escaped}(?!\d)")
    return re.compile(escaped)


def _occurs(pattern: re.Pattern[str], times: int, there: Iterable[str]) -> bool:
    """Whether a word occurs in a name or in a label, a number as often as typed."""
    least = times if pattern.pattern.startswith("(?<!") else 1
    return any(len(pattern.findall(text)) >= least for text in there)


def _phrase(one: str, other: str) -> re.Pattern[str]:
    """Two words that stand side by side in the name of one value.

    What joins two Persian words need not be typed.
    """
    return re.compile(rf"(?<!\w){re.escape(one)}{JOINS}? {re.escape(other)}(?!\w)")


# ---- refusals ------------------------------------------------------------------------


EXCERPT = 3
"""So many lines of the rules are shown of a condition."""


def why_in_words(position: Position, labels: Labels, refusal: Refusal) -> str:
    """The reason in the language of the player."""
    labels, words = labels.at(position), labels.words
    if refusal.reason.text is not None:
        return words.label(refusal.reason, "")
    by_name = labels.of_choices(position) if words.persian else {}
    about = [
        words.listed(by_name.get(name, name) for name in text.split(", "))
        for text in refusal.about
    ]
    if refusal.kind == "not there" and refusal.meant is not None:
        number, values = refusal.meant
        chosen = position.decision_plan.items[number].chosen
        for symbol, value in zip(chosen, values, strict=True):
            if symbol.name == refusal.about[0]:
                value_text = labels.brief(symbol.type, value)
                if value is not None or words.persian:
                    about[1] = words.say("nothing") if value is None else value_text
                if not words.persian:
                    about[0] = _label(symbol) or symbol.name
                return words.reason(refusal.kind, about) or REASONS[
                    refusal.kind
                ].format(*about)
    return words.reason(refusal.kind, about) or refusal.message


def part_in_words(labels: Labels, part: Part) -> str:
    """What a part of a condition is worth."""
    words = labels.words
    value = labels.value(part.type, part.value)
    value = words.say("nothing") if value == "-" else value
    called = part_called(labels, part)
    if called is None:
        return words.say("value of", text=part.text, value=value)
    return words.say("labelled value", text=called, value=value)


def part_called(labels: Labels, part: Part) -> str | None:
    """The label of what a part reads, in other languages than that of the rules.

    A name that has none is told by the label of its kind.
    """
    words = labels.words
    if words.language in (None, "en"):
        return None
    if part.labels.text is None:
        kind = t.element(part.type) or t.without_none(part.type)
        local = part.text.isidentifier() and isinstance(
            kind, t.EnumType | t.ComponentType
        )
        return labels.kind_called(part.type, part.text) if local else None
    label = words.part(words.label(part.labels, part.text))
    of = [labels.brief(kind, value) for kind, value in part.of]
    return words.say("label of", text=label, of=words.listed(of)) if of else label


def refusal_lines(
    position: Position, labels: Labels, refusal: Refusal
) -> Iterator[str]:
    """Why something is not possible: the reason, the rule, its paragraphs, others."""
    labels, words = labels.at(position), labels.words
    yield words.say("not possible", why=why_in_words(position, labels, refusal))
    if refusal.tried is not None:
        tried = words.name(refusal.tried)
        if words.persian and refusal.meant is not None:
            tried = labels.option(position, Option(refusal.tried, refusal.meant))
        yield f"  {words.say('came furthest', choice=tried)}"
    if refusal.span is not None:
        yield f"  {words.say('rule at', place=short(str(refusal.span)))}"
        for line in lines_at(position.game.program, refusal.span)[:EXCERPT]:
            yield f"      {words.name(line)}"
        for part in refusal.parts:
            yield cut(f"    {part_in_words(labels, part)}", columns())
        yield from paragraph_lines(position.game.program, words, refusal.cites)
    if refusal.nearest:
        yield f"  {words.say('nearest')}"
        by_name = {option.name: option for option in position.options}
        for name in refusal.nearest:
            label = name
            if words.persian and name in by_name:
                label = labels.option(position, by_name[name])
            yield f"    {label}"
