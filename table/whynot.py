"""Why something cannot be chosen: one sentence for players, all of it for the designer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import shorten

from attrs import frozen

from rulesrun.cli.output.direction import balanced
from rulesrun.cli.screen.choices import EXCERPT, part_called, why_in_words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.reasons import paragraphs
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.explain.citing import behind
from rulesrun.interpreter.explain.reckoning import Part, lines_at
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Position
from rulesrun.table.hearing import Asked, Hearing, place_of
from rulesrun.table.keys import is_several, name_of, stands_for_something
from rulesrun.table.paragraphs import for_players
from rulesrun.table.places import place_of as place_of_action
from rulesrun.table.values import Plain, shown
from rulesrun.table.words import page_words

MOST = 3
"""Of more reasons why something cannot be chosen, only the first are told."""

LONGEST_VALUE = 240
"""Of a longer value in a reason, such as a list of tiles, only the beginning is told."""

LONGEST_SENTENCE = 160
"""Of a longer sentence of the rulebook, only the beginning is told."""

UNREAD = -2
"""How far a choice comes that the rules have no condition against: it is not read at all."""

ELSEWHERE = -1
"""How far a choice comes of something that an action could never take from there."""

_SENTENCE = re.compile(r".+?[.!?\u061f](?=\s|$)", re.DOTALL)


@frozen
class Against:
    """What stands against one of the things that may be done."""

    item: Item
    refusal: Refusal
    is_offered: bool
    is_place: bool = False
    """Whether it is not the thing that is chosen, but the place where one would do so."""

    @property
    def rank(self) -> tuple[int, bool, bool]:
        """The higher, the more it says: how far that came, whether the rules say why."""
        far = UNREAD if self.refusal.far is None else self.refusal.far
        far = min(far, ELSEWHERE) if self.refusal.elsewhere else far
        return far, self.refusal.reason.text is not None, self.is_offered


def why(hearing: Hearing, request: Asked) -> dict[str, Plain]:
    """Why what a key stands for cannot be chosen after what was picked so far.

    The reason of what came furthest stands first; its `rank` compares it with others.
    """
    reasons: list[dict[str, Plain]] = []
    rank, position = UNREAD - 1, hearing.asked
    if position is not None:
        result = list(_against(hearing, position, request))
        result.sort(key=lambda one: one.rank, reverse=True)
        if result:
            rank = result[0].rank[0]
        for one in result:
            if one.rank[0] < 0 <= rank:
                break  # of what is offered, one came to a condition: that is meant
            reason = _reason(hearing, position, one)
            if all(reason["why"] != other["why"] for other in reasons):
                reasons.append(reason)
        if not reasons and stands_for_something(position, str(request.get("key"))):
            reasons.append(_not_asked(hearing, position))
    return {"key": request.get("key"), "rank": rank, "reasons": list(reasons[:MOST])}


def _not_asked(hearing: Hearing, position: Position) -> dict[str, Plain]:
    """That something is no part of any choice now, with what is."""
    labels, plan = hearing.labels, position.decision_plan
    words = page_words(labels.words.language)
    offered = dict.fromkeys(number for number, _ in position.raw)
    names = labels.words.listed(
        labels.words.label(item.labels, item.name)
        for item in map(plan.items.__getitem__, offered)
    )
    prompt = labels.words.label(plan.labels, "") or words["choose"]
    result: dict[str, Plain] = {"why": words["not asked"]}
    if hearing.viewer is None:
        result["values"] = [[shown(prompt), shown(names)]]
    return result | _cited(hearing, plan.span, behind(position, plan.cites))


def _against(hearing: Hearing, position: Position, request: Asked) -> Iterator[Against]:
    """What stands against a key, for everything that may be done with it, or there."""
    game, looks = position.game, hearing.looks
    keys = [*map(str, request.get("picks", ())), str(request.get("key"))]
    strips = hearing.keys(position).strips
    offered = {number for number, _ in position.raw}
    for number, item in enumerate(position.decision_plan.items):
        text = _given(position, item, keys, strips)
        is_place = text is None and keys[-1] == place_of_action(game, looks, item)
        if is_place:
            text = _given(position, item, keys[:-1], strips)
        if text is not None:
            refusal = find_choice(position, text)
            if isinstance(refusal, Refusal) and refusal.kind != "several":
                yield Against(item, refusal, number in offered, is_place)


def _given(
    position: Position, item: Item, keys: Iterable[str], strips: Mapping[Local, str]
) -> str | None:
    """A choice as it would be typed, each key for the first part that it fits."""
    parts: dict[str, list[str]] = {}
    for key in keys:
        for symbol in item.chosen:
            name = name_of(position, symbol.type, key, strips.get(symbol))
            if name is not None and (
                symbol.name not in parts or is_several(symbol.type)
            ):
                parts.setdefault(symbol.name, []).append(name)
                break
        else:
            return None
    texts = [] if item.kind == "value" else [item.name]
    for symbol in item.chosen:
        if symbol.name in parts:
            names = ", ".join(parts[symbol.name])
            several = is_several(symbol.type)
            texts.append(f"{symbol.name}={f'{{{names}}}' if several else names}")
    return " ".join(texts)


def _reason(hearing: Hearing, position: Position, one: Against) -> dict[str, Plain]:
    """A reason: to players a sentence and its paragraphs, to the designer also the code."""
    labels, refusal = hearing.labels, one.refusal
    if hearing.viewer is None:
        result: dict[str, Plain] = {
            "why": shown(why_in_words(position, labels, refusal))
        }
    else:
        result = {"why": shown(_sentence(hearing, one))}
    if refusal.span is not None:
        if hearing.viewer is None:
            result["values"] = [
                [shown(part_called(labels, part) or part.text), _value(labels, part)]
                for part in refusal.parts
            ]
        result |= _cited(hearing, refusal.span, refusal.cites)
    return result


def _sentence(hearing: Hearing, one: Against) -> str:
    """A reason in a sentence without anything of the code.

    Where the rules have no words for it, the paragraph that they cite has.
    """
    labels, refusal = hearing.labels, one.refusal
    words = page_words(labels.words.language)
    what = labels.words.label(one.item.labels, "")
    if refusal.reason.text is not None:
        reason = labels.words.label(refusal.reason, "")
        return f"{what}: {reason}" if one.is_place and what else reason
    if refusal.kind in ("too few", "too many"):
        _, bound, number = refusal.about
        wording = words[refusal.kind].replace("{n}", labels.words.number(int(bound)))
        return wording.replace("{chosen}", labels.words.number(int(number)))
    if refusal.places:
        where = labels.words.listed(labels.words.label(z, "") for z in refusal.places)
        reason = words["only from"].replace("{where}", where)
        return f"{what}: {reason}" if what else reason
    if refusal.kind in ("not through", "same"):
        return words[refusal.kind]
    by_number = paragraphs(hearing.position.game.program, labels.words.language)
    texts = (by_number.get(cite, "") for cite in refusal.cites)
    sentence = next((text for text in texts if text), None)
    because = words["not now"] if sentence is None else _first_sentence(sentence)
    return f"{what}: {because}" if what else because


def _first_sentence(text: str) -> str:
    plain = " ".join(text.split())
    match = _SENTENCE.match(plain)
    return shorten(match[0] if match else plain, LONGEST_SENTENCE, placeholder=" …")


def _value(labels: Labels, part: Part) -> str:
    """The value of a part of a condition, of which much is told in short."""
    text = labels.value(part.type, part.value)
    text = labels.words.say("nothing") if text == "-" else text
    return balanced([shorten(shown(text), LONGEST_VALUE, placeholder=" …")])[0]


def _cited(hearing: Hearing, span: Span, cites: Iterable[str]) -> dict[str, Plain]:
    """The paragraphs that a place in the rules cites; to the designer the place itself."""
    program = hearing.position.game.program
    by_number = paragraphs(program, hearing.labels.words.language)
    result: dict[str, Plain] = {
        "paragraphs": [
            [cite, shown(for_players(hearing.labels, by_number.get(cite, "")))]
            for cite in cites
        ],
    }
    if hearing.viewer is None:
        result["place"] = place_of(span)
        result["lines"] = list(map(shown, lines_at(program, span)[:EXCERPT]))
    return result
