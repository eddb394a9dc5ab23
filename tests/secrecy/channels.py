"""Every way in which a game tells anything to anybody: the register of channels.

Whatever the product offers (commands at the terminal, subcommands, attributes of a
position) stands here, with what it tells in a moment of a game, or with the reason why it
tells nobody anything. `test_register.py` holds the register against the product.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping
from random import Random

from attrs import frozen

from rulesrun.agents.own import world_of
from rulesrun.cli.playing.dialogue import Dialogue
from rulesrun.cli.playing.retelling import tell
from rulesrun.cli.playing.session import Session
from rulesrun.cli.screen.account_lines import account_lines
from rulesrun.cli.screen.choices import Choices, refusal_lines
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.showings import shown_lines
from rulesrun.cli.screen.transcript import Transcript, end_lines
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import NothingToUndo, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER, held_in
from rulesrun.interpreter.logs import replay
from rulesrun.interpreter.memory.renaming import renamed_state
from rulesrun.interpreter.parts import PartialChoice
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.layout import BOX, HEADER, State
from rulesrun.table.gains import as_seen, expected
from rulesrun.table.hearing import Hearing
from rulesrun.table.story import Story, retold
from rulesrun.table.telling import tell as tell_page


@frozen(eq=False)
class Moment:
    """A game at a point, as somebody is told of it.

    The `viewer` is a seat, or ONLOOKER; `probes` are choices to ask about, `told` is what
    the news have said so far.
    """

    session: Session
    labels: Labels
    viewer: int
    probes: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.session.position

    @property
    def is_asked(self) -> bool:
        """Whether the viewer is to choose."""
        return self.position.player == self.viewer


Tells = Callable[[Moment], object]


def refusals(moment: Moment) -> Iterator[str]:
    """What is said about choices that are, perhaps, not possible."""
    position = moment.position
    for probe in moment.probes:
        result = find_choice(position, probe)
        if isinstance(result, Refusal):
            yield "\n".join(refusal_lines(position, moment.labels, result))
            yield repr((result.message, result.parts, result.tried, result.nearest))
        else:
            yield position.game.names.choice(
                position.decision_plan.items[result[0]], result[1]
            )


def undone(moment: Moment) -> object:
    """What becomes of the attempt to take the last choice back."""
    position = moment.position
    before = list(position.past)
    state, raw, line = position.state, position.raw, position.line
    try:
        position.undo()
    except NothingToUndo as error:
        return str(error)
    finally:
        position.past[:] = before
        position.state, position.raw, position._options = state, raw, None
        position.line = line
    return "undone"


def said(choice: PartialChoice) -> Iterator[object]:
    """What is told of a choice that is made part by part, the last part each time."""
    while choice.next:
        yield choice.count, choice.parameter, [str(part) for part in choice.next]
        choice = choice.say(choice.next[-1])
    yield choice.count, str(choice.option)


def seen(position: Position, player: int) -> str:
    """All that a player sees as plain values."""
    result = position.seen_by(player).items()
    return repr(
        [(name, getattr(value, "items", lambda v=value: v)()) for name, value in result]
    )


def asked(tells: Tells) -> Tells:
    """A channel by which only whoever is to choose is told anything."""
    return lambda moment: tells(moment) if moment.is_asked else None


POSITION: Mapping[str, Tells | str] = {
    "over": lambda m: m.position.over,
    "player": lambda m: m.position.player,
    "turn": lambda m: m.position.turn,
    "turns": lambda m: m.position.turns,
    "choices_made": lambda m: m.position.choices_made,
    "phase": lambda m: m.position.phase,
    "announcements": lambda m: list(map(m.labels.announced, m.position.announcements)),
    "announced_to": lambda m: list(
        map(m.labels.announced, m.position.announced_to(m.viewer))
    ),
    "shown_to": lambda m: list(shown_lines(m.position, m.labels, m.viewer)),
    "ranking": lambda m: m.position.ranking,
    "outcomes": lambda m: m.position.outcomes,
    "left": lambda m: m.position.left,
    "names": "what things are called, which depends on nothing that is hidden from anybody",
    "decision_plan": lambda m: m.position.over or m.position.decision_plan.number,
    "decision": asked(lambda m: repr(m.position.decision)[:0]),
    "options": asked(lambda m: [o.name for o in m.position.options]),
    "option_label": asked(
        lambda m: [
            m.position.option_label(o, language)
            for o in m.position.options[:20]
            for language in (None, "fa")
        ]
    ),
    "raw": asked(lambda m: len(m.position.raw)),
    "parts": asked(lambda m: list(said(m.position.parts()))),
    "seen_by": lambda m: None if m.viewer == ONLOOKER else seen(m.position, m.viewer),
    "component": "tells what is printed on a card, which all know",
    "option_of": "names an option that `raw` or `parts` has told",
    "undo": asked(undone),
    "choose": asked(lambda m: list(refusals(m))),
    "play": "carries a choice out and says nothing",
    "copy": "another position",
    "remembers": lambda m: m.position.remembers,
    "line": "all choices and the seed; for whoever runs the game",
    "past": "what `undo` goes back to; for whoever runs the game",
    "state": "the whole state; for whoever runs the game",
    "working": "works out what `view` and `seen_by` tell of shown values",
    "save": "the whole state; for whoever runs the game",
    "digest": "a hash of the whole state, to compare games; for whoever runs the game",
    "game": "the rules, which all know",
    "script_chance": "says what chance brings; for whoever runs the game",
    "scripted_chance": "what was said that chance brings; for whoever runs the game",
}
"""The attributes of a position."""


def typed(*lines: str) -> Tells:
    """What a person at the keyboard is answered."""

    def answers(moment: Moment) -> str:
        dialogue = Dialogue(
            moment.session, moment.labels, lambda name: moment.session, moment.viewer
        )
        with contextlib.redirect_stdout(io.StringIO()) as out:
            for line in lines:
                dialogue._answer(line.format(*moment.probes, "nothing", "nothing"))
        return out.getvalue()

    return asked(answers)


def of_looks(world: Position) -> State:
    """A world whose copies that look alike are named in the order in which they lie.

    Nobody can tell them apart: worlds that differ in these names alone are one.
    """
    watched, state = world.game.watched, world.state
    if watched.is_unique:
        return state
    layout = world.game.layout
    unnamed: dict[int, list[int]] = {}
    for component in range(len(watched.faces) - 1, -1, -1):
        unnamed.setdefault(watched.faces[component], []).append(component)
    names = {
        component: unnamed[watched.faces[component]].pop()
        for slot in (BOX, *range(HEADER, layout.declared))
        if slot == BOX or layout.zone_kinds[slot] is not None
        if watched.is_component_slot[slot]
        for component in held_in(state[slot])
    }
    return renamed_state(watched, state, names)


OWN: Mapping[str, Tells] = {
    "turn": asked(lambda m: of_looks(world_of(m.position, m.viewer, Random(3))[0])),
}
"""What a player of one's own is given: the whole of it is a world dealt anew."""

