"""Routines that ask, cut into blocks: a game can stop between any two of them.

Blocks are numbered, and locals lie in frames, as saved games have them.
"""

from collections.abc import Sequence
from functools import partial

from attrs import Factory, define

from rulesrun.dsl.core import expressions as ex
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.frames import can_stop, frame_of, ranking_tail
from rulesrun.dsl.core.symbols import RoutineSymbol
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.expressions import Unfit
from rulesrun.interpreter.plan.statements import Statements
from rulesrun.interpreter.runtime.name_mangling import spelled


@define(eq=False)
class Blocks(Statements):
    """Lowers a whole game."""

    procedure: ir.Procedure = Factory(lambda: ir.Procedure("", []))
    around: list[Span] = Factory(list)

    def whole(self) -> None:
        """The whole game."""
        for symbol in self.core.procedures:
            self.cut(symbol)
        self.plan.decisions.sort(key=lambda decision: decision.number)
        for symbol in self.core.routines:
            if symbol.kind == "rule" and not symbol.asks:
                self.routine(symbol)  # scenarios carry them out by name
        tail = ranking_tail(self.core.routines[self.core.play].body)
        if tail is not None:
            _, self.plan.tail = self.apart((), lambda: self.block(tail), None)

    def cut(self, symbol: RoutineSymbol) -> None:
        """One routine that asks."""
        body = self.core.routines[symbol].body
        frame = frame_of(symbol, body)
        if frame.kept:
            raise Unfit("a loop over a collection that stops for choices")
        number = len(self.plan.procedures)
        kind = spelled(symbol.kind, name="" if symbol.kind == "play" else symbol.name)
        rows = [
            ir.Row(f"frame{number}.v{local.id}_{local.name}", "frame", place)
            for local, place in frame.places.items()
        ]
        self.procedure = ir.Procedure(kind, rows)
        self.plan.procedures.append(self.procedure)
        for row in rows:
            self.plan.rows[row.name] = row
        self.names = {
            local: ir.Slot(rows[place], ir.Num(0))
            for local, place in frame.places.items()
        }
        self.loops, self.left, self.in_frame = 0, None, True
        self.procedure_number = number
        self.into(self.new())
        self.sequence(body)
        self.out.append(ir.Back())

    procedure_number: int = 0

    def new(self) -> int:
        """A new block, to be written later."""
        blocks = self.procedure.blocks
        blocks.append([])
        if self.around:
            self.procedure.loops[len(blocks) - 1] = self.around[-1]
        return len(blocks) - 1

    def into(self, block: int) -> None:
        """Go on writing in that block."""
        self.out = self.procedure.blocks[block]

    def sequence(self, block: Sequence[stmt.Stmt]) -> None:
        """Statements one after another, stopping where they ask for choices."""
        for s in block:
            if can_stop(s):
                self.stopping(s)
            else:
                before, out = len(self.out), self.out
                self.statement(s)
                assert out is self.out
                self.spanned(before, s.span)

    def back(self, value: ex.Expr | None) -> None:
        """A routine ends."""
        if self.in_frame and value is None:
            self.out.append(ir.Back())
        else:
            super().back(value)

    def stopping(self, s: stmt.Stmt) -> None:
        """A statement that asks for a choice, itself or in what it carries out."""
        match s:
            case stmt.Choice(branches=branches, otherwise=otherwise):
                self.choosing(branches, otherwise)
            case stmt.Loop(times=None):
                self.loop_of_blocks(s)
            case stmt.Decide():
                self.decide(s)
            case stmt.Carry(routine=routine, args=args):
                after = self.new()
                arguments = tuple(self.number(arg) for arg in args)
                number = self.core.procedures.index(routine)
                self.out.append(ir.Carry(number, arguments, after, s, span=s.span))
                self.procedure.after[id(s)] = after
                self.into(after)
            case _:
                raise Unfit(f"{type(s).__name__} that asks for choices")

    def fork(self, test: ex.Expr, to: int) -> None:
        """Go on in another block where a condition holds."""
        before = len(self.out)
        condition = self.e(test)
        self.out.append(ir.If(condition, [ir.Jump(to)]))
        self.spanned(before, test.span)

    def choosing(
        self, branches: Sequence[stmt.Branch], otherwise: Sequence[stmt.Stmt]
    ) -> None:
        """`if ... else if ... else`."""
        after = self.new()
        entries: list[tuple[int, Sequence[stmt.Stmt]]] = []
        for branch in branches:
            entries.append((self.new(), branch.body))
            self.fork(branch.test, entries[-1][0])
        if otherwise:
            entries.append((self.new(), otherwise))
            self.out.append(ir.Jump(entries[-1][0]))
        else:
            self.out.append(ir.Jump(after))
        for entry, block in entries:
            self.into(entry)
            self.sequence(block)
            self.out.append(ir.Jump(after))
        self.into(after)

    def loop_of_blocks(self, s: stmt.Loop) -> None:
        """A loop that stops for choices."""
        after = self.new()
        self.around.append(s.span)
        head = body = self.new()
        self.procedure.heads.add(head)
        if s.before is not None:
            body = self.new()
        self.out.append(ir.Jump(head, span=s.span))
        self.into(head)
        if s.before is not None:
            self.fork(s.before, body)
            self.out.append(ir.Jump(after))
            self.into(body)
        around, self.left = self.left, after
        self.sequence(s.body)
        self.left = around
        if s.until is not None:
            self.fork(s.until, after)
        self.out.append(ir.Jump(head))
        self.into(after)
        self.around.pop()

    # ---- decisions ------------------------------------------------------------------

    def decide(self, s: stmt.Decide) -> None:
        """The game stops for a choice."""
        if s.secret or s.passing is not None:
            raise Unfit("a choice in secret, or one to pass")
        offers = [self.offer(item) for item in s.items]
        single = len(s.items) == 1 and s.items[0].when is None
        self.out.append(ir.Ask(s.number, offers[0][2] if single else None, span=s.span))
        player = self.pure(s.player)
        if player is None:
            raise Unfit("somebody who takes statements")
        after = self.procedure.after[id(s)] = self.new()
        entries = {
            i: self.new()
            for i, item in enumerate(s.items)
            if item.kind == "option" or item.body
        }
        items = []
        for i, item in enumerate(s.items):
            when, test, offered = offers[i]
            picked = self.inside(partial(self.pick, item, entries.get(i, after)))
            apart = item.kind == "option" and item.look_ahead
            items.append(ir.Item(offered, when, test, picked, item.span, apart))
        otherwise = None
        if s.otherwise is not None:
            otherwise = self.new()
            self.into(otherwise)
            self.sequence(s.otherwise)
            self.out.append(ir.Jump(after))
        for i, entry in entries.items():
            self.procedure.after[id(s.items[i])] = entry
            self.into(entry)
            self.sequence(s.items[i].body)
            self.out.append(ir.Jump(after))
        self.plan.decisions.append(
            ir.Decision(
                s.number,
                self.procedure_number,
                player,
                items,
                otherwise,
                after,
                s.span,
            )
        )
        self.into(after)

    def offer(
        self, item: stmt.Item
    ) -> tuple[list[ir.Stmt], ir.Expr | None, ir.Expr | None]:
        """What an item offers, and where it does: statements, a test, what its head gives."""
        if item.sure is not None:
            raise Unfit("a choice that is looked ahead at")
        test: list[ir.Expr] = []
        when: list[ir.Stmt] = []
        if item.when is not None:
            condition = item.when
            when = self.inside(lambda: test.append(self.e(condition)))
        match item:
            case stmt.Item(kind="option"):
                return when, test[0] if test else None, None
            case stmt.Item(kind="action", action=stmt.Action(symbol=symbol)) if (
                not symbol.asks and not item.body
            ):
                name, shape = self.head(symbol)
                args = [self.pure(arg) for arg in item.args]
                arguments = tuple(arg for arg in args if arg is not None)
                if len(arguments) == len(args):
                    offered = ir.Call(name, arguments, shape)
                    return when, test[0] if test else None, offered
        raise Unfit(f"{item.kind} of another form")

    def pick(self, item: stmt.Item, then: int) -> None:
        """What follows the choice of an option."""
        if item.action is not None:
            args = tuple(self.number(arg) for arg in item.args)
            chosen = tuple(ir.Chosen(i) for i in range(len(item.chosen)))
            name = self.routine(item.action.symbol)
            self.out.append(ir.Do(name, (*args, *chosen), span=item.span))
        self.out.append(ir.Jump(then, span=item.span))
