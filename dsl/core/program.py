"""A whole game in the core: for a number of players and a choice of options."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from attrs import field, frozen

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import For, Given
from rulesrun.dsl.core.symbols import RoutineSymbol, Table, Variable
from rulesrun.dsl.core.walking import used_locals, walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.semantics.symbols import Symbol
from rulesrun.dsl.semantics.value_types import Type
from rulesrun.dsl.syntax.nodes import Labels


class ComponentLike(Protocol):
    """A card or tile."""

    @property
    def number(self) -> int:
        """Its number, from 0."""

    @property
    def kind(self) -> str:
        """Of which kind it is."""

    @property
    def name(self) -> str:
        """What choices and logs call it."""

    @property
    def face(self) -> int:
        """The number of the first of those that look like it."""


class BoardLike(Protocol):
    """A fixed board."""

    @property
    def names(self) -> tuple[str, ...]:
        """What its cells are called."""

    def parse_cell(self, text: str) -> int | None:
        """The cell that a text names."""


class Setting(Protocol):
    """What is settled before a game begins, as the interpreter's layout gives it."""

    @property
    def players(self) -> int:
        """How many players there are."""

    @property
    def participants(self) -> int:
        """How many there are with the neutral ones that take part."""

    @property
    def fixed_values(self) -> Mapping[str, Fixed]:
        """The options and `player_count`."""

    @property
    def neutrals(self) -> Mapping[str, int | None]:
        """The number of each neutral participant, none if it does not take part."""

    @property
    def boards(self) -> Mapping[str, BoardLike]:
        """The fixed boards."""

    @property
    def components(self) -> Sequence[ComponentLike]:
        """All components by their numbers."""

    @property
    def spans(self) -> Mapping[str, range]:
        """The numbers of the components of each kind."""


ParsePlace = Callable[[str], int | None]
"""From the name of a place of a growing grid, such as `2,-1`, to its number."""


@frozen(eq=False, repr=False)
class Routine:
    """A function, amount, rule, event, body of an action, or the play itself."""

    symbol: RoutineSymbol
    body: stmt.Block


@frozen(eq=False)
class LedgerLine:
    """A line of the rules that adds to a variable of which account is kept.

    `about` is the type of what it gives points for, where `Enter` notes that.
    """

    span: Span
    cites: tuple[str, ...]
    about: Type | None = None


@frozen
class Endings:
    """How games can end for all players together.

    `wins`: all can win, so that a place 1 of all is no draw; `loses`: all can lose.
    `cooperative`: nobody ever comes before another. `teams`: players win in teams.
    """

    wins: bool = False
    loses: bool = False
    cooperative: bool = False
    teams: bool = False


@frozen(eq=False, repr=False)
class Core:
    """A game, ready for a target.

    Attributes:
        players: How many players there are; `participants` counts neutral ones, too.
        enums: How many values each enum has, those of the language too.
        cells: How many cells each board has.
        components: The numbers of the components of each kind.
        variables: Those of the state in the order of their declarations; `box` is the
            bag in which all components begin.
        tables: All tables.
        routines: By symbol, callees before callers only by chance: functions, amounts,
            events, rules, actions, play, each in the order of the declarations.
        procedures: The symbols of those that ask, in the order of their numbers.
        actions: All actions, by the symbol of their body.
        asked: The actions that `Can` asks about.
        decisions: All decisions by their number, wherever they stand.
        explorations: How many `Best` statements there are.
        texts: What `Announce` and `BeginPhase` tell; `spoken` are the names in braces
            in them, and the types of what stands for them.
        ledger: What `Enter` notes.
        requirements: What must hold of the options before a game may begin.
        play: The routine of the game.
        estimate: The rule that ranks players before the end, if the game names one.
        endings: What results the statements of the game can give.
        by_symbol: The routine of a declared function, rule, ...; an action's is its body.
    """

    players: int
    participants: int
    enums: Mapping[str, int]
    cells: Mapping[str, int]
    components: Mapping[str, range]
    variables: tuple[Variable, ...]
    box: Variable
    tables: tuple[Table, ...]
    routines: Mapping[RoutineSymbol, Routine]
    procedures: tuple[RoutineSymbol, ...]
    actions: Mapping[RoutineSymbol, stmt.Action]
    asked: frozenset[RoutineSymbol]
    decisions: tuple[stmt.Decide, ...]
    explorations: int
    texts: Sequence[Labels]
    ledger: Sequence[LedgerLine]
    requirements: tuple[stmt.Condition, ...]
    play: RoutineSymbol
    by_symbol: Mapping[Symbol, RoutineSymbol]
    estimate: RoutineSymbol | None = None
    endings: Endings = field(default=Endings(), repr=False)
    spoken: Mapping[int, tuple[tuple[str, Type], ...]] = field(factory=dict, repr=False)

    def ranking(self, *, early: bool = False) -> tuple[RoutineSymbol, stmt.Rank] | None:
        """The rule that ranks the players, and the line where it does; none without one.

        It is the one that ends the game; `early` asks for the estimate of a game that
        names one. What it ranks by can be looked at when it is over.
        """
        wanted = self.estimate if early else None
        for symbol, routine in self.routines.items():
            if symbol.kind != "rule":
                continue
            if symbol is not wanted if wanted else symbol is self.estimate:
                continue
            for node in walk(routine.body):
                if isinstance(node, stmt.Rank):
                    return (symbol, node) if stands_alone(node) else None
        return None


def endings_of(
    routines: Mapping[RoutineSymbol, Routine],
    estimate: RoutineSymbol | None,
    *,
    teams: bool,
) -> Endings:
    """What results the routines of a game can give; an estimate gives none."""
    outcomes = [
        node
        for symbol, routine in routines.items()
        if symbol is not estimate
        for node in walk(routine.body)
        if isinstance(node, stmt.Outcome | stmt.Rank)
    ]
    together = [n for n in outcomes if isinstance(n, stmt.Outcome) and n.together]
    return Endings(
        any(node.others == 1 for node in together),
        any(node.others > 1 for node in together),
        bool(together) and len(together) == len(outcomes),
        teams,
    )


def stands_alone(rank: stmt.Rank) -> bool:
    """Whether what players are ranked by first needs no names of the rule around it."""
    by = rank.by[0].by
    own = {node.local for node in walk(by) if isinstance(node, For | Given)}
    return used_locals(by) <= {rank.local, *own}
