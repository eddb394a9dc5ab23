"""What somebody is shown who is about to begin a game: seats, options, languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulesrun.cli.messages.words import Words
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import OptionSymbol

MOST_VALUES = 60
"""Of an option with more values only the first are offered."""


Said = Callable[[str | None], Mapping[str, str]]
"""What a page says in a language, with `yes`, `no` and `none` in it."""


def about(program: Program, words_of: Said) -> dict[str, Any]:
    """The game in each of its languages, as plain data, with what the page says itself."""
    declared = program.world.game
    assert declared is not None
    counts = player_counts(program.world)
    languages = declared.languages or ("en",)
    return {
        "name": program.name,
        "digest": program.digest,
        "players": [counts[0], counts[-1]],
        "languages": list(languages),
        "told": {
            language: _told(program, Words(language), words_of)
            for language in languages
        },
    }


def _told(program: Program, words: Words, words_of: Said) -> dict[str, Any]:
    declared = program.world.game
    assert declared is not None
    counts = player_counts(program.world)
    own = words_of(words.language)
    return {
        "title": words.label(declared.labels, declared.name),
        "direction": "rtl" if words.persian else "ltr",
        "words": dict(own),
        "seats": [words.say("player", n=seat) for seat in range(1, counts[-1] + 1)],
        "counts": [words.say("players", n=number) for number in counts],
        "options": [
            {
                "name": option.name,
                "label": words.label(option.decl.labels, option.name),
                "values": list(_values(program, option.type, words, own)),
            }
            for option in program.world.each(OptionSymbol)
        ],
    }


def _values(
    program: Program, kind: t.Type, words: Words, own: Mapping[str, str]
) -> Iterator[list[str]]:
    """The values of an option: as they are typed, and as they are called."""
    match kind:
        case t.OptionalType(inner):
            yield ["none", own["none"]]
            yield from _values(program, inner, words, own)
        case t.BoolType():
            for value in ("yes", "no"):
                yield [value, own[value]]
        case t.EnumType(enum):
            for one in program.world.enum(enum).values:
                yield [one.name, words.label(one.labels, one.name)]
        case t.IntType(int(low), int(high)):
            for number in range(low, min(high, low + MOST_VALUES - 1) + 1):
                yield [str(number), words.number(number)]
        case t.PlayerType():
            for seat in range(1, player_counts(program.world)[-1] + 1):
                yield [f"player {seat}", words.say("player", n=seat)]
        case _:
            return
