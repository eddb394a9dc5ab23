"""Conditions of steps that are never asked: only cells beside each other are."""

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve, frozen

from rulesrun.dsl.checks.stepping import Worth
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import names_diagonals, parts_of
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import BoardSymbol, OptionSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Walk = (
    nodes.Reach | nodes.Steps | nodes.Regions | nodes.LongestLoop | nodes.LongestTrail
)
FAR = "a step leads to a cell beside the one where it begins, and no farther"
MOST_SIDE = 100
"""Boards are no longer than that."""

MOST_CANDIDATES = 50
"""Of more it is told that a step is asked of all."""


def check_steps(world: World, read: Read) -> Iterator[Diagnostic]:
    """Walks ask `stepping` of neighbours alone: not of roads, nor round the border."""
    walks = each(
        world.file.declarations,
        nodes.Reach,
        nodes.Steps,
        nodes.Regions,
        nodes.LongestLoop,
        nodes.LongestTrail,
    )
    for walk in walks:
        if not isinstance(walk, Walk) or walk.stepping is None:
            continue
        ground = walk.of if isinstance(walk, nodes.Regions) else walk.within
        item = t.element(world.types.get(id(ground), t.UNKNOWN))
        if walk.stepping.among is not None:
            continue
        yield from _many(world, walk.stepping, item)
        if not isinstance(item, t.CellType) or item.board is None:
            continue
        board = world.get(BoardSymbol, item.board)
        test = walk.stepping.where
        if board is not None and board.shape == "graph":
            if parts_of(world, board.name, "links") is None:
                yield _without_neighbours(walk.stepping, board)
        elif board is None or parts_of(world, board.name, "links") is not None:
            continue  # a link may lead anywhere
        elif board.shape in SHAPES and test is not None:
            first, *others = [
                list(_on_lattice(world, walk.stepping, test, board, options))
                for options in _settings(world)
            ]
            yield from (one for one in first if all(one in other for other in others))


def _many(
    world: World, stepping: nodes.Stepping, item: t.Type | None
) -> Iterator[Diagnostic]:
    """Steps between things without neighbours: each is asked of each."""
    match item:
        case t.ComponentType(names):
            lines = (line for line in world.supply if line.component.text in names)
            number = sum(len(world.cards.get(id(line), ())) for line in lines)
        case t.EnumType(name):
            number = len(world.enum(name).values)
        case _:
            return
    if number > MOST_CANDIDATES:
        yield problem(
            "many-candidates",
            stepping.span,
            f"each step is asked of all {number:,} that it might lead to",
            mark="asked of all",
            hint="name what a step may lead to, where that is a few:  stepping "
            f"{stepping.source.text} to {stepping.target.text} in ...",
        )


def _settings(world: World) -> Iterator[dict[str, int]]:
    """Values of the options that are numbers: usual ones, the least, and the greatest."""
    usual, least, greatest = dict[str, int](), dict[str, int](), dict[str, int]()
    for option in world.each(OptionSymbol):
        match option.type, option.decl.default:
            case t.IntType(int(low), int(high)), nodes.Int(value=value):
                usual[option.name] = value
                least[option.name], greatest[option.name] = low, high
    yield usual
    if usual:
        yield least
        yield greatest


def _without_neighbours(stepping: nodes.Stepping, board: BoardSymbol) -> Diagnostic:
    return problem(
        "never-stepped",
        stepping.span,
        f"this is never asked: the cells of {board.name} lie beside no others",
        mark="never asked",
        labels=(Label(board.span, "declared here"),) if board.span else (),
        hint=f'join them by links:  board roads: links of {board.name} from "roads.csv"',
    )


def _too_far(test: nodes.Expr) -> Diagnostic:
    return problem(
        "never-stepped",
        test.span,
        "this holds for no two cells that lie beside each other, so no step is made",
        mark="never so",
        hint=FAR,
    )


def _beyond(test: nodes.Expr, part: nodes.Expr) -> Diagnostic:
    condition = Label(test.span, "asked of cells beside each other")
    return problem(
        "never-stepped",
        part.span,
        "this is never asked of two cells at opposite borders",
        mark="goes round the border",
        labels=(condition,) if test.span != part.span else (),
        hint=FAR,
    )


# ---- what holds of which cells --------------------------------------------------------

Cell = tuple[int, int]

