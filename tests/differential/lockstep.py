"""Plays a game of ours and the same game of OpenSpiel in step, and compares them.

OpenSpiel leads: every action and every outcome of chance is picked from what it allows,
carried out there, and then carried out in our rules. After each, both must agree on who
is to move, on what may be done, on what chance may bring, and on the result; where
information is hidden, also on what a player may know. The first difference is raised as
`Difference`, with the game so far.
"""

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isclose
from typing import Any
from unittest.mock import patch

from attrs import Factory, define, frozen
from compiling import shipped

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime import chance
from rulesrun.interpreter.runtime.layout import ACTOR, DECISION, RESULT

LONGEST = 5000
HABITS = {"captures": 10, "mostly first": 5, "first": 5}
"""How many games are played by each habit, besides those that are played by chance."""

Spiel = Any
"""A state of OpenSpiel; `pyspiel` has no types."""

Option = tuple[int, tuple[Any, ...]]
Draws = tuple[tuple[int, int], ...]
"""Draws of ours, each as the number of outcomes and the one that comes out."""


class Difference(AssertionError):
    """Our rules and OpenSpiel do not agree."""


class Chance(Exception):
    """Our rules come to chance while it is only looked where a choice leads."""


@frozen
class Choice:
    """An option of ours: what is done, and with what."""

    name: str
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{k}={v}" for k, v in self.values.items())])


def from_ranks(place: "Place") -> list[float]:
    """+1 for a player who alone is first, -1 for the other, 0 for both if they tie."""
    ranks = place.state[RESULT]
    if len(set(ranks)) == 1:
        return [0.0] * len(ranks)
    return [1.0 if rank == 1 else -1.0 for rank in ranks]


def from_payoffs(place: "Place") -> list[float]:
    """What the rules say in each player's `payoff`."""
    return [float(place.value("payoff", p)) for p in range(place.players)]


def in_order(spiel: Spiel, outcomes: Sequence[int]) -> dict[int, Draws]:
    """One draw for each event of chance; its outcomes are in the same order."""
    return {outcome: ((len(outcomes), i),) for i, outcome in enumerate(outcomes)}


def one(place: "Place") -> int:
    """Each of our choices is an action of OpenSpiel."""
    return 1


def information_state(spiel: Spiel, player: int) -> str:
    """All that a player knows and remembers."""
    return str(spiel.information_state_string(player))


@frozen(kw_only=True)
class Pairing:
    """A game in both: how our options and draws are called there.

    Attributes:
        rules: Our rules, below the folder `rules`.
        spiel: OpenSpiel's name of the game.
        action: OpenSpiel's action for our choices (usually one), made at a place.
        joined: How many choices may still make up one action, that of a place counted.
        draws: Our draws for each of OpenSpiel's outcomes of an event of chance.
        returns: OpenSpiel's returns, read from our last state.
        known: What a player knows in a state of OpenSpiel, if anything is hidden.
    """

    rules: str
    spiel: str
    action: Callable[["Place", tuple[Choice, ...]], int]
    joined: Callable[["Place"], int] = one
    draws: Callable[[Spiel, Sequence[int]], dict[int, Draws]] = in_order
    returns: Callable[["Place"], list[float]] = from_ranks
    known: Callable[[Spiel, int], str] | None = None


@define
class Place:
    """A state of ours, with the options that it offers."""

    game: Game
    state: list[Any]
    options: Sequence[Option]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state[DECISION] is None

    @property
    def actor(self) -> int:
        """Who is to choose."""
        player: int = self.state[ACTOR]
        return player

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.players

    def choice(self, option: Option) -> Choice:
        """An option, by name."""
        item = self.game.lowered.core.decisions[self.state[DECISION]].items[option[0]]
        names = [symbol.name for symbol in item.chosen]
        return Choice(item.name, dict(zip(names, option[1], strict=True)))

    def value(self, name: str, of: int = 0) -> Any:
        """The value of a variable; `of` says which player's or which cell's."""
        families = self.game.layout.families
        base = next(f.base for symbol, f in families.items() if symbol.name == name)
        return self.state[base + of]

    def after(self, option: Option) -> "Place":
        """Where an option leads; this place stays as it is."""
        state = self.state.copy()
        return Place(self.game, state, self.game.machine.resume(state, option))

    def seen_by(self, player: int) -> Hashable:
        """What a player sees, with the options of a choice of their own."""
        seen = view(Position(self.game, self.state, self.options), player)
        parts = tuple((s.name, s.owner, s.keys, s.count, s.value) for s in seen.seen)
        offered = tuple(self.options) if self.actor == player else ()
        return self.actor, parts, offered

    def told_to(self, player: int, option: Option) -> Hashable:
        """What a player learns when an option is chosen."""
        secret = self.game.lowered.core.decisions[self.state[DECISION]].secret
        return "something" if secret and self.actor != player else option


