"""Games under rules that have changed: how far their choices fit, and why one does not."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.playing.session import Session, describe_fault
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import Entry, replay
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.views import view
from rulesrun.table.values import Plain, seen_data, shown


@frozen
class Misfit:
    """The first choice that does not fit any more: its number from 1, and why.

    `now` is where the game stands there, `then` where it stood under the rules before, if
    that is known; from the choice `differs` on (0 is the set-up) the two were not the same.
    """

    number: int
    entry: Entry
    why: str
    now: Position | None = None
    then: Position | None = None
    differs: int | None = None


def taken_over(
    program: Program, session: Session, wished: Sequence[Entry]
) -> tuple[Session, Misfit | None]:
    """A game under other rules, as far as its choices fit, and the first that does not.

    Raises WrongSetup, Problem or GameFault where the game cannot even be begun.
    """
    old = session.game
    game = Game(program, old.players, old.options, trace=old.trace)
    again = Session.begin(game, session.seed)
    for number, entry in enumerate(wished, 1):
        why = _carried_on(again, entry)
        if why is not None:
            was, then = _retraced(session, number)
            now, _ = _retraced(again, number)
            parts = [
                n for n, (a, b) in enumerate(zip(was, now, strict=False)) if a != b
            ]
            differs = parts[0] if parts else None
            return again, Misfit(number, entry, why, again.position, then, differs)
    return again, None


def _retraced(session: Session, number: int) -> tuple[list[Plain], Position | None]:
    """What is seen from the set-up on until a choice, by its number from 1, and where the
    game stood before that; none where it had not come so far.
    """
    labels, things = Labels(session.game, Words("en")), list[Plain]()

    def seen(position: Position) -> None:
        parts = view(position, None).seen
        things.append([[one.name, seen_data(labels, one)] for one in parts])

    position, difference = replay(
        session.game,
        session.log,
        number - 1,
        lambda position, entry: seen(position),
        verify=False,
    )
    seen(position)
    is_there = difference is None and not position.over
    is_recorded = is_there and number <= len(session.log.entries) + 1
    return things, position if is_recorded else None


def _asked(position: Position, labels: Labels) -> str:
    """What is asked: by the prompt, or by what may be done."""
    words, plan = labels.words, position.decision_plan
    prompt = words.label(plan.labels, "")
    if prompt:
        return prompt
    used = dict.fromkeys(raw[0] for raw in position.raw)
    items = [plan.items[number] for number in used]
    return words.listed([words.label(item.labels, item.name) for item in items])


def _carried_on(session: Session, entry: Entry) -> str | None:
    """Make a recorded choice again; why that is not possible, if it is not."""
    position = session.position
    if position.over or position.player is None:
        return "the game is over before"
    if position.player != entry.player - 1:
        labels = Labels(session.game, Words("en"))
        return f"{labels.player(position.player)} is to choose"
    try:
        choice = find_choice(position, entry.choice)
        if isinstance(choice, Refusal):
            return choice.message
        session.script_chance(entry.chance)
        session.choose(next(o for o in position.options if o.raw == choice))
    except Problem as error:
        return error.message
    except GameFault as fault:
        return describe_fault(fault)
    return None


def cause_of(misfit: Misfit, words: Words) -> dict[str, Plain]:
    """Where the question has become another one, and since when the games differ."""
    now, then = misfit.now, misfit.then
    data: dict[str, Plain] = {"differs": misfit.differs}
    if now is None or then is None or now.over or now.player is None:
        return data
    question, was = (_asked(one, Labels(one.game, words)) for one in (now, then))
    if question != was or now.player != then.player:
        data |= {"now": shown(question), "then": shown(was)}
    return data
