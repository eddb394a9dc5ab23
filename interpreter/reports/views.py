"""What a player may know of a position, and nothing more.

Hidden is what lies face down (decks), in a bag, in somebody else's hand, or in a
variable declared `secret` or `seen by` others: of those only the number is seen. One
function says what is seen; pictures, logs and tests all start from it. A value that is
worked out and shown is seen by whoever knows all that it depends on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from attrs import define, evolve, frozen

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.knowledge.dealing import Deal
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.knowledge.secrecy import (
    ONLOOKER,
    held_in,
    known_count,
    known_kinds,
)
from rulesrun.interpreter.knowledge.shown import Unknown, Working
from rulesrun.interpreter.memory.memory import Memory, memory_in
from rulesrun.interpreter.memory.sights import Sights, recalled_in, sights_in
from rulesrun.interpreter.memory.worlds import (
    DEALT,
    EFFORT,
    EXACT,
    Effort,
    Finder,
    World,
)
from rulesrun.interpreter.runtime.layout import FORCED, SEED, Family, State

_WORLDS = 0x3A11
"""Keeps the chances of other worlds apart from those of the games themselves."""


TRIES = 100
"""So many worlds are dealt to find one in which there is something to choose."""


@frozen
class Seen:
    """One variable or zone, or a value that is worked out, as a player sees it.

    `owner` and `keys` say which one of its family it is (values of the keys' types);
    `hidden` that only `count` is known, and of pieces perhaps the `kinds` of which there
    are any; `value` what is known otherwise. `known` are components, by their numbers, of
    which the player knows from before that they lie there, seen or not. If something
    hidden is `recalled`, all of it is known, and is its value.
    """

    name: str
    labels: nodes.Labels
    kind: str
    type: t.Type
    owner: Any
    keys: tuple[Any, ...]
    hidden: bool
    count: int | None
    value: Any
    kinds: tuple[int, ...] | None = None
    known: tuple[int, ...] = ()
    recalled: bool = False


@frozen
class View:
    """All that a player sees: the variables in the order of the file.

    `player` is none for somebody who may see everything.
    """

    player: int | None
    turn: int | None
    actor: int | None
    phase: nodes.Labels | None
    seen: tuple[Seen, ...]
    over: bool
    ranking: tuple[int, ...] | None


def view(
    position: Position,
    player: int | None,
    *,
    shown: bool = True,
    recalled: bool = False,
) -> View:
    """The position as that player (a seat, from 0) may know it; none sees all.

    With `shown`, what is worked out and shown is in it, behind the variables; with
    `recalled`, what a seat knows from before of what lies hidden now: that costs as much as
    its memory takes to go on.
    """
    layout = position.game.layout
    families = layout.told if shown else layout.variables
    seen = tuple(_seen(position, families, player))
    if recalled and player is not None and player >= 0:
        seen = tuple(_with_recalled(position, families, player, seen))
    return View(
        player,
        position.turn,
        position.player,
        position.phase,
        seen,
        position.over,
        position.ranking,
    )


def _seen(
    position: Position, families: Mapping[VariableSymbol, Family], player: int | None
) -> Iterator[Seen]:
    working = position.working(player)
    displays, state = position.game.layout.shown, position.state
    secrecy = position.game.machine.secrecy
    unseen = frozenset() if player is None else secrecy.slots(player, state)
    for symbol, family in families.items():
        labels, kind = symbol.decl.labels, kind_of(symbol)
        is_owned, is_worked_out = symbol.owner is not None, symbol in displays
        for slot, indexes in family.places():
            if is_worked_out:
                value, hidden = _worked_out(working, symbol, indexes)
            else:
                value, hidden = state[slot], slot in unseen
            yield Seen(
                symbol.name,
                labels,
                kind,
                symbol.type,
                indexes[0] if is_owned else None,
                indexes[1:] if is_owned else indexes,
                hidden,
                known_count(symbol, value, hidden=hidden),
                None if hidden else value,
                (known_kinds(symbol, value) or None) if hidden else None,
            )


def _with_recalled(
    position: Position,
    families: Mapping[VariableSymbol, Family],
    player: int,
    seen: Sequence[Seen],
) -> Iterator[Seen]:
    """The same, with what the player knows from before of what is hidden."""
    if not any(one.hidden and one.count != 0 for one in seen):
        yield from seen
        return
    game, state = position.game, position.state
    layout = game.layout
    memory = recalled_in(game.watched, position.line, state, player)
    slots = (
        slot
        for family in families.values()
        for slot in range(family.base, family.base + family.size)
    )
    for one, slot in zip(seen, slots, strict=True):
        if not one.hidden or one.count == 0 or slot >= layout.size:
            yield one
            continue
        is_all, content = memory.content(slot, state[slot], layout.components)
        held = held_in(content) if memory.holds_components(slot) else ()
        if is_all:
            yield evolve(one, value=content, known=tuple(held), recalled=True)
        elif held:
            yield evolve(one, known=tuple(held))
        else:
            yield one


def _worked_out(
    working: Working, symbol: VariableSymbol, indexes: tuple[int, ...]
) -> tuple[Any, bool]:
    """A value that is shown, and whether it cannot be known."""
    try:
        return working.value(symbol, indexes), False
    except Unknown:
        return None, True


def kind_of(symbol: VariableSymbol) -> str:
    """`value`, `grid`, or the kind of zone it is."""
    match symbol.type:
        case t.ZoneType("stock", t.PieceType(_, str())):
            return "piece bundle"
        case t.ZoneType(kind, t.PieceType()):
            return f"piece {kind}"
        case t.ZoneType(kind, _):
            return kind
        case t.GridType():
            return "grid"
        case _:
            return "value"


@define(eq=False)
class Sampled:
    """A world that a player holds possible, and how it was found.

    Attributes:
        made: The world, or what gives the position.
        kind: `exact` or `near` where it fits all that the player has seen; `dealt` where
            it fits what lies open now.
        replays: So many worlds were tried.
        proposed: So many changes of a first world were proposed,
        accepted: and so many of them taken.
    """

    made: World | Position
    kind: str
    replays: int = 0
    proposed: int = 0
    accepted: int = 0
    _of: Position | None = None

    @cached_property
    def position(self) -> Position:
        """The world: it can be looked at, copied and played on."""
        world, of = self.made, self._of
        if isinstance(world, Position):
            return world
        assert of is not None
        return Position(
            of.game,
            world.state,
            world.options,
            choices_made=of.choices_made,
            line=world.line,
        )

    @property
    def state(self) -> State:
        """The state of the world."""
        return self.made.state


def memory_at(position: Position, player: int, until: float | None = None) -> Memory:
    """What a player (a seat, from 0) has seen of the game up to a position.

    Where the choices that led there are not known, memory begins with the position.
    Raises NoWorld where a time is over, by the clock `time.perf_counter`.
    """
    watched, line = position.game.watched, position.line
    return memory_in(watched, line, position.state, player, until)


def sights_at(position: Position, player: int) -> Sights:
    """What a player (a seat, from 0) has seen up to a position, and can name of it since.

    Where the choices that led there are not known, it begins with the position.
    """
    return sights_in(position.game.watched, position.line, position.state, player)


def knows(position: Position, player: int, slot: int) -> bool:
    """Whether a player (a seat, from 0) knows what is in a slot of the state.

    He or she can look into it, or has seen what is there, or was shown it, and has
    followed it since.
    """
    game, state = position.game, position.state
    if not game.machine.secrecy.is_hidden(slot, player, state):
        return True
    recalled = recalled_in(game.watched, position.line, state, player)
    return recalled.knows(slot, state[slot])


def told_choices(position: Position) -> frozenset[int]:
    """The choices, counted from 0, that were made in secret and that all know by now."""
    if position.line is None or not position.line.length or not _has_secrets(position):
        return frozenset()
    sights = sights_at(position, ONLOOKER)
    assert sights.secrets is not None
    before = position.choices_made - len(sights.steps)
    return frozenset(before + step for step in sights.secrets.told)


def _has_secrets(position: Position) -> bool:
    return any(plan.node.secret for plan in position.game.module.decisions)


def worlds(
    position: Position, player: int, count: int, seed: int, effort: Effort = EFFORT
) -> Iterator[Sampled]:
    """Up to `count` worlds in which all is as the player (a seat, from 0) has seen it.

    In each of them the whole game has gone otherwise in what is hidden, and nothing that
    the player has seen contradicts it; what others chose in the open was possible when
    they chose it. The player has the same view and the same raw options as in the
    position. The same seed gives the same worlds. `exact` ones are evenly distributed:
    each as likely as chance makes it, each secret choice of another as likely as any
    other that was possible.

    Raises NoWorld where none is found with that effort.
    """
    rng, game = Random(seed ^ _WORLDS), position.game
    if not game.hides:
        for _ in range(count):
            copy = position.copy()
            copy.state[SEED], copy.state[FORCED] = rng.getrandbits(62), ()
            yield Sampled(copy, EXACT)
        return
    memory = memory_at(position, player, effort.until)
    root = memory.line.root
    with root.lock:
        finder = Finder(memory, rng, effort)
        for _ in range(count):
            world = finder.find()
            kind = DEALT if root.state is not None and not memory.steps else world.kind
            figures = world.replays, world.proposed, world.accepted
            yield Sampled(world, kind, *figures, position.copy())


def resample(
    position: Position, player: int, seed: int, effort: Effort = EFFORT
) -> Position:
    """A copy in which all that the player cannot know is another one: one of `worlds`.

    For search under hidden information, and for the test that nothing leaks. Raises
    NoWorld where none is found that fits what the player has seen.
    """
    return next(worlds(position, player, 1, seed, effort)).position


def dealt(
    position: Position, player: int, seed: int, memory: Memory | None = None
) -> Position:
    """A copy in which what lies hidden from the player now is dealt anew by chance.

    It fits what lies open, and with a memory components stay that the player has seen and
    followed since; nothing else is remembered. It is for where no world is found that fits
    all that the player has seen. Dealt anew are

    - hidden components: they change places with hidden ones of their own kind, and where kinds
      lie in one order, with those, too;
    - pieces in hidden stocks: numbers that all can see stay as they are;
    - hidden variables, by their types and by what the rules put into them: a component
      is exchanged for another one that lies in the same place; what is said of cells or
      components changes places among those alike;
    - what others have chosen in secret, also where the rules have not used it yet;
    - chance to come.

    Whoever is asked has something to choose in the copy, too, if such a world is found.
    Numbers without bounds, texts and places stay as they are, and so does for how many
    components a secret flag is set.
    """
    dice, machine = Dice(seed ^ _WORLDS), position.game.machine
    followed = frozenset(memory.recorder.followed if memory else ())
    for _ in range(TRIES):  # whoever is asked has something to choose, as all can see
        deal = Deal(machine.secrecy, position.state, player, dice, followed)
        state = deal.deal()
        raw = machine.options(state)
        if raw or position.over:
            break
    return Position(position.game, state, raw, choices_made=position.choices_made)
