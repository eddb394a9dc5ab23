"""What of the rules has been carried out: statements, branches, and options.

A condition is one that stands on a line of its own, such as `until`, `else if`, `where`
and `require`, or the `when` of an item, and an adjustment, which is one as a whole. A
branch is an arm of an `if` (also the one that is not written), and the inside of a loop;
an option is an item of a menu. All are counted from the marks of statements, so
they are the same in every game that was built with trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import Factory, define, frozen

from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.tracing import Tracer

STATEMENT, CONDITION = "statement", "condition"
BRANCH, OPTION = "branch", "option"


@frozen
class Point:
    """Something that could be reached, how often it was, and what to say if never."""

    kind: str
    span: Span
    count: int
    missing: str


@define
class FileCoverage:
    """The points of one file, in order."""

    path: str
    points: list[Point] = Factory(list)

    def of(self, kind: str) -> tuple[int, int]:
        """How many points of a kind were reached, and how many there are."""
        counts = [point.count for point in self.points if point.kind == kind]
        return sum(count > 0 for count in counts), len(counts)

    @property
    def lines(self) -> dict[int, int]:
        """For each line on which something but a branch begins, how often it ran."""
        result: dict[int, int] = {}
        for point in self.points:
            if point.kind != BRANCH:
                line = point.span.line
                result[line] = min(result.get(line, point.count), point.count)
        return result

    @property
    def missing(self) -> dict[int, tuple[str, ...]]:
        """What was never reached, by line."""
        result: dict[int, tuple[str, ...]] = {}
        for point in self.points:
            if not point.count:
                before = result.get(point.span.line, ())
                if point.missing not in before:
                    result[point.span.line] = (*before, point.missing)
        return dict(sorted(result.items()))


@define
class Hits:
    """Collects what is reached in any number of games of any number of programs."""

    declared: dict[tuple[str, Span], nodes.Declaration] = Factory(dict)
    _tracers: dict[tuple[int, object], Tracer] = Factory(dict)

    def game(self, program: Program, players: int, options: dict[str, Fixed]) -> Game:
        """A traced game, made once, that reports here."""
        key = (id(program), (players, *sorted(options.items())))
        if key not in self._tracers:
            game = Game(program, players, options, trace=True)
            self._tracers[key] = Tracer(game)
            for decl in program.world.file.declarations:
                self.declared.setdefault((decl.span.path, decl.span), decl)
        return self._tracers[key].game

    def files(self) -> list[FileCoverage]:
        """The coverage of every file with rules, in the order in which they were met."""
        counts: Counter[Span] = Counter()
        marked: set[Span] = set()
        for tracer in self._tracers.values():
            marks = tracer.game.module.marks
            marked.update(marks)
            for number, count in enumerate(tracer.hits):
                counts[marks[number]] += count
        result: dict[str, FileCoverage] = {}
        for (path, _), decl in self.declared.items():
            if isinstance(decl, nodes.ScenarioDecl):
                continue
            file = result.setdefault(path, FileCoverage(path))
            file.points += _points(decl, counts, marked)
        for file in result.values():
            file.points.sort(key=lambda point: (point.span, point.kind))
        return [file for file in result.values() if file.points]


def _points(
    decl: nodes.Declaration, counts: Counter[Span], marked: set[Span]
) -> Iterator[Point]:
    yield from _conditions(decl, counts, marked)
    for node in walk(decl):
        if isinstance(node, nodes.MenuAction | nodes.MenuOption):
            if node.span in marked:
                missing = f"`{node.name}` is never chosen"
                yield Point(OPTION, node.span, counts[node.span], missing)
        elif isinstance(node, nodes.Statement) and node.span in marked:
            yield Point(STATEMENT, node.span, counts[node.span], "never reached")
            if counts[node.span]:
                yield from _branches(node, counts, marked)
            else:
                for point in _branches(node, counts, marked):
                    yield Point(BRANCH, point.span, 0, "never reached")


def _conditions(
    decl: nodes.Declaration, counts: Counter[Span], marked: set[Span]
) -> Iterator[Point]:
    for node in walk(decl):
        places: list[Span] = []
        match node:
            case nodes.Where() | nodes.Require() | nodes.Prefer() | nodes.AdjustDecl():
                places = [node.span]
            case nodes.MenuAction(when=when) | nodes.MenuOption(when=when):
                places = [] if when is None else [when.span]
            case nodes.RepeatUntil(until=until):
                places = [until.span]
            case nodes.If(branches=branches):
                places = [test.span for test, _ in branches[1:]]
        for span in places:
            if span in marked:
                yield Point(CONDITION, span, counts[span], "never asked")


def _branches(
    node: nodes.Statement, counts: Counter[Span], marked: set[Span]
) -> Iterator[Point]:
    match node:
        case nodes.If(branches=branches, otherwise=otherwise):
            taken = 0
            for test, block in branches:
                count = _entered(block, counts)
                taken += count
                yield Point(BRANCH, test.span, count, "the condition is never true")
            rest = (
                _entered(otherwise, counts) if otherwise else counts[node.span] - taken
            )
            place = otherwise[0].span if otherwise else branches[-1][0].span
            missing = "`else` is never taken" if otherwise else "it is never false"
            if not otherwise and len(branches) == 1:
                missing = "the condition is never false"
            yield Point(BRANCH, place, max(rest, 0), missing)
        case nodes.ForEach(body=block) | nodes.While(body=block):
            count = _entered(block, counts)
            yield Point(BRANCH, node.span, count, "the loop is never entered")
        case nodes.RepeatTimes(body=block):
            count = _entered(block, counts)
            yield Point(BRANCH, node.span, count, "the loop is never entered")


def _entered(block: nodes.Block, counts: Counter[Span]) -> int:
    return counts[block[0].span] if block else 0


def totals(files: Iterable[FileCoverage], kind: str) -> tuple[int, int]:
    """Those of several files together."""
    pairs = [file.of(kind) for file in files]
    return sum(a for a, _ in pairs), sum(b for _, b in pairs)
