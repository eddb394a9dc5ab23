"""What a game is started with: number of players, seed and options, each checked."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import Any, SupportsIndex

from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import Fixed, evaluate
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.dsl.syntax import nodes


class WrongSetup(ValueError):
    """A game cannot be started so; the message says why.

    `reason` is what the rules say about it, where its options do not go together.
    """

    def __init__(self, message: str, reason: nodes.Labels = nodes.NO_LABELS) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return WrongSetup, (str(self), self.reason)


def whole_number(value: SupportsIndex) -> int | None:
    """A whole number, of whatever kind it is; none for what is none, such as `True`."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def number_of_players(program: Program, players: SupportsIndex) -> int:
    """The number of players; raises WrongSetup where the game is not for so many."""
    declared = program.world.game
    assert declared is not None
    low, high = declared.players
    number = whole_number(players)
    if number is None:
        raise WrongSetup(
            f"the number of players is a whole number, not {brief(players)}"
        )
    if not low <= number <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        raise WrongSetup(
            f"{declared.labels.text or declared.name} is for {span} players, "
            f"not for {number}"
        )
    return number


def whole_seed(seed: SupportsIndex) -> int:
    """A seed; raises WrongSetup for anything but a whole number from 0 on."""
    number = whole_number(seed)
    if number is None or number < 0:
        raise WrongSetup(f"a seed is a whole number from 0 on, not {brief(seed)}")
    return number


def options_of(
    program: Program, players: int, values: Mapping[str, object]
) -> dict[str, Fixed]:
    """The chosen options, each with a value of its type; raises WrongSetup."""
    if not isinstance(values, Mapping):
        raise WrongSetup(
            f'options are given by name, such as {{"name": value}}, not {brief(values)}'
        )
    declared = {o.name: o for o in program.world.each(OptionSymbol)}
    result: dict[str, Fixed] = {}
    for name, value in values.items():
        if name not in declared:
            hint = did_you_mean(str(name), declared)
            more = f"; {hint}" if hint else ""
            raise WrongSetup(f"the game has no option `{brief(name, str)}`{more}")
        result[name] = _value(program, players, declared[name], value)
    for name, option in declared.items():
        seat = result.get(name, evaluate(program.world, option.decl.default, {}))
        seated = isinstance(t.without_none(option.type), t.PlayerType)
        if seated and isinstance(seat, int) and seat >= players:
            raise WrongSetup(f"`{name}` is player {seat + 1}, and {players} take part")
    return result


def _value(
    program: Program, players: int, option: OptionSymbol, value: object
) -> Fixed:
    for fitting in _fitting(program, players, option.type, value):
        return fitting
    possible = " or ".join(_possible(program, players, option.type))
    raise WrongSetup(f"the option `{option.name}` is {possible}, not {brief(value)}")


def _fitting(
    program: Program, players: int, kind: t.Type, value: Any
) -> Iterator[Fixed]:
    """The value as the rules know it; nothing where it is none of that kind."""
    number = whole_number(value)
    match kind:
        case t.OptionalType(inner):
            if value is None or value == "none":
                yield None
            else:
                yield from _fitting(program, players, inner, value)
        case t.BoolType():
            if isinstance(value, bool) or type(value).__name__ in _BOOLS:
                yield bool(value)
        case t.IntType(low, high):
            if number is not None:
                if (low is None or number >= low) and (high is None or number <= high):
                    yield number
        case t.EnumType(enum):
            values = program.world.enum(enum).values
            if number is None:
                yield from (v.index for v in values if v.name == value)
            elif 0 <= number < len(values):
                yield number
        case t.PlayerType():
            if number is not None:
                yield from (n for n in (number,) if 0 <= n < players)
            elif isinstance(value, str):
                seat = value.removeprefix("player").strip()
                seats = range(1, players + 1)
                yield from (n - 1 for n in seats if str(n) == seat)
        case t.TextType():
            if isinstance(value, str):
                yield str(value)
        case _:
            pass


_BOOLS = ("bool", "bool_")
"""What numpy calls the type of its truth values."""


def _possible(program: Program, players: int, kind: t.Type) -> Iterator[str]:
    """What an option of that kind may be, in words."""
    match kind:
        case t.OptionalType(inner):
            yield from _possible(program, players, inner)
            yield "none"
        case t.BoolType():
            yield "True or False"
        case t.IntType(low, high):
            bounds = "" if low is None or high is None else f" in {low}..{high}"
            yield f"a whole number{bounds}"
        case t.EnumType(enum):
            names = ", ".join(v.name for v in program.world.enum(enum).values)
            yield f"one of {names}"
        case t.PlayerType():
            yield f"a player, from player 1 to player {players}"
        case t.TextType():
            yield "a text"
        case other:
            yield f"of the kind {other}, which cannot be chosen"


def brief(value: object, show: Any = repr) -> str:
    """A value in a message, however long it is and whatever is wrong with it."""
    try:
        text = str(show(value))
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:59]}…"
