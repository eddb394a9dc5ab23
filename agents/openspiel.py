"""Any rules file as a game of OpenSpiel, with chance and hidden information.

    from rulesrun.agents import openspiel

    game = openspiel.make("classics/kuhn_poker", players=2, payoff="payoff")
    state = game.new_initial_state()

A game's string says all that it is made of, the hash of its rules included, so that
`pyspiel.load_game` and OpenSpiel's own serialisation make the same game again, in another
process too, once this module is imported; where the rules have changed, they refuse.

Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games (2019).
Needs the extra `rulesrun[agents]`.

More than 400 lines: games, states and observers, which OpenSpiel makes one of the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel
from attrs import define

import rulesrun
from rulesrun.agents.actions import Actions
from rulesrun.agents.observation import Observer, counter
from rulesrun.agents.outcomes import Point
from rulesrun.agents.rewards import by_places
from rulesrun.dsl.core.expressions import Prim
from rulesrun.dsl.core.statements import Draw, Shuffle
from rulesrun.dsl.core.walking import walk
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.memory.renaming import (
    in_order_of_sight,
    renamed_option,
    renamed_state,
)
from rulesrun.interpreter.memory.retelling import states_on
from rulesrun.interpreter.reports.views import resample, sights_at
from rulesrun.interpreter.runtime.layout import HEADER, RawOption
from rulesrun.interpreter.runtime.naming import Names

LONGEST = 20_000
"""Moves and draws of the longest game that OpenSpiel is ever told to expect."""

TRIED, MARGIN = 10, 4
"""Without a bound it is told to expect so many times the longest of so many random games."""

RECENT = 4
"""So many views of a player are in the tensor of an information state."""

NAME = "rulesrun"
"""The one name under which OpenSpiel knows all of these games."""


class OtherRules(ValueError):
    """A game is to be made again, and its rules are not what they were; or a state is to be
    one of another game.
    """


def make(
    rules: str,
    players: int,
    options: Mapping[str, Any] | None = None,
    *,
    payoff: str | None = None,
    most: float = 1.0,
    zero_sum: bool = True,
    longest: int | None = None,
) -> Any:
    """A `pyspiel.Game` of a rules file, by path or by a shipped game's name.

    Args:
        rules: Path of the rules, or the name of a shipped game.
        players: How many play.
        options: The options of the game, as `rulesrun.load` takes them.
        payoff: A number that each player has, which is the return; without it, returns
            follow from the places: +1 for beating all others, -1 for being beaten by
            all.
        most: The greatest payoff, and as a negative number the least.
        zero_sum: Whether the payoffs of all players add up to 0. Returns by places never
            do where all can win or lose together.
        longest: No game has more moves and draws. Without it four times as many are
            expected as the longest of ten random games has.

    Raises:
        KeyError: No player has a number called `payoff`.
        rulesrun.FaultyRules, OSError, rulesrun.interpreter.game.WrongSetup: see
            `rulesrun.load`.
    """
    game = rulesrun.load(rules, players, options)
    path = Path(rules)
    return RulesGame(
        {
            "rules": quote(str(path.resolve()) if path.is_file() else rules),
            "hash": game.program.digest,
            "players": players,
            "options": quote(json.dumps(dict(options or {}), sort_keys=True)),
            "payoff": payoff or "",
            "most": float(most),
            "zero_sum": zero_sum and (payoff is not None or not _together(game)),
            "longest": _longest(game) if longest is None else longest,
        }
    )


def _together(game: Game) -> bool:
    """Whether all players can win together, or lose together."""
    endings = game.lowered.core.endings
    neutral = game.layout.participants > game.players  # it can win, and all others lose
    return endings.wins or endings.loses or neutral or game.players == 1


def _longest(game: Game) -> int:
    """How many moves and draws OpenSpiel is told to expect."""
    most, chance = 0, Random(1)
    for _ in range(TRIED):
        point, count = Point.begin(game), 0
        while not point.over and count < LONGEST:
            point = point.after(chance.randrange(point.count))
            count += 1
        most = max(most, count)
    return min(LONGEST, MARGIN * most)


def again(text: str) -> Any:
    """The game of that string: what pickles hold."""
    return pyspiel.load_game(text)


@define(eq=False)
class Bridge:
    """What all states of one game share."""

    game: Game
    actions: Actions
    observer: Observer
    payoff: int | None

    @property
    def made_of(self) -> tuple[object, ...]:
        """What is the same of all that states of one game may share."""
        game = self.game
        return game.program.digest, game.players, dict(game.options), self.payoff

    def __deepcopy__(self, memo: dict[int, Any]) -> Bridge:
        """OpenSpiel copies states deeply; what they share stays shared."""
        return self

    @cached_property
    def zones(self) -> dict[int, int]:
        """The slots that hold components, numbered."""
        layout = self.game.layout
        kinds = layout.zone_kinds
        slots = (s for s in range(HEADER, layout.declared) if kinds[s])
        held = (s for s in slots if not str(kinds[s]).startswith("piece"))
        return {slot: number for number, slot in enumerate(held)}

    @cached_property
    def looks(self) -> tuple[Sequence[int], Sequence[int]]:
        """For each component which row of its looks it counts for; how many each row has."""
        faces = [component.face for component in self.game.layout.components]
        rows = {face: row for row, face in enumerate(dict.fromkeys(faces))}
        return [rows[face] for face in faces], [faces.count(face) for face in rows]

    def followed(self, position: Position, player: int) -> Iterable[int]:
        """The components of which the player knows where they lie."""
        if self.game.hides:
            return sights_at(position, player).recorder.followed
        return range(len(self.game.layout.components))

    def as_seen(self, position: Position, player: int) -> Position:
        """The position with copies that look alike called in the order in which they are seen.

        Nobody can tell them apart: so what is told of it, and its options, are the same
        whichever of them lies where. Its options stand in the order of those of the position.
        """
        watched = self.game.watched
        if watched.is_unique:
            return position
        state = position.state
        names = in_order_of_sight(watched.eyes(player), state)
        raw: Sequence[RawOption] = ()
        if position.player == player:
            number = position.decision_plan.number
            raw = [renamed_option(watched, number, o, names) for o in position.raw]
        count = position.choices_made
        return Position(
            self.game, renamed_state(watched, state, names), raw, choices_made=count
        )

    def options(self, position: Position) -> dict[int, int]:
        """The actions of who is to choose, ascending, each with the number of its option.

        Copies that look alike have the same actions whichever of them lies where.
        """
        if position.player is None or self.game.watched.is_unique:
            return self.actions.options(position)
        raw = self.as_seen(position, position.player).raw
        order = sorted(range(len(raw)), key=lambda number: _in_order(raw[number]))
        actions = self.actions.options(position, [raw[number] for number in order])
        return {action: order[number] for action, number in actions.items()}

    def returns(self, position: Position) -> list[float]:
        """What the game brought to each player."""
        if self.payoff is not None:
            players = range(self.game.players)
            return [float(position.state[self.payoff + p]) for p in players]
        return by_places(position)


def _in_order(option: RawOption) -> tuple[int, str]:
    """What puts options in an order that depends on their values alone."""
    item, values = option
    sets = (sorted(v) if isinstance(v, frozenset) else v for v in values)
    return item, repr(tuple(sets))


_GIVEN = {
    "rules": "",
    "hash": "",
    "players": 2,
    "options": "{}",
    "payoff": "",
    "most": 1.0,
    "zero_sum": True,
    "longest": LONGEST,
}
"""The parameters of a game, as OpenSpiel keeps them."""


def _kind(game: Game | None, *, zero_sum: bool = True, by_places: bool = True) -> Any:
    """What OpenSpiel is told of a game; without one what holds for any."""
    kinds = pyspiel.GameType
    utility = kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM
    if by_places and game is not None and game.lowered.core.endings.cooperative:
        utility = kinds.Utility.IDENTICAL
    chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC
    information = kinds.Information.IMPERFECT_INFORMATION
    title = "A game of rulesrun"
    if game is not None:
        declared = game.program.world.game
        assert declared is not None
        title = declared.labels.text or declared.name
        if not _draws(game):
            chance = kinds.ChanceMode.DETERMINISTIC
        if not game.hides:
            information = kinds.Information.PERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=NAME,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=information,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=10 if game is None else game.players,
        min_num_players=1 if game is None else game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_GIVEN,
        default_loadable=False,
    )


class RulesGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game; made by OpenSpiel, too, from its string."""

    def __init__(self, params: Any = None) -> None:
        settings = {**_GIVEN, **dict(params or {})}
        rules = unquote(settings["rules"])
        if not rules:
            raise ValueError(
                "openspiel.make(rules, players) makes a game; its string can be loaded"
            )
        options = json.loads(unquote(settings["options"]))
        game = rulesrun.load(rules, settings["players"], options)
        if settings["hash"] not in ("", game.program.digest):
            raise OtherRules(
                f"the rules of {rules} are not those that this game was made of: their "
                f"hash is {game.program.digest}, and {settings['hash']} is asked for"
            )
        slot = counter(game, settings["payoff"]) if settings["payoff"] else None
        self.bridge = Bridge(game, Actions(game), Observer(game), slot)
        chance, most = _draws(game), float(settings["most"])
        facts = {"utility_sum": 0.0} if settings["zero_sum"] else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.bridge.actions.size,
            max_chance_outcomes=max(_most_outcomes(game), 1) if chance else 0,
            num_players=game.players,
            min_utility=-most,
            max_utility=most,
            max_game_length=int(settings["longest"]),
            **facts,
        )
        kind = _kind(game, zero_sum=settings["zero_sum"], by_places=slot is None)
        super().__init__(kind, info, settings)

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (str(self),)

    def new_initial_state(self) -> Any:
        """The state before the first draw or choice."""
        return RulesState(self, self.bridge)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What turns states into observations."""
        perfect = iig_obs_type is not None and iig_obs_type.perfect_recall
        return RulesObserver(self.bridge, perfect)


def _draws(game: Game) -> bool:
    """Whether anything in the rules is drawn by chance."""
    return any(
        isinstance(node, Shuffle | Draw)
        or (isinstance(node, Prim) and node.name == "random")
        for routine in game.module.core.routines.values()
        for node in walk(routine.body)
    )


def _most_outcomes(game: Game) -> int:
    """More outcomes than one draw can have, as far as the rules declare them."""
    boards = [len(board.names) for board in game.layout.boards.values()]
    return max([len(game.layout.components), game.layout.participants, 1_000, *boards])


class RulesState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state: a point of our game and those that it was reached by."""

    def __init__(self, game: Any, bridge: Bridge) -> None:
        super().__init__(game)
        self.bridge = bridge
        self.point = Point.begin(bridge.game)
        self.told: tuple[tuple[Point, str], ...] = ()

    @property
    def bridge(self) -> Bridge:
        """What is shared; OpenSpiel sets it anew when it reads a state back."""
        shared: Bridge = self.__dict__["bridge"]
        return shared

    @bridge.setter
    def bridge(self, other: Bridge) -> None:
        own = self.__dict__.setdefault("bridge", other)
        if own is not other and own.made_of != other.made_of:
            raise OtherRules(f"this is a state of {other.game}, and none of {own.game}")

    def current_player(self) -> int:
        """Who chooses: a seat from 0, chance, or nobody any more."""
        if self.point.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.point.over:
            return int(pyspiel.PlayerId.TERMINAL)
        assert self.point.position.player is not None
        return self.point.position.player

    def _legal_actions(self, player: int) -> list[int]:
        """The actions of the player who chooses, ascending."""
        if self.point.position is None:
            return list(range(self.point.outcomes))
        return list(self.bridge.options(self.point.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What a draw may bring, each equally likely."""
        share = 1 / self.point.outcomes
        return [(number, share) for number in range(self.point.outcomes)]

    def _apply_action(self, action: int) -> None:
        """Carry out an action, or settle a draw."""
        position = self.point.position
        if position is None:
            self.point = self.point.after(action)
            return
        number = self.bridge.options(position).get(action)
        if number is None:
            raise ValueError(f"player {self.current_player()} cannot do {action} now")
        name = self._named(position, number, self.bridge.game.names.of_looks)
        self.told = (*self.told, (self.point, name))
        self.point = self.point.after(number)

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in the words of logs and scripts."""
        position = self.point.position
        if position is None:
            return f"chance {action + 1} of {self.point.outcomes}"
        number = self.bridge.options(position)[action]
        seen = position
        if position.player is not None:
            seen = self.bridge.as_seen(position, position.player)
        return self._named(seen, number, self.bridge.game.names)

    def _named(self, position: Position, number: int, names: Names) -> str:
        item, values = position.raw[number]
        return names.choice(position.decision_plan.items[item], values)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.point.over

    def returns(self) -> list[float]:
        """What the game brought to each player; 0 before its end."""
        position = self.point.position
        if position is None or not position.over:
            return [0.0] * self.bridge.game.players
        return self.bridge.returns(position)

    def __str__(self) -> str:
        """All that there is, for people; no player may see it."""
        position = self.point.position
        if position is None:
            return f"{self.history_str()}: a draw of {self.point.outcomes}"
        return f"{self.history_str()}: {position.digest()}"

    def resample_from_infostate(self, player: int, sampler: Any) -> Any:
        """A state with a history of its own in which a player has seen and knows the same.

        It is one of the worlds that fit all that the player has seen, as often as it should
        be where worlds of the position are exact. `sampler` gives numbers from 0 to 1.
        Raises NoWorld where none is found.
        """
        position = self.point.position
        if position is None or position.over:
            raise ValueError("a state is dealt anew where somebody is to choose")
        other = self.clone()
        world = resample(position, player, int(sampler() * (1 << 53)))
        other.point = _reached(world)
        if world.line is not None and position.remembers == len(self.told):
            other.told = tuple(self._history(world))
        return other

    def _history(self, world: Position) -> Iterator[tuple[Point, str]]:
        """The decisions before a world, with what was chosen."""
        assert world.line is not None
        game = world.game
        for state, raw, choice in states_on(game.watched, world.line):
            if choice is not None:
                before = Position(game, state, raw)
                item, values = choice
                node = before.decision_plan.items[item]
                name = game.names.of_looks.choice(node, values)
                yield _reached(before), name

    # ---- what a player knows ---------------------------------------------------

    def observed(self, player: int) -> str:
        """What the player sees now; at a draw, nothing yet."""
        return self._text(self.point, player)

    def _text(self, point: Point, player: int) -> str:
        """What the player saw then."""
        if point.position is None:
            return "a draw"
        if player not in point.texts:
            seen = self.bridge.as_seen(point.position, player)
            point.texts[player] = self.bridge.observer.text(seen, player)
        return point.texts[player]

    def remembered(self, player: int) -> str:
        """All that the player has seen and been told, and sees now.

        Of copies that look alike nothing says which one lies where.
        """
        parts, last = list[str](), ""
        for point, name in self.told:
            position = point.position
            assert position is not None
            seen = self._text(point, player)
            if seen != last:
                parts.append(seen)
            secret = position.decision_plan.secret and position.player != player
            seat = (position.player or 0) + 1
            parts.append(f"{seat}: {'something' if secret else name}")
            last = seen
        return "\n".join([*parts, self.observed(player)])

    def recent(self, player: int) -> list[list[float]]:
        """What the player saw at the last stops and sees now, as rows, the latest first."""
        points = [self.point, *(point for point, _ in reversed(self.told))]
        seen = [point.position for point in points[:RECENT]]
        return [self.row(each, player) for each in seen if each is not None]

    def row(self, position: Position, player: int) -> list[float]:
        """What the player sees of a position, as numbers from 0 to 1."""
        return self.bridge.observer.row(self.bridge.as_seen(position, player), player)


def _reached(position: Position) -> Point:
    return Point(position.game, position, 0, None, None, ())


class RulesObserver:
    """Fills an array, and makes texts, with what a player may know."""

    def __init__(self, bridge: Bridge, perfect_recall: bool) -> None:
        self.bridge = bridge
        self.perfect_recall = perfect_recall
        self.size = bridge.observer.size
        if perfect_recall:
            self.zones = bridge.zones
            size = RECENT * self.size + len(bridge.looks[1]) * len(self.zones)
            self.tensor = np.zeros(size, np.float32)
            self.dict = {"information_state": self.tensor}
        else:
            self.tensor = np.zeros(self.size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """The view of that player of a state, as numbers.

        Information states are what the player saw at the last stops, the latest first, and
        for all components that look alike how many of them the player knows to lie in each
        zone, as a share of them. What was seen earlier and says more than that is in their
        strings alone.
        """
        self.tensor.fill(0)
        position = state.point.position
        if position is None:
            return
        if not self.perfect_recall:
            self.tensor[:] = state.row(position, player)
            return
        for number, row in enumerate(state.recent(player)):
            self.tensor[number * self.size : (number + 1) * self.size] = row
        first, width = RECENT * self.size, len(self.zones)
        where = position.game.layout.locations
        rows, copies = self.bridge.looks
        for component in self.bridge.followed(position, player):
            zone = self.zones.get(position.state[where + component])
            if zone is not None:
                row = rows[component]
                self.tensor[first + row * width + zone] += 1 / copies[row]

    def string_from(self, state: Any, player: int) -> str:
        """The same as a text."""
        if self.perfect_recall:
            return str(state.remembered(player))
        return str(state.observed(player))


pyspiel.register_game(_kind(None), RulesGame)
