"""Everything that the table tells anybody: one function, which asks who may know what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import PurePath
from random import Random
from string import digits as DIGITS
from textwrap import shorten
from typing import Any

from attrs import Factory, frozen

from rulesrun.cli.output.direction import balanced
from rulesrun.cli.playing.session import Session
from rulesrun.cli.screen.changes import difference
from rulesrun.cli.screen.choices import EXCERPT, part_called, why_in_words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.reasons import paragraphs
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.data.rulebook import parts_of
from rulesrun.dsl.languages.spoken import said
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.explain.citing import behind
from rulesrun.interpreter.explain.reckoning import Part, lines_at
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.accounts import accounts
from rulesrun.interpreter.reports.tracing import Change
from rulesrun.interpreter.reports.views import View, view
from rulesrun.interpreter.testing.paragraphs import rulebook_of
from rulesrun.table.ahead import Made, asked_ahead, of_players
from rulesrun.table.declared import declared
from rulesrun.table.keys import Keys, is_several, name_of, stands_for_something
from rulesrun.table.offers import offers
from rulesrun.table.questions import Questions
from rulesrun.table.story import Story
from rulesrun.table.values import Plain, seen_data, shown
from rulesrun.table.words import page_words

HINTS = 3
"""So many choices are hinted at."""

FAR = ("not there", "nothing there", "not offered")
"""Reasons of choices that never came to a condition: others tell more."""

REASONS = 3
"""Of more reasons why something cannot be chosen, only the first are told."""

LONGEST_VALUE = 240
"""Of a longer value in a reason, such as a list of tiles, only the beginning is told."""

MOST_CHANGES = 6
"""Of more changes by one line of the rules, only the first are told."""

Asked = Mapping[str, Any]
"""What somebody asks about: checked to be plain data of small size, and nothing else."""


@frozen(eq=False)
class Hearing:
    """Somebody who is told of a game: a seat, ONLOOKER, or none who may know everything."""

    session: Session
    labels: Labels
    viewer: int | None
    story: Story
    looks: Looks = Factory(Looks)
    changes: tuple[Change, ...] = ()
    made: Made = Factory(dict)
    questions: Questions = Factory(Questions)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.session.position

    @property
    def is_asked(self) -> bool:
        """Whether whoever hears this is to choose."""
        return not self.position.over and self.viewer in (None, self.position.player)

    @property
    def asked(self) -> Position | None:
        """Where whoever hears this is to choose, now or already ahead of the rules."""
        if self.is_asked:
            return self.position
        return asked_ahead(self.position, self.viewer, self.made)

    @property
    def language(self) -> str:
        """In which language it is told."""
        return self.labels.words.language or "en"

    @property
    def hidden(self) -> frozenset[int]:
        """The slots whose content whoever hears this cannot know."""
        secrecy = self.position.game.machine.secrecy
        return frozenset() if self.viewer is None else secrecy.slots(self.viewer)

    def question(self, asked: Position) -> dict[str, Plain]:
        """What somebody is asked, as the page wants it."""
        assert asked.player is not None
        mark = self.questions.mark(asked, asked.player)
        return offers(asked, self.labels, self.keys(asked), self.looks, mark)

    def keys(self, asked: Position) -> Keys:
        """What on the page stands for what, where somebody is asked."""
        return Keys(asked, self.hidden)


def tell(kind: str, hearing: Hearing, asked: Asked | None = None) -> dict[str, Plain]:
    """A message of a kind, one of TELLINGS: the only way by which anybody is told anything."""
    return {"kind": kind, **TELLINGS[kind](hearing, asked or {})}


def _game(hearing: Hearing, asked: Asked) -> dict[str, Plain]:
    """What never changes."""
    language = hearing.labels.words.language
    return {
        "language": language or "en",
        "languages": list(hearing.story.labels),
        "direction": "rtl" if hearing.labels.words.persian else "ltr",
        "words": dict(page_words(language)),
        "signs": {
            "digits": said(DIGITS, language, "digits"),
            "minus": said("-", language, "minus"),
            "comma": said(", ", language, "value"),
            "and": said(" + ", language, "and"),
            "rightward": hearing.labels.words.persian,
        },
        "seat": hearing.viewer,
        **declared(hearing.labels, hearing.looks),
    }


def _scene(hearing: Hearing, asked: Asked) -> dict[str, Plain]:
    """Where the game stands, and what may be chosen by whoever is asked."""
    position, labels = hearing.position, hearing.labels
    known = view(position, hearing.viewer)
    phase = known.phase
    found: dict[str, Plain] = {
        "at": len(hearing.session.log.entries),
        "turn": known.turn,
        "turns": position.turns,
        "actor": known.actor,
        "over": known.over,
        "ranking": known.ranking,
        "phase": None if phase is None else shown(labels.words.label(phase, "")),
        "seen": [seen_data(labels, seen) for seen in known.seen],
        "story": hearing.story.told(hearing.viewer, hearing.language),
    }
    if hearing.is_asked:
        found["question"] = hearing.question(position)
        if position.past and position.player is not None:
            found["undo"] = hearing.questions.mark_of_undo(position.player, ahead=False)
    else:
        found |= _ahead(hearing, known)
    if hearing.changes:
        found["changes"] = list(_changes(hearing))
    return found


def _ahead(hearing: Hearing, known: View) -> dict[str, Plain]:
    """What may be chosen before the rules ask, and what has been; then one's own things
    are as they will be.
    """
    found: dict[str, Plain] = {}
    made = hearing.made.get(-2 if hearing.viewer is None else hearing.viewer, ())
    if made and hearing.viewer is not None:
        found["undo"] = hearing.questions.mark_of_undo(hearing.viewer, ahead=True)
        found["made"] = [one.label.get(hearing.language, one.name) for one in made]
    asked = hearing.asked
    if asked is not None:
        found["ahead"] = True
        found["question"] = hearing.question(asked)
        later, mine = view(asked, hearing.viewer), of_players(asked)
        found["seen"] = [
            seen_data(
                hearing.labels, own if is_own and own.owner == hearing.viewer else now
            )
            for is_own, own, now in zip(mine, later.seen, known.seen, strict=True)
        ]
    return found


def _changes(hearing: Hearing) -> Iterator[Plain]:
    """What the last choice changed, as far as it can be known: line by line of the rules."""
    program, hidden = hearing.position.game.program, hearing.hidden
    seen = [change for change in hearing.changes if change.slot not in hidden]
    for span, group in groupby(seen, key=lambda change: change.span):
        made = [
            [shown(change.name), shown(difference(change.before, change.after))]
            for change in group
        ]
        line = shown("".join(lines_at(program, span)[:1]))
        yield {"place": _place(span), "line": line, "made": made[:MOST_CHANGES]}


def _why(hearing: Hearing, asked: Asked) -> dict[str, Plain]:
    """Why what a key stands for cannot be chosen after what was picked so far."""
    reasons: list[Plain] = []
    position = hearing.asked
    if position is not None:
        for refusal in _refusals(hearing, position, asked):
            reason = _reason(hearing, refusal)
            if reason not in reasons:
                reasons.append(reason)
        if not reasons and stands_for_something(position, str(asked.get("key"))):
            reasons.append(_not_asked(hearing, position))
    return {"key": asked.get("key"), "reasons": reasons[:REASONS]}


def _not_asked(hearing: Hearing, position: Position) -> dict[str, Plain]:
    """That something is no part of any choice now, with what is."""
    labels, plan = hearing.labels, position.decision_plan
    words = page_words(labels.words.language)
    offered = dict.fromkeys(number for number, _ in position.raw)
    asked = labels.words.listed(
        labels.words.label(item.labels, item.name)
        for item in map(plan.items.__getitem__, offered)
    )
    found = _cited(hearing, plan.span, behind(position, plan.cites))
    prompt = labels.words.label(plan.labels, "") or words["choose"]
    return {
        "why": words["not asked"],
        "values": [[shown(prompt), shown(asked)]],
        **found,
    }


def _refusals(hearing: Hearing, position: Position, asked: Asked) -> list[Refusal]:
    """What stands against a key, for everything that may be done: conditions first."""
    keys = [*map(str, asked.get("picks", ())), str(asked.get("key"))]
    found = []
    strips = hearing.keys(position).strips
    for item in position.decision_plan.items:
        given = _given(position, item, keys, strips)
        if given is not None:
            refusal = find_choice(position, given)
            if isinstance(refusal, Refusal) and refusal.kind != "several":
                found.append(refusal)
    return sorted(
        found, key=lambda refusal: (refusal.span is None, refusal.kind in FAR)
    )


def _given(
    position: Position, item: Item, keys: Iterable[str], strips: Mapping[Local, str]
) -> str | None:
    """A choice as it would be typed, each key for the first part that it fits."""
    given: dict[str, list[str]] = {}
    for key in keys:
        for symbol in item.chosen:
            name = name_of(position, symbol.type, key, strips.get(symbol))
            if name is not None and (
                symbol.name not in given or is_several(symbol.type)
            ):
                given.setdefault(symbol.name, []).append(name)
                break
        else:
            return None
    texts = [] if item.kind == "value" else [item.name]
    for symbol in item.chosen:
        if symbol.name in given:
            names = ", ".join(given[symbol.name])
            several = is_several(symbol.type)
            texts.append(f"{symbol.name}={f'{{{names}}}' if several else names}")
    return " ".join(texts)


def _reason(hearing: Hearing, refusal: Refusal) -> dict[str, Plain]:
    """A reason with the values that it spoke of, its lines and paragraphs."""
    labels = hearing.labels
    position = hearing.asked or hearing.position
    found: dict[str, Plain] = {"why": shown(why_in_words(position, labels, refusal))}
    if refusal.span is not None:
        found["values"] = [
            [shown(part_called(labels, part) or part.text), _value(labels, part)]
            for part in refusal.parts
        ]
        found |= _cited(hearing, refusal.span, refusal.cites)
    return found


def _value(labels: Labels, part: Part) -> str:
    """The value of a part of a condition, of which much is told in short."""
    told = labels.value(part.type, part.value)
    told = labels.words.say("nothing") if told == "-" else told
    return balanced([shorten(shown(told), LONGEST_VALUE, placeholder=" …")])[0]


def _cited(hearing: Hearing, span: Span, cites: Iterable[str]) -> dict[str, Plain]:
    """A place in the rules, with its lines and the paragraphs that it cites."""
    program = hearing.position.game.program
    words = hearing.labels.words
    known = paragraphs(program, words.language)
    return {
        "place": _place(span),
        "lines": list(map(shown, lines_at(program, span)[:EXCERPT])),
        "paragraphs": [
            [cite, shown(words.prose(known.get(cite, "")))] for cite in cites
        ],
    }


def _place(span: Span) -> str:
    """A line of the rules, without the folders of this machine before it."""
    return f"{PurePath(span.path).name}:{span.line}"


def _hint(hearing: Hearing, asked: Asked) -> dict[str, Plain]:
    """What a thinker would choose, and what it expects, from 0 to 100."""
    from rulesrun.agents.players import ThinkingPlayer  # only here a search is needed

    position = hearing.position
    if not hearing.is_asked or len(position.raw) < 2:
        return {"hints": []}
    chance = Random(len(hearing.session.log.entries))
    thoughts = ThinkingPlayer(position.game, chance).think(position)
    thoughts.sort(key=lambda t: (-t.weight, -t.worth))
    return {
        "hints": [
            [thought.number, round(100 * thought.worth)] for thought in thoughts[:HINTS]
        ]
    }


def _ledger(hearing: Hearing, asked: Asked) -> dict[str, Plain]:
    """Where the points come from, by line of the rules."""
    words = hearing.labels.words
    found = []
    for account in accounts(hearing.position, hearing.viewer):
        label = words.label(account.labels, account.name)
        if account.kind:
            label += f" ({words.listed(account.kind)})"
        rows: list[Plain] = []
        for source in account.sources:
            row: dict[str, Plain] = {"amounts": source.amounts}
            if source.span is not None:
                lines = lines_at(hearing.position.game.program, source.span)[:1]
                row["place"] = _place(source.span)
                row["line"] = shown("".join(lines))
                row["cites"] = list(source.cites)
            rows.append(row)
        found.append({"label": shown(label), "rows": rows, "totals": account.totals})
    return {"accounts": found}


def _rulebook(hearing: Hearing, asked: Asked) -> dict[str, Plain]:
    """The paragraphs of the rulebook in order: `[number, heading, parts]` each.

    A part is a text, or the rows of a table.
    """
    words = hearing.labels.words

    def plain(text: str) -> str:
        return shown(words.prose(text))

    def part(given: str | tuple[tuple[str, ...], ...]) -> Plain:
        if isinstance(given, str):
            return plain(given)
        return [list(map(plain, row)) for row in given]

    book = rulebook_of(hearing.position.game.program, words.language)
    return {
        "paragraphs": [
            [p.number, plain(p.heading), list(map(part, parts_of(p.text)))]
            for p in book
        ]
    }


TELLINGS: Mapping[str, Callable[[Hearing, Asked], dict[str, Plain]]] = {
    "game": _game,
    "scene": _scene,
    "why": _why,
    "hint": _hint,
    "ledger": _ledger,
    "rulebook": _rulebook,
}
"""All kinds of messages that tell of a game; tests hold them in other worlds."""
