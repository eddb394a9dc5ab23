"""What is known of a rule file, pass by pass.

Each pass is given what the one before it has found, and gives that with what it finds
itself: `Declared`, `Supplied`, `Resolved`, `World`. It alone fills what it adds (through
a class of its own, which says that these mappings can be changed); whoever comes later
only reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Self, TypeVar

from attrs import Factory, define, fields, frozen

from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label, Remedy
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.probing import Probe
from rulesrun.dsl.semantics.report import Report
from rulesrun.dsl.semantics.value_types import OpenType, Type
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.readings import Made

S = TypeVar("S", bound=sym.Symbol)

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
class Declared:
    """What a rule file declares, by name: what `collect` gives.

    `alike` gives the symbols by their names without regard to capital letters, `called`
    what parameters of a name are, `results` where it lies what rules give until it is
    named, `left` where it lies who has left the game, if anybody can. `derived` are the
    functions put together from what the values of an enum say.
    `broken` holds the words of lines that cannot be read and the names that cannot be
    used, `lost` what kinds of declarations could not be given their names, `doubtful` the
    names that are given twice: of these it is not known what they stand for, so nothing is
    said about their uses.

    `limits` say how much work the rules may ask for. `languages` are those that the game
    declares and those of the catalogues beside it, `unread` those whose catalogue cannot
    be read. `told` is what all passes write down that they find wrong, `made` what they
    need not make again.
    """

    file: nodes.RuleFile
    told: Report = Factory(Report)
    made: Made = Factory(Made)
    limits: Limits = Factory(Limits)
    languages: tuple[str, ...] = ()
    unread: frozenset[str] = frozenset()
    game: nodes.Game | None = None
    play: nodes.Play | None = None
    names: Mapping[str, sym.Symbol] = Factory(dict)
    called: Mapping[str, tuple[nodes.Named, nodes.TypeNode]] = Factory(dict)
    alike: Mapping[str, Sequence[sym.Symbol]] = Factory(dict)
    values: Mapping[str, Sequence[sym.ValueSymbol]] = Factory(dict)
    members: Mapping[Type, Mapping[str, sym.VariableSymbol]] = Factory(dict)
    variables: Sequence[sym.VariableSymbol] = Factory(list)
    results: Sequence[sym.VariableSymbol] = Factory(list)
    left: sym.VariableSymbol | None = None
    supply: Sequence[nodes.SupplyLine] = Factory(list)
    scenarios: Sequence[nodes.ScenarioDecl] = Factory(list)
    positions: Mapping[str, nodes.PositionDecl] = Factory(dict)
    handlers: Sequence[sym.HandlerSymbol] = Factory(list)
    adjustments: Sequence[sym.AdjustSymbol] = Factory(list)
    derived: Sequence[nodes.FunctionDecl] = Factory(list)
    broken: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()

    @classmethod
    def after(cls, earlier: "Declared", **own: Any) -> Self:
        """What an earlier pass gives, with what a later one adds to it."""
        names = {part.name for part in fields(cls)} & {
            part.name for part in fields(type(earlier))
        }
        return cls(**{**{name: getattr(earlier, name) for name in names}, **own})

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What has been found wrong so far."""
        return self.told.problems

    def each(self, kind: type[S]) -> Iterator[S]:
        """All symbols of that kind, in the order of the file."""
        return (s for s in self.names.values() if isinstance(s, kind))

    def get(self, kind: type[S], name: str) -> S | None:
        """The symbol of that kind with that name."""
        result = self.names.get(name)
        return result if isinstance(result, kind) else None

    def symbol_of(self, kind: type[S], decl: nodes.Decl) -> S | None:
        """The symbol that a declaration gives its name to, unless another one has it."""
        result = self.get(kind, getattr(decl, "name", ""))
        return result if getattr(result, "decl", None) is decl else None

    def component(self, name: str) -> sym.ComponentSymbol:
        """The component kind of that name, which must exist."""
        result = self.names[name]
        assert isinstance(result, sym.ComponentSymbol)
        return result

    def enum(self, name: str) -> sym.EnumSymbol:
        """The enum of that name, which must exist."""
        result = self.names[name]
        assert isinstance(result, sym.EnumSymbol)
        return result

    def stands_for(self, node: nodes.Node) -> sym.Symbol | None:
        """What a name in a body stands for, as far as bodies have been looked at."""
        return None

    def is_strange_to(self, span: Span, other: sym.Symbol) -> bool:
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
        return len(self.told) > CROWDED

    def excuses(self, name: str, names: Iterable[str], *kinds: str) -> bool:
        """Whether an unknown name may be one whose declaration has been told to be wrong.

        That is so if it stands there, or if a declaration of one of these kinds has lost
        its name and no name of `names` is near.
        """
        if name in self.broken:
            return True
        return not self.lost.isdisjoint(kinds) and not nearest(name, names, 1)

    def nearest_labels(self, word: str, names: Iterable[str]) -> list[Label]:
        """Where the name that was probably meant is declared."""
        for name in nearest(word, names, 1):
            symbol: sym.Symbol | None = self.names.get(name)
            if symbol is None and name in self.values:
                symbol = self.values[name][0]
            if symbol is not None and symbol.span is not None:
                return [Label(symbol.span, f"`{name}` is declared here")]
        return []

    def report_unknown(
        self,
        kind: type[sym.Symbol],
        name: str,
        span: Span,
        hint: str,
        *,
        code: str = "unknown-name",
        mark: str = "unknown",
    ) -> None:
        """Note that nothing of a kind is called so, unless a known problem excuses that.

        The hint is what to do where no other name is near.
        """
        names = [symbol.name for symbol in self.each(kind)]
        if not self.excuses(name, names, kind.what):
            self.report(
                code,
                span,
                f"no {kind.what} is called `{name}`",
                mark=mark,
                labels=self.nearest_labels(name, names),
                hint=near(name, names, span) or hint,
            )

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
        self.told.add(
            problem(code, span, message, mark=mark, labels=tuple(labels), hint=hint)
        )


