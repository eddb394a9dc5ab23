"""How large a game is: its components, its boards, the values of a position."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.fixed import Setting, settings
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import NotFixed, evaluate
from rulesrun.dsl.semantics.geometry import parts_of_board
from rulesrun.dsl.semantics.lattice import count_of_parts
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

MOST_RAYS = 2_000_000
"""Cells of all boards, each counted as often as its board is long at most."""


def check_extent(world: World, read: Read) -> Iterator[Diagnostic]:
    """Nothing is larger than the limits allow, for any number of players."""
    for setting in settings(world):
        result = next(Extent(world, setting).problems(), None)
        if result is not None:
            yield result
            return


class Extent:
    """Adds up what a game consists of under one setting."""

    def __init__(self, world: World, setting: Setting) -> None:
        self.world = world
        self.setting = setting
        self.most = world.limits.collection
        self.components: dict[str, int] = {}
        self.cells: dict[str, int] = {}

    def problems(self) -> Iterator[Diagnostic]:
        """What passes a limit, in the order of the file."""
        yield from self._boards()
        total = 0
        for line in self.world.supply:
            number = self._supplied(line)
            total += number
            name = line.component.text
            self.components[name] = self.components.get(name, 0) + number
            if total > self.most:
                yield self._much(line.count.span, total, "components", "the box holds")
                return
        for variable in self.world.variables:
            number = 1
            for key in variable.all_keys:
                number *= self._values(key)
            total += number
            if total > self.most:
                span = variable.decl.name_span
                yield self._much(span, total, "values", "a position consists of")
                return

    def _boards(self) -> Iterator[Diagnostic]:
        rays = 0
        for board in self.world.each(sym.BoardSymbol):
            if board.whole is not None:
                continue
            for part in parts_of_board(self.world, board.name):
                if part.shape == "links":
                    self.cells[part.name] = len(part.links)
            rows = self._number(board.decl.rows)
            columns = self._number(board.decl.columns)
            if rows is None or columns is None or min(rows, columns) < 1:
                continue
            self.cells[board.name] = rows * columns
            for part in parts_of_board(self.world, board.name):
                if part.shape != "links":
                    self.cells[part.name] = count_of_parts(
                        part.shape, board.shape, rows, columns
                    )
            rays += rows * columns * max(rows, columns)
            if rays > MOST_RAYS and board.decl.rows and board.decl.columns:
                yield problem(
                    "board-size",
                    board.decl.rows.span.to(board.decl.columns.span),
                    f"the lines of a board of {rows:,} x {columns:,} are more than "
                    "can be handled",
                    mark="too long",
                    hint="take a smaller board",
                )
                return

    def _supplied(self, line: nodes.SupplyLine) -> int:
        cards = len(self.world.cards.get(id(line), ()))
        if line.csv is not None:
            return cards
        return cards * max(self._number(line.count) or 0, 0)

    def _values(self, key: sym.FamilyKey) -> int:
        match key.type:
            case t.PlayerType():
                neutrals = sum(1 for _ in self.world.each(sym.NeutralSymbol))
                count = self.setting["player_count"]
                return (count if isinstance(count, int) else 0) + neutrals
            case t.CellType(board):
                symbol = self.world.get(sym.BoardSymbol, board)
                if symbol is not None and symbol.decl.spaces is not None:
                    return len(self.world.enum(symbol.decl.spaces.text).values)
                return self.cells.get(board, 1)
            case t.EnumType(name):
                return len(self.world.enum(name).values)
            case t.ComponentType(names):
                return sum(self.components.get(name, 0) for name in names)
            case _:
                low, high = self._number(key.low), self._number(key.high)
                if low is None or high is None:
                    return 1
                return max(high - low + 1, 1)

    def _number(self, node: nodes.Expr | None) -> int | None:
        if node is None:
            return None
        try:
            value = evaluate(self.world, node, self.setting)
        except (NotFixed, ZeroDivisionError):
            return None
        return value if isinstance(value, int) else None

    def _much(self, span: Span, number: int, what: str, holds: str) -> Diagnostic:
        return problem(
            "too-large",
            span,
            f"with this there are {number:,} {what}, and {holds} {self.most:,} at most "
            "(the limit `collection`)",
            mark="too many",
            hint="take a smaller number",
        )
