"""What a rule file declares, and what is known about it: the world of all later passes."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from attrs import Factory, define, frozen

from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label, Remedy
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.probing import Probe
from rulesrun.dsl.semantics.symbols import (
    AdjustSymbol,
    ComponentSymbol,
    EnumSymbol,
    HandlerSymbol,
    LocalSymbol,
    Symbol,
    ValueSymbol,
    VariableSymbol,
)
from rulesrun.dsl.semantics.value_types import OpenType, Type
from rulesrun.dsl.syntax import nodes

S = TypeVar("S", bound=Symbol)

CROWDED = 300
"""So many problems: three times as many as a file is told of."""


@frozen
class Card:
    """The printed values of a component: a row of its list."""

    component: str
    fields: tuple[tuple[str, object], ...]
    labels: tuple[tuple[str, str], ...] = ()
    line: int = 0


@define(eq=False, repr=False)
class World:
    """All that a rule file declares, by name, and what was found wrong so far.

    `alike` gives the symbols by their names without regard to capital letters;
    `types` and `refs` give, for the `id` of a node of the tree, the type of an
    expression and the symbol that a name stands for; `candidates` the `it` of a choice,
    `stand_ins` what may be paid instead where a price is paid,
    `cards` the components of a line of the supply, `partial` the lines of which not all
    rows could be read. `derived` are the functions put
    together from what the values of an enum say. `opened` are the empty literals of which
    only their use can tell what they are. `broken` holds the words of lines that
    cannot be read and the names that cannot be used, `lost` what kinds of declarations
    could not be given their names, `doubtful` the names that are given twice: of these
    it is not known what they stand for, so nothing is said about their uses. `limits`
    say how much work the rules may ask for. `probe` notes what is known where a name is
    still to be written. `languages` are those that the game declares and those of the
    catalogues beside it, `unread` those whose catalogue cannot be read.
    """

    file: nodes.RuleFile
    game: nodes.Game | None = None
    play: nodes.Play | None = None
    names: dict[str, Symbol] = Factory(dict)
    called: dict[str, tuple[nodes.Named, nodes.TypeNode]] = Factory(dict)
    alike: dict[str, list[Symbol]] = Factory(dict)
    values: dict[str, list[ValueSymbol]] = Factory(dict)
    members: dict[Type, dict[str, VariableSymbol]] = Factory(dict)
    variables: list[VariableSymbol] = Factory(list)
    supply: list[nodes.SupplyLine] = Factory(list)
    scenarios: list[nodes.ScenarioDecl] = Factory(list)
    positions: dict[str, nodes.PositionDecl] = Factory(dict)
    handlers: list[HandlerSymbol] = Factory(list)
    adjustments: list[AdjustSymbol] = Factory(list)
    types: dict[int, Type] = Factory(dict)
    refs: dict[int, Symbol] = Factory(dict)
    candidates: dict[int, LocalSymbol] = Factory(dict)
    stand_ins: dict[int, tuple[nodes.StandIn, ...]] = Factory(dict)
    cards: dict[int, list[Card]] = Factory(dict)
    partial: set[int] = Factory(set)
    diagnostics: list[Diagnostic] = Factory(list)
    no_types: set[str] = Factory(set)
    no_zones: set[Symbol] = Factory(set)
    never_none: set[Symbol] = Factory(set)
    broken: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    derived: list[nodes.FunctionDecl] = Factory(list)
    opened: dict[int, tuple[nodes.Expr, OpenType]] = Factory(dict)
    limits: Limits = Factory(Limits)
    probe: Probe | None = None
    languages: tuple[str, ...] = ()
    unread: frozenset[str] = frozenset()

    def each(self, kind: type[S]) -> Iterator[S]:
        """All symbols of that kind, in the order of the file."""
        return (s for s in self.names.values() if isinstance(s, kind))

    def get(self, kind: type[S], name: str) -> S | None:
        """The symbol of that kind with that name."""
        found = self.names.get(name)
        return found if isinstance(found, kind) else None

    def component(self, name: str) -> ComponentSymbol:
        """The component kind of that name, which must exist."""
        found = self.names[name]
        assert isinstance(found, ComponentSymbol)
        return found

    def enum(self, name: str) -> EnumSymbol:
        """The enum of that name, which must exist."""
        found = self.names[name]
        assert isinstance(found, EnumSymbol)
        return found

    def is_strange_to(self, span: Span, other: Symbol) -> bool:
        """Whether an included file cannot know of something that another file declares.

        What it calls its own locals is then nobody's mistake.
        """
        declared = other.span
        return (
            declared is not None
            and span.path != self.file.path
            and declared.path != span.path
        )

    @property
    def is_crowded(self) -> bool:
        """Whether more is wrong than is ever told, so that no remedy is looked for."""
        return len(self.diagnostics) > CROWDED

    def excuses(self, name: str, known: Iterable[str], *kinds: str) -> bool:
        """Whether an unknown name may be one whose declaration has been told to be wrong.

        That is so if it stands there, or if a declaration of one of these kinds has lost
        its name and no `known` name is near.
        """
        if name in self.broken:
            return True
        return not self.lost.isdisjoint(kinds) and not nearest(name, known, 1)

    def meant(self, word: str, known: Iterable[str]) -> list[Label]:
        """Where the name that was probably meant is declared."""
        for name in nearest(word, known, 1):
            symbol: Symbol | None = self.names.get(name)
            if symbol is None and name in self.values:
                symbol = self.values[name][0]
            if symbol is not None and symbol.span is not None:
                return [Label(symbol.span, f"`{name}` is declared here")]
        return []

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        mark: str = "",
        labels: Iterable[Label] = (),
        hint: str | Remedy | None = None,
    ) -> None:
        """Note a problem."""
        self.diagnostics.append(
            problem(code, span, message, mark=mark, labels=tuple(labels), hint=hint)
        )