@define(eq=False, repr=False)
class Declaring(Declared):
    """What a file declares while it is being collected."""

    names: dict[str, sym.Symbol] = Factory(dict)
    called: dict[str, tuple[nodes.Named, nodes.TypeNode]] = Factory(dict)
    alike: dict[str, list[sym.Symbol]] = Factory(dict)
    values: dict[str, list[sym.ValueSymbol]] = Factory(dict)
    members: dict[Type, dict[str, sym.VariableSymbol]] = Factory(dict)
    variables: list[sym.VariableSymbol] = Factory(list)
    results: list[sym.VariableSymbol] = Factory(list)
    supply: list[nodes.SupplyLine] = Factory(list)
    scenarios: list[nodes.ScenarioDecl] = Factory(list)
    positions: dict[str, nodes.PositionDecl] = Factory(dict)
    handlers: list[sym.HandlerSymbol] = Factory(list)
    adjustments: list[sym.AdjustSymbol] = Factory(list)
    derived: list[nodes.FunctionDecl] = Factory(list)


@define(eq=False, repr=False)
class Supplied(Declared):
    """With the rows of tables and lists: what `read_data` gives.

    `cards` are the components of a line of the supply, `partial` the lines of which not
    all rows could be read, `cells` what is wrong with values in the line itself: it is
    told where nothing better can be said of them. All three go by the `id` of the line.
    """

    cards: Mapping[int, Sequence[Card]] = Factory(dict)
    partial: Set[int] = frozenset()
    cells: Mapping[int, Sequence[Diagnostic]] = Factory(dict)


@define(eq=False, repr=False)
class Supplying(Supplied):
    """What a file declares while its tables and lists are being read."""

    cards: dict[int, list[Card]] = Factory(dict)
    partial: set[int] = Factory(set)
    cells: dict[int, list[Diagnostic]] = Factory(dict)


@frozen
class Sight:
    """The locals that are in sight where a name stands for nothing, the inner ones first.

    `it` is the candidate of a choice, where there is one.
    """

    names: Mapping[str, sym.LocalSymbol] = Factory(dict)
    it: sym.LocalSymbol | None = None


NO_SIGHT = Sight()


@define(eq=False, repr=False)
class Resolved(Supplied):
    """With what names stand for: what `resolve` gives.

    `refs` give, for the `id` of a node of the tree, the symbol that a name stands for,
    `sights` what else is in sight where it stands for nothing; `candidates` the `it` of a
    choice, `stand_ins` what may be paid instead where a price is paid. `shadowed` says of
    a local what else is called so.
    """

    refs: Mapping[int, sym.Symbol] = Factory(dict)
    sights: Mapping[int, Sight] = Factory(dict)
    candidates: Mapping[int, sym.LocalSymbol] = Factory(dict)
    stand_ins: Mapping[int, tuple[nodes.StandIn, ...]] = Factory(dict)
    shadowed: Mapping[sym.LocalSymbol, sym.Symbol] = Factory(dict)

    def stands_for(self, node: nodes.Node) -> sym.Symbol | None:
        """What a name in a body stands for."""
        return self.refs.get(id(node))

    def named(self, kind: type[S], node: nodes.Node) -> S | None:
        """The symbol of that kind that is named there."""
        result = self.refs.get(id(node))
        return result if isinstance(result, kind) else None

    def local(self, node: nodes.Node) -> sym.LocalSymbol:
        """The local that is given its name there."""
        result = self.refs[id(node)]
        assert isinstance(result, sym.LocalSymbol)
        return result

    def in_sight(self, node: nodes.Node) -> Sight:
        """What is in sight where a name stands for nothing."""
        return self.sights.get(id(node), NO_SIGHT)


@define(eq=False, repr=False)
class Resolving(Resolved):
    """What a file declares while its names are being resolved."""

    refs: dict[int, sym.Symbol] = Factory(dict)
    sights: dict[int, Sight] = Factory(dict)
    candidates: dict[int, sym.LocalSymbol] = Factory(dict)
    stand_ins: dict[int, tuple[nodes.StandIn, ...]] = Factory(dict)
    shadowed: dict[sym.LocalSymbol, sym.Symbol] = Factory(dict)


@define(eq=False, repr=False)
class World(Resolved):
    """With what each expression is: all that is known of a rule file.

    `types` give, for the `id` of a node of the tree, the type of an expression; `refs`
    have, beside names, what fields stand for, and the values that only a type tells
    apart. `opened` are the empty literals of which only their use can tell what they are,
    `boxes` the pieces that are out of the game, by their names.
    """

    types: Mapping[int, Type] = Factory(dict)
    opened: Mapping[int, tuple[nodes.Expr, OpenType]] = Factory(dict)
    boxes: Mapping[str, sym.VariableSymbol] = Factory(dict)

    @property
    def unseen(self) -> tuple[sym.VariableSymbol, ...]:
        """What lies in a state and is never declared, nor shown."""
        return *self.results, *self.boxes.values()


@define(eq=False, repr=False)
class Typing(World):
    """All that is known of a rule file while its types are being found.

    A `probe` notes what is known where a name is still to be written.
    """

    types: dict[int, Type] = Factory(dict)
    refs: dict[int, sym.Symbol] = Factory(dict)
    opened: dict[int, tuple[nodes.Expr, OpenType]] = Factory(dict)
    boxes: dict[str, sym.VariableSymbol] = Factory(dict)
    probe: Probe | None = None
