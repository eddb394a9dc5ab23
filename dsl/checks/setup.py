"""Set-ups that run out of components for some number of players."""

from collections.abc import Iterator
from contextlib import suppress

from attrs import Factory, define

from rulesrun.dsl.analysis.fixed import Setting, settings
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.constants import NotFixed, evaluate
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.value_types import ZoneType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

MOST_STEPS = 2000
DEEPEST = 20


def check_setup(world: World, read: Read) -> Iterator[Diagnostic]:
    """The game can be set up for each of its numbers of players."""
    if world.play is None:
        return
    for setting in settings(world):
        trial = Trial(world, setting)
        trial.carry_out(world.play.body)
        if trial.problem is not None:
            yield trial.problem
            return


class _Unclear(Exception):
    """What happens from here on depends on more than is known."""


@define(eq=False)
class Trial:
    """Carries out the beginning of a game, as far as it is the same in every game.

    `most` says how many components a zone can hold at most, `filled` what has put them
    there. Nothing is said after the first line that may lead anywhere.
    """

    world: World
    setting: Setting
    most: dict[sym.Symbol, int] = Factory(dict)
    filled: dict[sym.Symbol, list[Label]] = Factory(dict)
    problem: Diagnostic | None = None
    steps: int = 0
    depth: int = 0

    def carry_out(self, block: nodes.Block) -> None:
        """Carry out a block as far as possible."""
        with suppress(_Unclear):
            self._block(block)

    def _block(self, block: nodes.Block) -> None:
        for statement in block:
            self._statement(statement)

    def _statement(self, node: nodes.Stmt) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _Unclear
        match node:
            case nodes.Do():
                rule = self.world.refs.get(id(node))
                if (
                    not isinstance(rule, sym.RuleSymbol)
                    or node.args
                    or self.depth > DEEPEST
                ):
                    raise _Unclear
                self.depth += 1
                self._block(rule.decl.body)
                self.depth -= 1
            case nodes.LetDone(rule=rule):
                self._statement(rule)
            case nodes.ForEach(binder=binder, body=body, at_once=False):
                for _ in range(self._times(binder)):
                    self._block(body)
            case nodes.RepeatTimes(times=times, body=body):
                for _ in range(min(self._number(times), 100)):
                    self._block(body)
            case nodes.If(branches=branches, otherwise=otherwise):
                for test, block in branches:
                    if self._fixed(test):
                        self._block(block)
                        return
                self._block(otherwise)
            case nodes.Phase(body=body):
                self._block(body)
            case nodes.RepeatUntil(body=body) if not self._fills(body):
                self._block(body)  # once at least
            case nodes.Move(what=what, to=to):
                self._add(to, self._size(what))
            case nodes.Draw():
                self._draw(node)
            case nodes.Let() | nodes.Assign() | nodes.Shuffle() | nodes.Pass():
                pass
            case (
                nodes.Announce()
                | nodes.Expectation()
                | nodes.ExpectSees()
                | nodes.MovePieces()
                | nodes.Show()
            ):
                pass
            case _:
                raise _Unclear

    def _draw(self, node: nodes.Draw) -> None:
        kind = self.world.types.get(id(node.source))
        if isinstance(kind, ZoneType) and kind.kind == "stock":
            return
        source = self._zone(node.source)
        count = self._number(node.count)
        if source is not None:
            left = self.most.get(source, 0)
            if node.up_to:
                count = min(count, left)
            if count > left:
                self.problem = self._fails(node, source, count, left)
                raise _Unclear
            self.most[source] = left - count
        self._add(node.to, count)

    def _fails(
        self, node: nodes.Draw, source: sym.VariableSymbol, count: int, left: int
    ) -> Diagnostic:
        players = self._players()
        have = "is empty" if left == 0 else f"has only {left} left"
        return problem(
            "setup-fails",
            node.span,
            f"with {players} players the set-up draws {count} from "
            f"`{source.name}`, which {have} by then",
            mark=f"{left} left",
            labels=tuple(dict.fromkeys(self.filled.get(source, []))),
            hint="put more there first, or draw fewer with so many players",
        )

    # ---- numbers -------------------------------------------------------------

    def _zone(self, node: nodes.Expr) -> sym.VariableSymbol | None:
        """The one zone of that name; none if there are several."""
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, sym.VariableSymbol) and not symbol.all_keys:
            return symbol
        return None

    def _fills(self, block: nodes.Block) -> bool:
        """Whether a block puts anything into a zone of which there is one only."""
        return any(
            isinstance(node, nodes.Destination) and self._zone(node.zone) is not None
            for node in walk(block)
        )

    def _add(self, to: nodes.Destination, count: int) -> None:
        zone = self._zone(to.zone)
        if zone is not None:
            self.most[zone] = self.most.get(zone, 0) + count
            label = Label(to.span, f"at most {count} are put there")
            self.filled.setdefault(zone, []).append(label)

    def _size(self, what: nodes.Expr) -> int:
        """How many components a `move` moves at most."""
        for node in walk(what):
            symbol = self.world.refs.get(id(node))
            if isinstance(symbol, sym.ComponentSymbol):
                return self._supplied(symbol)
        raise _Unclear

    def _supplied(self, component: sym.ComponentSymbol) -> int:
        total = 0
        for line in self.world.supply:
            if line.component.text == component.name:
                kinds = len(self.world.cards.get(id(line), ()))
                total += kinds if line.csv else kinds * self._number(line.count)
        return total

    def _times(self, binder: nodes.Binder) -> int:
        if binder.where is not None:
            raise _Unclear
        match binder.of:
            case nodes.Name(text="players") | nodes.Call(name="clockwise"):
                return self._players()
            case nodes.RangeOf(low=low, high=high):
                return max(self._number(high) - self._number(low) + 1, 0)
            case nodes.Name(text=name):
                symbol = self.world.names.get(name)
                if isinstance(symbol, sym.EnumSymbol):
                    return len(symbol.values)
        raise _Unclear

    def _players(self) -> int:
        count = self.setting["player_count"]
        assert isinstance(count, int)
        return count

    def _fixed(self, node: nodes.Expr) -> object:
        if isinstance(node, nodes.IsNone):
            neutral = self.world.refs.get(id(node.of))
            if isinstance(neutral, sym.NeutralSymbol):
                when = neutral.decl.when
                there = when is None or bool(self._fixed(when))
                return there == node.negated
        try:
            return evaluate(self.world, node, self.setting)
        except (NotFixed, ZeroDivisionError) as error:
            raise _Unclear from error

    def _number(self, node: nodes.Expr) -> int:
        value = self._fixed(node)
        if not isinstance(value, int):
            raise _Unclear
        return value
