"""What a player is told is the same in all worlds that are the same to that player.

Every shipped game with anything hidden is played, and so are some small ones. Now and
then the world of somebody is exchanged for another one that differs only in what he or
she cannot know: then everything that is told, channel by channel, must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from channels import Moment, channels, news
from compiling import RULES, program_of, shipped

from rulesrun.agents.worlds import A_WORLD
from rulesrun.cli.messages.words import Words, words_for
from rulesrun.cli.playing.session import Session
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.logs import Log
from rulesrun.interpreter.memory.memory import NoWorld
from rulesrun.interpreter.reports.views import dealt, memory_at, resample, view

SMALL = Path(__file__).parents[1] / "cli/games"
SHIPPED = [
    str(path.relative_to(RULES).with_suffix(""))
    for folder in (RULES, RULES / "classics", RULES / "gallery")
    for path in sorted(folder.glob("*.rules"))
]
OWN = ["secret", "undo", "ledgers", "worth", "stores", "scouts", "lanterns", "peeks"]
"""Games of the tests."""

MOMENTS = 5
"""So often the world is exchanged in each game."""

LONGEST = 80
"""So far each game is played."""


@cache
def program(name: str) -> Program:
    if name in OWN:
        return program_of((SMALL / f"{name}.rules").read_text("utf-8"))
    return shipped(name)


def hides(result: Program) -> bool:
    """Whether there is anything in a game that somebody cannot know."""
    secret = any(
        node.secret
        for node in walk(result.world.file.declarations)
        if isinstance(node, nodes.Choose | nodes.Menu)
    )
    return secret or any(map(has_secrets, result.world.variables))


def begun(name: str, seed: int) -> tuple[Session, Labels]:
    declared = program(name).world.game
    assert declared is not None
    low, high = declared.players
    game = Game(program(name), min(max(low, 3), high))
    return Session.begin(game, seed), Labels(game, Words())


def probes(session: Session, chance: random.Random) -> tuple[str, ...]:
    """Choices to ask about: earlier ones, and some of any component or number."""
    earlier = {e.choice for e in session.log.entries if not e.secret}
    result = chance.sample(sorted(earlier), min(2, len(earlier)))
    components = session.game.layout.components
    for item in session.position.decision_plan.items:
        parts = [item.name]
        for symbol in item.chosen:
            inner = t.element(symbol.type) or t.without_none(symbol.type)
            value = str(chance.randrange(1, 6))
            if isinstance(inner, t.ComponentType):
                alike = [c.name for c in components if c.kind in inner.names]
                value = chance.choice(alike)
            parts.append(f"{symbol.name}={value}")
        result += [" ".join(parts), " ".join(parts[:-1])]
    return tuple(result[:5])


def same(here: Moment, there: Moment, *, recorded: bool = False) -> None:
    """Both are told the same, by every channel."""
    for name, tells in channels(recorded=recorded):
        assert tells(here) == tells(there), name


def chosen(session: Session, chance: random.Random) -> Option:
    """A choice, of every kind of move equally often."""
    kinds: dict[int, list[Option]] = {}
    for option in session.position.options:
        kinds.setdefault(option.raw[0], []).append(option)
    return chance.choice(kinds[chance.choice(list(kinds))])


def apart(session: Session, log: Log) -> Session:
    """A session of its own at the same point."""
    game = session.game
    copied = Log(
        log.game, log.rules, log.players, log.options, log.seed, entries=[*log.entries]
    )
    return Session(game, session.seed, session.position.copy(), copied)


def moments(name: str, seed: int) -> Iterator[tuple[Session, Labels, random.Random]]:
    """Points of a game, its beginning and some further on."""
    session, labels = begun(name, seed)
    made: list[Option] = []
    chance = random.Random(seed)
    while not session.position.over and len(made) < LONGEST:
        made.append(chosen(session, chance))
        session.choose(made[-1])
    wanted = {0, *chance.sample(range(len(made)), min(MOMENTS, len(made)))}
    session, labels = begun(name, seed)
    for number, option in enumerate(made):
        if number in wanted:
            yield session, labels, chance
        session.choose(option)


HIDING = [name for name in SHIPPED if hides(program(name))]


def test_the_games_that_hide_anything() -> None:
    assert {"alhambra", "architects", "keyflower", "kingdom_builder"} <= set(HIDING)
    assert "classics/liars_dice" in HIDING
    assert "tic_tac_toe" not in HIDING


LEAKED = [
    ("gallery/spread", 5),
    ("gallery/spread", 8),
    ("architects", 6),
    ("undo", 6),
    ("classics/hearts", 6),
    ("gallery/vizier", 5),
    ("peeks", 11),
    ("gallery/weavers", 13),
    ("gallery/rails", 13),
]
"""Games by seeds in which something was told: which copy had been chosen in secret, where no
other one lay beside it; a hand that was to be passed on, before all had chosen; by a world that
was drawn, what had been asked before of the real one, and which cards had been left over in a
hand when others were chosen from it in secret. In `peeks` a choice shows something to whoever
chose, which is none. In the last two, by a world that was drawn: which faces were tried first
at a hint, and that a hidden stock held one kind alone."""


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *(pytest.param(name, 4, id=name) for name in (*HIDING, *OWN)),
        *(pytest.param(name, seed, id=f"{name}-{seed}") for name, seed in LEAKED),
    ],
)
def test_worlds_that_differ_in_what_is_hidden(name: str, seed: int) -> None:
    different = 0
    for session, labels, chance in moments(name, seed):
        actor = session.position.player
        assert actor is not None
        asks = probes(session, chance)
        for viewer in (
            actor,
            chance.choice([ONLOOKER, (actor + 1) % session.game.players]),
        ):
            here, there = apart(session, session.log), apart(session, session.log)
            other_world(here, there, viewer, chance)
            different += there.position.digest() != session.position.digest()
            same(
                Moment(here, labels, viewer, asks),
                Moment(there, labels, viewer, asks),
            )
            if viewer == actor:
                _one_choice_on(here, there, labels, chance)
    assert different


def other_world(
    here: Session, there: Session, viewer: int, chance: random.Random
) -> None:
    """Let `there` be a world that fits what somebody has seen of `here`.

    If none is found, it fits what lies open, and both forget how they came about: of a
    world that is dealt nobody can say what led there.
    """
    position, seed = here.position, chance.randrange(99)
    try:
        there.position = resample(position, viewer, seed, A_WORLD)
    except NoWorld:
        there.position = dealt(position, viewer, seed)
        here.position = Position(
            position.game,
            position.state,
            position.raw,
            choices_made=position.choices_made,
        )


def _one_choice_on(
    here: Session, there: Session, labels: Labels, chance: random.Random
) -> None:
    """The same choice in both worlds: what is told of it, and whether it is taken back."""
    viewer = here.position.player
    assert viewer is not None
    option = chosen(here, chance)
    after: list[Moment] = []
    for session in (here, there):
        on = apart(session, session.log)
        transcript, told = news(labels, viewer)
        own = next(o for o in on.position.options if o.name == option.name)
        transcript.choice(on.position, own)
        on.choose(own)
        transcript.follow(on.position)
        transcript.flush()
        after.append(Moment(on, labels, viewer, told=tuple(told)))
    first, second = after
    stops = [memory_at(one.position, viewer).stops[-1] for one in after]
    views = [view(one.position, viewer) for one in after]
    revealed = (
        stops[0] != stops[1] or views[0] != views[1]
    )  # or only shown, or announced
    if revealed or first.position.player != second.position.player:
        for one in after:  # then it is not taken back
            if one.is_asked:
                assert "undone" != dict(channels(recorded=False))[
                    "undo (of a position)"
                ](one)
        return
    offered = [[o.name for o in one.position.options] for one in after]
    if not first.is_asked or offered[0] == offered[1]:
        same(first, second)


@pytest.mark.parametrize(
    "name", ["architects", "keyflower", "classics/goofspiel", "secret"]
)
def test_choices_that_differ_in_secret(name: str) -> None:
    """Another choice in secret is the same to everybody else, whoever asks and however."""
    session, _ = begun(name, 2)
    chance = random.Random(2)
    compared = 0
    while not session.position.over and compared < 2 * MOMENTS:
        decision = session.position.decision
        assert decision is not None
        names = [option.name for option in decision.options]
        if decision.secret and len(names) > 1 and chance.random() < 0.7:
            compared += _two_ways(session, decision.player, chance)
        session.choose(chosen(session, chance))
    assert compared


def _two_ways(session: Session, chooser: int, chance: random.Random) -> int:
    compared = 0
    ways = chance.sample(session.position.options, 2)
    languages = [Words(), words_for(session.game.program, "fa")]
    for viewer in (ONLOOKER, (chooser + 1) % session.game.players):
        labels = Labels(session.game, languages[viewer == ONLOOKER])
        after = []
        for option in ways:
            on = apart(session, session.log)
            transcript, told = news(labels, viewer)
            transcript.choice(on.position, option)
            on.choose(option)
            transcript.follow(on.position)
            transcript.flush()
            asks = () if on.position.over else probes(on, random.Random(1))
            after.append(Moment(on, labels, viewer, asks, tuple(told)))
        first, second = after
        assert first.told[:1] == second.told[:1]
        if view(first.position, viewer) == view(second.position, viewer):
            same(first, second, recorded=True)
            compared += 1
    return compared
