"""Choices in the words that people read: labels in every language of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from attrs import define, field

from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.explain.reading import item_called
from rulesrun.interpreter.inspection import Option, Standing
from rulesrun.interpreter.runtime.keyboard import spelling
from rulesrun.interpreter.runtime.naming import Names, split_choice
from rulesrun.interpreter.runtime.support import bits

FEW = 4
"""So many members of a list may be typed in any order."""


def worded(position: Standing, text: str) -> list[Option]:
    """The options that a text names by labels; with all their values, or the first few.

    `برداشتن پول: درهم ۸` stands for `take cards={dirham 8}`, and so do
    `برداشتن پول cards=درهم ۸` and, where no other card fits, `برداشتن پول`.
    """
    wording = Wording(position)
    result = list(wording.fitting(text))
    whole = [option for option, complete in result if complete]
    return whole or [option for option, _ in result]


@define
class Wording:
    """Compares what was typed with the labels of the items and values of a decision."""

    position: Standing
    names: Names = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.names = self.position.names

    def fitting(self, text: str) -> Iterator[tuple[Option, bool]]:
        """The options that a text fits, and whether it names all their values."""
        head, named, loose = split_choice(text)
        key = spelling(" ".join([head, *loose]))
        items = self.position.decision_plan.items
        for option in self.position.options:
            item = items[option.raw[0]]
            values = {
                symbol.name: (symbol.type, value)
                for symbol, value in zip(item.chosen, option.raw[1], strict=True)
            }
            if all(
                name in values and self._is(*values[name], typed)
                for name, typed in named.items()
            ):
                left = [pair for name, pair in values.items() if name not in named]
                complete = self._complete(key, item, left, bool(named))
                if complete is not None:
                    yield option, complete

    def _is(self, kind: t.Type, value: Any, typed: str) -> bool:
        """Whether a text is what a value is called."""
        key = spelling(typed)
        return bool(key) and key in self._called(kind, value, key)

    def _complete(
        self,
        key: str,
        item: Item,
        values: Sequence[tuple[t.Type, Any]],
        named: bool,
    ) -> bool | None:
        """Whether a text names an item with all values; none if with others."""
        called = item_called(item)
        starts = ("", *called) if item.kind == "value" else called
        for start in starts:
            if _begins(key, start) and (key or named):
                text = self._values_named(key[len(start) :].strip(), values)
                if text is not None:
                    silent = sum("" in self._called(*pair, key) for pair in values)
                    return text + silent == len(values)
        return None

    def _values_named(
        self, key: str, values: Sequence[tuple[t.Type, Any]]
    ) -> int | None:
        """How many of the values a text names, in their order; none if other things.

        Values that need not be said are not counted.
        """
        if not key:
            return 0
        for at, (kind, value) in enumerate(values):
            all_called = self._called(kind, value, key)
            for called in all_called:
                if called and _begins(key, called):
                    rest = self._values_named(
                        key[len(called) :].strip(), values[at + 1 :]
                    )
                    if rest is not None:
                        return rest + ("" not in all_called)
        return None

    def _called(self, kind: t.Type, value: Any, key: str) -> tuple[str, ...]:
        """What a value is called, as it is compared; lists in any order that fits."""
        texts = self.names.wordings(kind, value)
        inner = t.without_none(kind)
        if not isinstance(inner, t.ListType | t.SetType) or value is None:
            return texts
        members = bits(value) if isinstance(value, int) else tuple(value)
        if not 1 < len(members) <= FEW:
            return texts
        each = [self.names.wordings(inner.item, member) for member in members]
        words = [next((s for s in spelled if s in key), None) for spelled in each]
        if None in words:
            return texts
        orders = permutations(word for word in words if word is not None)
        return tuple(dict.fromkeys([*texts, *(spelling(" ".join(o)) for o in orders)]))


def _begins(key: str, start: str) -> bool:
    """Whether a text begins so, and not in the middle of a number."""
    split = start[-1:].isdigit() and key[len(start) : len(start) + 1].isdigit()
    return key.startswith(start) and not split
