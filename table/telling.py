"""Everything that the table tells anybody: one function, which asks who may know what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from random import Random
from string import digits as DIGITS

from rulesrun.cli.screen.believing import kinds_of_worlds
from rulesrun.cli.screen.changes import difference
from rulesrun.cli.screen.transcript import result_lines
from rulesrun.dsl.data.rulebook import parts_of
from rulesrun.dsl.languages.spoken import translated
from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.reports.views import View, view
from rulesrun.interpreter.testing.paragraphs import rulebook_of
from rulesrun.table.declared import declared
from rulesrun.table.film import film
from rulesrun.table.gains import as_seen, expected
from rulesrun.table.hearing import Asked, Hearing, place_of
from rulesrun.table.paragraphs import for_players
from rulesrun.table.points import compared, ledger, results
from rulesrun.table.simultaneous import of_players
from rulesrun.table.values import Plain, seen_data, shown
from rulesrun.table.whynot import why
from rulesrun.table.words import page_words

HINTS = 3
"""So many choices are hinted at."""

MOST_CHANGES = 6
"""Of more changes by one line of the rules, only the first are told."""


def tell(kind: str, hearing: Hearing, request: Asked | None = None) -> dict[str, Plain]:
    """A message of a kind, one of TELLINGS: the only way by which anybody is told anything."""
    return {"kind": kind, **TELLINGS[kind](hearing, request or {})}


def _game(hearing: Hearing, request: Asked) -> dict[str, Plain]:
    """What never changes."""
    language = hearing.labels.words.language
    return {
        "language": language or "en",
        "languages": list(hearing.story.labels),
        "direction": "rtl" if hearing.labels.words.persian else "ltr",
        "words": dict(page_words(language)),
        "signs": {
            "digits": translated(DIGITS, language, "digits"),
            "minus": translated("-", language, "minus"),
            "decimal": translated(".", language, "decimal"),
            "separator": hearing.labels.words.separator,
            "comma": translated(", ", language, "value"),
            "list": hearing.labels.words.say("then"),
            "and": translated(" + ", language, "and"),
            "rightward": hearing.labels.words.persian,
        },
        "seat": hearing.viewer,
        **declared(hearing.labels, hearing.looks),
    }


def _scene(hearing: Hearing, request: Asked) -> dict[str, Plain]:
    """Where the game stands, and what may be chosen by whoever is asked."""
    position, labels = hearing.position, hearing.labels
    visible = view(position, hearing.viewer, recalled=True)
    phase = visible.phase
    result: dict[str, Plain] = {
        "at": len(hearing.session.log.entries),
        "turn": visible.turn,
        "turns": position.turns,
        "actor": visible.actor,
        "over": visible.over,
        "ranking": visible.ranking,
        "phase": None if phase is None else shown(labels.words.label(phase, "")),
        "seen": [seen_data(labels, seen) for seen in visible.seen],
        "story": hearing.story.told(hearing.viewer, hearing.language),
    }
    if hearing.is_asked:
        result["question"] = hearing.question(position)
        if position.past and position.player is not None:
            result["undo"] = hearing.questions.mark_of_undo(
                position.player, ahead=False
            )
    else:
        result |= _ahead(hearing, visible)
    if visible.over:
        result["results"] = [*results(hearing, position), *compared(hearing)]
        lines = result_lines(position, labels, hearing.viewer)
        result["verdict"] = shown(" ".join(lines))
    if hearing.changes:
        result["changes"] = list(_changes(hearing))
    return result


def _ahead(hearing: Hearing, visible: View) -> dict[str, Plain]:
    """What may be chosen before the rules ask, and what has been; then one's own things
    are as they will be.
    """
    result: dict[str, Plain] = {}
    ahead = hearing.made.get(-2 if hearing.viewer is None else hearing.viewer, ())
    if ahead and hearing.viewer is not None:
        result["undo"] = hearing.questions.mark_of_undo(hearing.viewer, ahead=True)
        result["made"] = [one.label.get(hearing.language, one.name) for one in ahead]
    question = hearing.asked
    if question is not None:
        result["ahead"] = True
        result["question"] = hearing.question(question)
        later, mine = view(question, hearing.viewer), of_players(question)
        result["seen"] = [
            seen_data(
                hearing.labels, own if is_own and own.owner == hearing.viewer else now
            )
            for is_own, own, now in zip(mine, later.seen, visible.seen, strict=True)
        ]
    return result


def _changes(hearing: Hearing) -> Iterator[Plain]:
    """What the last choice changed, as far as it can be known: line by line of the rules."""
    program, hidden = hearing.position.game.program, hearing.hidden
    seen = [change for change in hearing.changes if change.slot not in hidden]
    for span, group in groupby(seen, key=lambda change: change.span):
        changes = [
            [shown(change.name), shown(difference(change.before, change.after))]
            for change in group
        ]
        line = shown("".join(lines_at(program, span)[:1]))
        yield {"place": place_of(span), "line": line, "made": changes[:MOST_CHANGES]}


def _hint(hearing: Hearing, request: Asked) -> dict[str, Plain]:
    """What a thinker would choose, what it expects, from 0 to 100, and what that gives at
    once; `least` is what it expects of the worst choice.
    """
    from rulesrun.agents.players import (
        ThinkingPlayer,
        ranked,
    )  # only here a search is needed

    position = hearing.position
    if not hearing.is_asked or len(position.raw) < 2:
        return {"hints": [], "least": 0, "worlds": []}
    chance = Random(len(hearing.session.log.entries))
    measuring = hearing.session.measuring
    thinker = ThinkingPlayer(position.game, chance, measuring=measuring)
    thoughts = thinker.think(position)
    labels = hearing.labels

    def gives(number: int) -> dict[str, Plain]:
        gains = expected(labels, position, position.options[number])
        return as_seen(gains, position.player)

    every = ranked(thoughts)
    return {
        "hints": [
            [thought.number, round(100 * thought.worth), gives(thought.number)]
            for thought in every[:HINTS]
        ],
        "least": round(100 * min(thought.worth for thought in every)),
        "worlds": list(kinds_of_worlds(hearing.labels.words, thinker.kinds)),
    }


def _rulebook(hearing: Hearing, request: Asked) -> dict[str, Plain]:
    """The paragraphs of the rulebook in order: `[number, heading, parts, source]` each.

    A part is a text, or the rows of a table; the source is where the books say it.
    """
    words = hearing.labels.words

    def plain(text: str) -> str:
        return shown(for_players(hearing.labels, text))

    def part(content: str | tuple[tuple[str, ...], ...]) -> Plain:
        if isinstance(content, str):
            return plain(content)
        return [list(map(plain, row)) for row in content]

    book = rulebook_of(hearing.position.game.program, words.language)
    return {
        "paragraphs": [
            [
                p.number,
                plain(p.heading),
                list(map(part, parts_of(p.text))),
                p.source or "",
            ]
            for p in book
        ]
    }


TELLINGS: Mapping[str, Callable[[Hearing, Asked], dict[str, Plain]]] = {
    "game": _game,
    "scene": _scene,
    "why": why,
    "hint": _hint,
    "ledger": ledger,
    "film": film,
    "rulebook": _rulebook,
}
"""All kinds of messages that tell of a game; tests hold them in other worlds."""