TERMINAL: Mapping[str, Tells | str] = {
    "help": typed("help"),
    "show": typed("show", "show {0}", "show hand", "show 1"),
    "options": typed("options"),
    "why": typed("why", "why {0}", "why {1}"),
    "rules": typed("rules", "rules {0}", "rules {1}"),
    "hint": "what a thinking player expects; tests/agents hold that against other worlds",
    "ledger": typed("ledger"),
    "log": typed("log"),
    "undo": "as the attribute of a position",
    "save": "writes the log for whoever runs the game",
    "load": "reads a log, and tells how long it is",
    "quit": "ends the game",
}
"""What may be typed at the terminal in place of a choice."""


def heard(moment: Moment) -> tuple[str, ...]:
    """The news of the game so far."""
    return moment.told


def recorded(moment: Moment) -> str:
    """What `replay` prints of the log."""
    labels, log, session = moment.labels, moment.session.log, moment.session
    with contextlib.redirect_stdout(io.StringIO()) as out:
        tell(session.game, log, "a.log", None, labels, moment.viewer, states=False)
    return out.getvalue()


def explained(moment: Moment) -> list[str]:
    """What `why` says about a point of the log."""
    position, _ = replay(moment.session.game, moment.session.log, verify=False)
    again = Session(moment.session.game, 0, position, moment.session.log)
    asks = Moment(again, moment.labels, moment.viewer, moment.probes)
    return list(refusals(asks)) if asks.is_asked else []