def our_game(rules: str, players: int = 2) -> Game:
    """The game of a rule file, which must have no faults."""
    return Game(shipped(rules.removesuffix(".rules")), players)


@define
class Knowledge:
    """What players knew at all their choices, as OpenSpiel and our views have it.

    What a player knows is what was seen and told since the beginning. The same must be
    the same for both, and different things must differ for both.
    """

    ours: dict[tuple[int, str], Hashable] = Factory(dict)
    theirs: dict[tuple[int, Hashable], str] = Factory(dict)

    def compare(self, player: int, ours: Hashable, theirs: str) -> str | None:
        """Note what a player knows; says what is wrong with it."""
        if self.ours.setdefault((player, theirs), ours) != ours:
            return f"player {player} should know no more than {theirs!r}, and does"
        before = self.theirs.setdefault((player, ours), theirs)
        if before != theirs:
            return f"player {player} cannot tell {theirs!r} from {before!r}"
        return None


@define
class Match:
    """One game that is played in step."""

    pairing: Pairing
    game: Game
    spiel: Spiel
    seed: int
    habit: str
    knowledge: Knowledge
    rng: random.Random
    memories: list[list[Hashable]]
    moves: list[str] = Factory(list)
    coming: list[tuple[int, int]] = Factory(list)
    looking: bool = False

    def play(self) -> None:
        """Play to the end.

        Raises:
            Difference: The first one that there is.
        """
        with self._chance():
            state, options = self.game.machine.start(self.seed)
            place = Place(self.game, state, options)
            for _ in range(LONGEST):
                self._same_ending(place)
                if place.is_over:
                    return
                place = self._move(place)
            raise self._differs("the game does not come to an end")

    # ---- choices -------------------------------------------------------------------

    def _move(self, place: Place) -> Place:
        if self.spiel.is_simultaneous_node():
            return self._all_move(place)
        player = self.spiel.current_player()
        ways = self._ways(place, player)
        action = self._pick(player, sorted(ways))
        self._note(player, action)
        self.spiel.apply_action(action)
        return self._follow(place, ways[action])

    def _pick(self, player: int, actions: list[int]) -> int:
        """By chance in most games; in the others by habit, which leads to rare endings."""
        if self.habit == "captures":
            names = {a: self.spiel.action_to_string(player, a) for a in actions}
            actions = [a for a in actions if "*" in names[a]] or actions
        mostly = self.habit == "mostly first" and self.rng.random() < 0.9
        if mostly or self.habit == "first":
            return actions[0]
        return self.rng.choice(actions)

    def _all_move(self, place: Place) -> Place:
        """All players choose before anything happens; ours do so one after another."""
        actions = []
        for player in range(place.players):
            ways = self._ways(place, player)
            action = self._pick(player, sorted(ways))
            self._note(player, action)
            actions.append(action)
            if player == place.players - 1:
                self.spiel.apply_actions(actions)
            place = self._follow(place, ways[action])
        return place

    def _follow(self, place: Place, options: Sequence[Option]) -> Place:
        for option in options:
            if self.pairing.known is not None:
                for player, memory in enumerate(self.memories):
                    memory.append(place.told_to(player, option))
            place = place.after(option)
        if self.coming:
            raise self._differs(f"our rules do not use these draws: {self.coming}")
        return place

    def _ways(self, place: Place, player: int) -> dict[int, tuple[Option, ...]]:
        """OpenSpiel's actions, each with our options for it."""
        if place.actor != player:
            theirs = f"OpenSpiel waits for player {player}"
            raise self._differs(f"we wait for player {place.actor}, and {theirs}")
        if self.pairing.known is not None:
            self._same_knowledge(place, player, self.pairing.known)
        ways: dict[int, tuple[Option, ...]] = {}
        for options, choices in self._sequences(place):
            action = self.pairing.action(place, choices)
            if action in ways:
                named = self.spiel.action_to_string(player, action)
                raise self._differs(f"two of our options are the action {named}")
            ways[action] = options
        legal = set(self.spiel.legal_actions(player))
        if ways.keys() != legal:
            raise self._differs(self._sets(player, set(ways), legal))
        return ways

    def _same_knowledge(
        self, place: Place, player: int, known: Callable[[Spiel, int], str]
    ) -> None:
        for other, memory in enumerate(self.memories):
            memory.append(place.seen_by(other))
        ours = tuple(self.memories[player])
        problem = self.knowledge.compare(player, ours, known(self.spiel, player))
        if problem is not None:
            raise self._differs(problem)

    def _sequences(
        self, place: Place
    ) -> Iterator[tuple[tuple[Option, ...], tuple[Choice, ...]]]:
        """Our options; where several make up one action, all ways to go on."""
        more = self.pairing.joined(place) - 1
        for option in place.options:
            first = (option,), (place.choice(option),)
            following = self._look(place, option) if more else None
            if following is None or self._left(following) != more:
                yield first
            else:
                for options, choices in self._sequences(following):
                    yield first[0] + options, first[1] + choices

    def _left(self, place: Place) -> int:
        return 0 if place.is_over else self.pairing.joined(place)

    def _look(self, place: Place, option: Option) -> Place | None:
        """Where an option leads, none if that is for chance to say."""
        self.looking = True
        try:
            return place.after(option)
        except Chance:
            return None
        finally:
            self.looking = False

    # ---- chance --------------------------------------------------------------------

    @contextmanager
    def _chance(self) -> Iterator[None]:
        with patch.object(chance, "draw", self._draw):
            yield

    def _draw(self, seed: int, counter: int, n: int) -> int:
        """One draw of ours, in place of the generator's: OpenSpiel's outcome."""
        if n == 1:
            return 0
        if self.looking:
            raise Chance
        if not self.coming:
            self._event()
        ways, outcome = self.coming.pop(0)
        if ways != n:
            raise self._differs(f"we draw one of {n}, and OpenSpiel one of {ways}")
        return outcome

    def _event(self) -> None:
        """OpenSpiel's next event of chance becomes draws of ours."""
        if self.spiel.is_terminal() or not self.spiel.is_chance_node():
            raise self._differs("we draw by chance, and OpenSpiel does not")
        outcomes = dict(self.spiel.chance_outcomes())
        draws = self.pairing.draws(self.spiel, list(outcomes))
        for outcome, probability in outcomes.items():
            ways = 1
            for n, _ in draws[outcome]:
                ways *= n
            if not isclose(probability, 1 / ways):
                named = self.spiel.action_to_string(-1, outcome)
                raise self._differs(
                    f"{named} has probability {probability}, ours 1/{ways}"
                )
        if len(set(draws.values())) != len(draws):
            raise self._differs("two outcomes of OpenSpiel are one of ours")
        outcome = self.rng.choice(list(outcomes))
        self.moves.append(self.spiel.action_to_string(-1, outcome))
        self.spiel.apply_action(outcome)
        self.coming = list(draws[outcome])

    # ---- endings and differences ---------------------------------------------------

    def _pass_by_certainties(self) -> None:
        """Events with one outcome, such as the last card that is dealt, draw nothing."""
        while not self.spiel.is_terminal() and self.spiel.is_chance_node():
            outcomes = self.spiel.legal_actions()
            if len(outcomes) > 1:
                return
            self.moves.append(self.spiel.action_to_string(-1, outcomes[0]))
            self.spiel.apply_action(outcomes[0])

    def _same_ending(self, place: Place) -> None:
        self._pass_by_certainties()
        over: bool = self.spiel.is_terminal()
        if over != place.is_over:
            known = "is over" if over else "goes on"
            raise self._differs(f"OpenSpiel's game {known}, and ours does not agree")
        if not over and self.spiel.is_chance_node():
            raise self._differs("OpenSpiel draws by chance, and we wait for a choice")
        if over and self.pairing.returns(place) != self.spiel.returns():
            ours = self.pairing.returns(place)
            raise self._differs(
                f"the returns are {ours}, OpenSpiel's {self.spiel.returns()}"
            )

    def _note(self, player: int, action: int) -> None:
        self.moves.append(f"{player}:{self.spiel.action_to_string(player, action)}")

    def _sets(self, player: int, ours: set[int], theirs: set[int]) -> str:
        def named(actions: set[int]) -> str:
            names = [self.spiel.action_to_string(player, a) for a in sorted(actions)]
            return ", ".join(names) or "nothing"

        return (
            f"player {player} may do other things\n"
            f"  only with us:       {named(ours - theirs)}\n"
            f"  only in OpenSpiel:  {named(theirs - ours)}\n"
            f"  in both:            {named(ours & theirs)}"
        )

    def _differs(self, what: str) -> Difference:
        moves = " ".join(self.moves) or "none yet"
        return Difference(
            f"{self.pairing.rules}, seed {self.seed}: {what}\n"
            f"moves: {moves}\nOpenSpiel's state:\n{self.spiel}"
        )


def play_in_step(
    pairing: Pairing, spiel_game: Any, games: int, game: Game | None = None
) -> None:
    """Play so many games by chance, and some more by habit."""
    players = spiel_game.num_players()
    game = game or our_game(pairing.rules, players)
    knowledge = Knowledge()
    habits = ["chance"] * games
    habits += [habit for habit, count in HABITS.items() for _ in range(count)]
    for seed, habit in enumerate(habits):
        spiel = spiel_game.new_initial_state()
        rng = random.Random(seed)
        memories: list[list[Hashable]] = [[] for _ in range(players)]
        Match(pairing, game, spiel, seed, habit, knowledge, rng, memories).play()