SQUARE: tuple[Cell, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
HEXES: tuple[Cell, ...] = (*SQUARE, (-1, -1), (-1, 1), (1, -1), (1, 1))
"""From a cell to those that may lie beside it, whichever rows are shifted; on square
boards with the diagonals."""

SHAPES = {"square": SQUARE, "hex": HEXES, "flat hex": HEXES, "rhombus": HEXES}

UNMEASURED = 10
"""Where its size is not plain, a board counts as one with so many rows and columns."""

MOST_CELLS = 400
"""On larger boards it is asked only of the cells that rules name, and of some others."""


@frozen
class Ground:
    """A board, and which cells lie beside each other."""

    worth: Worth
    stepping: nodes.Stepping
    ways: tuple[Cell, ...]
    measured: bool

    def holds(self, test: nodes.Expr, start: Cell, end: Cell) -> bool | None:
        """Whether a condition holds for a step; none where that is not plain."""
        ends = {self.stepping.source.text: start, self.stepping.target.text: end}
        return self.worth.truth(test, **ends)

    def beside(self) -> Iterator[tuple[Cell, Cell]]:
        """Cells and those beside them, on a large board of its first rows and columns."""
        rows, columns = self.worth.rows, self.worth.columns
        if rows * columns > MOST_CELLS:
            rows = columns = UNMEASURED
        for row in range(rows):
            for column in range(columns):
                for down, right in self.ways:
                    end = row + down, column + right
                    if (
                        0 <= end[0] < self.worth.rows
                        and 0 <= end[1] < self.worth.columns
                    ):
                        yield (row, column), end

    def never(self, test: nodes.Expr) -> bool:
        """Whether a condition is plainly false for every two cells beside each other."""
        return all(self.holds(test, *step) is False for step in self.beside())

    def goes_round(self, test: nodes.Expr) -> bool:
        """Whether it may hold for cells at opposite borders, and for no others apart."""
        rows, columns = self.worth.rows, self.worth.columns
        return self.measured and (
            self._goes_round(test, columns, lambda at: (0, at))
            or self._goes_round(test, rows, lambda at: (at, 0))
            or self._goes_round(test, rows * columns, lambda at: divmod(at, columns))
            or self._goes_round(test, rows * columns, lambda at: divmod(at, rows)[::-1])
        )

    def _goes_round(
        self, test: nodes.Expr, count: int, cell: Callable[[int], Cell]
    ) -> bool:
        if not 4 <= count <= MOST_CELLS:
            return False
        last = count - 1
        if all(
            self.holds(test, cell(a), cell(b)) is False
            for a, b in ((0, last), (last, 0))
        ):
            return False
        return all(
            self.holds(test, cell(a), cell(b)) is False
            for a in range(count)
            for b in range(count)
            if 1 < abs(a - b) < last
        )


def _on_lattice(
    world: World,
    stepping: nodes.Stepping,
    test: nodes.Expr,
    board: BoardSymbol,
    options: Mapping[str, int],
) -> Iterator[Diagnostic]:
    """Parts of a condition that hold for no step, or that go round the border."""
    bare = Worth(world, board, 0, 0, options=options)
    sizes = [_plain(bare, size) for size in (board.decl.rows, board.decl.columns)]
    rows, columns = (size or UNMEASURED for size in sizes)
    worth = evolve(bare, rows=rows, columns=columns)
    ways = HEXES if names_diagonals(world, test) else SHAPES[board.shape]
    ground = Ground(worth, stepping, ways, None not in sizes)
    parts = list(_parts(test, nodes.Or))
    never = [part for part in parts if ground.never(part)]
    if len(never) == len(parts):
        yield _too_far(test)
        return
    yield from map(_too_far, never)
    for part in parts:
        rounds = [p for p in _parts(part, nodes.And) if ground.goes_round(p)]
        if part not in never and rounds:
            yield _beyond(test, rounds[0])
        elif part not in never and ground.goes_round(part):
            yield _beyond(test, part)


def _plain(bare: Worth, size: nodes.Expr | None) -> int | None:
    result = None if size is None else bare.of(size)
    return result if isinstance(result, int) and 0 < result <= MOST_SIDE else None


def _parts(
    test: nodes.Expr, joined: type[nodes.Or] | type[nodes.And]
) -> Iterator[nodes.Expr]:
    if isinstance(test, nodes.Or | nodes.And) and isinstance(test, joined):
        yield from _parts(test.left, joined)
        yield from _parts(test.right, joined)
    else:
        yield test