COMMANDS: Mapping[str, Tells | str] = {
    "play": heard,
    "replay": recorded,
    "why": explained,
    "ledger": lambda m: list(account_lines(m.position, m.labels, m.viewer, full=True)),
    "watch": "plays a script for a designer, and tells how it ended",
    "test": "tells designers of scenarios, which set everything up themselves",
    "simulate": "counts what comes out of many games, for who makes the game: no person plays",
    "solve": "takes only games in which nothing is hidden",
    "new": "writes rules",
    "ladder": "plays games of players among themselves, and tells how strong they are",
    "playground": "its page is told what a table tells: each kind of message stands for itself",
    "serve": "each kind of its messages stands for itself",
    "export": "its page is told what a table tells: each kind of message stands for itself",
    "validate": "tells of rules",
    "trace": "tells of rules",
    "translate": "tells of rules",
    "docs": "tells of rules",
    "fmt": "tells of rules",
    "list": "tells of rules",
    "explain": "tells of rules",
    "language-server": "tells designers of rules, and counts what comes out of games",
    "debug": "tells of rules; its commands on a game are for designers",
}
"""The subcommands of `rulesrun`."""

PICTURES: Mapping[str, Tells] = {
    "view": lambda m: view(m.position, m.viewer),
    "picture": lambda m: Picture(m.position, m.viewer, m.labels).lines(),
    "listed": asked(lambda m: Choices(m.position, m.labels).listed(100)),
    "expected": asked(
        lambda m: [
            as_seen(expected(m.labels, m.position, option), m.viewer)
            for option in m.position.options[:20]
        ]
    ),
    "end": lambda m: m.position.over and end_lines(m.position, m.labels, m.viewer),
}
"""What stands for itself in the library, and is used by several of the others."""


def hearing(moment: Moment, *, told: bool = False) -> Hearing:
    """Whoever is told, at a table; with what has happened only if that is wanted."""
    both = {moment.labels.words.language or "en": moment.labels}
    story = retold(moment.session, both) if told else Story(both)
    return Hearing(moment.session, moment.labels, moment.viewer, story)


def reasons_at_table(moment: Moment) -> list[object]:
    """Why what stands on the page cannot be chosen, and what does not stand there."""
    position = moment.position
    if position.over:
        return []
    names = [part.name for part in position.game.layout.components]
    asks = [f"component:0:{name}" for name in dict.fromkeys((*names[:3], *names[-2:]))]
    asks += ["enum:Currency:0", "player:1", "place:square:1", "cell:land:7"]
    hears = hearing(moment)
    return [tell_page("why", hears, {"key": key, "picks": []}) for key in asks]


TABLE: Mapping[str, Tells | str] = {
    "game": "what never changes: tells of rules",
    "scene": lambda m: tell_page("scene", hearing(m)),
    "why": reasons_at_table,
    "hint": "as what is typed at the terminal",
    "ledger": lambda m: tell_page("ledger", hearing(m)),
    "rulebook": lambda m: tell_page("rulebook", hearing(m)),
    "film": "plays the log again: stands below, as what has happened",
}
"""The kinds of messages that a table sends."""

STORIES: Mapping[str, Tells] = {
    "scene": lambda m: tell_page("scene", hearing(m, told=True)),
    "film": lambda m: tell_page("film", hearing(m, told=True)),
}
"""What a table tells of what has happened."""


def channels(*, recorded: bool) -> Iterator[tuple[str, Tells]]:
    """All that tell anything; those that play a log again only if it is wanted."""
    for kind in (POSITION, OWN, TERMINAL, COMMANDS, PICTURES, TABLE, STORIES):
        for name, tells in kind.items():
            again = kind is STORIES or (kind is COMMANDS and name in ("replay", "why"))
            if not isinstance(tells, str) and (recorded or not again):
                yield f"{name} ({_KINDS[id(kind)]})", tells


_KINDS = {
    id(POSITION): "of a position",
    id(OWN): "given to a program",
    id(TERMINAL): "typed",
    id(COMMANDS): "command",
    id(PICTURES): "shown",
    id(TABLE): "at a table",
    id(STORIES): "told at a table",
}


def news(labels: Labels, viewer: int) -> tuple[Transcript, list[str]]:
    """The news for somebody, and the lines that they will have told."""
    lines: list[str] = []
    return Transcript(labels, viewer, out=lines.append), lines
