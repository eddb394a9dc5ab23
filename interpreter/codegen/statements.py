"""Core statements that ask for no choice as Python, one small piece for each kind.

More than 400 lines: a method for each of them.
"""

from collections.abc import Sequence, Set

from attrs import Factory, define

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import mentions, used_locals
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.common_subexpressions import Place
from rulesrun.interpreter.codegen.costs import LITTLE
from rulesrun.interpreter.codegen.expressions import Code, Expressions
from rulesrun.interpreter.codegen.folds import (
    among_beside,
    comprehension,
    of_opponent,
    one_by_one,
    ranking,
    returning,
    setting,
)
from rulesrun.interpreter.codegen.values import arguments
from rulesrun.interpreter.codegen.walks import counted
from rulesrun.interpreter.runtime.layout import NEWS, PHASE, RESULT, TURN, TURNS
from rulesrun.interpreter.runtime.metering import FREE_ROUNDS
from rulesrun.interpreter.runtime.name_mangling import spelled

MOST_BRANCHES = 100
"""More than that are not written as one statement."""


@define(eq=False)
class Jump:
    """Where a procedure goes on: in another block, `apart` if by a step of its own.

    `listed` is a decision with which that block begins and whose options are known.
    """

    block: int
    apart: bool = False
    listed: int | None = None


class Stop:
    """Where a block of a procedure ends without going on in another one."""


Piece = tuple[int, str | Jump | Stop, Span | None]
"""A line at an indentation, or where to go on from there."""


@define(eq=False)
class Statements:
    """Writes statements to `out`, as lines or as jumps out of loops of blocks.

    `loops` says, for each loop around, how to leave it and how to go on with it;
    `counted` are locals of which only the number of items is asked for.
    """

    w: Expressions
    out: list[Piece] = Factory(list)
    depth: int = 1
    loops: list[tuple[str | Jump, str | Jump]] = Factory(list)
    marks: list[Span] = Factory(list)
    counted: Set[Local] = frozenset()

    def emit(self, line: str | Jump | Stop, span: Span | None = None) -> None:
        """A line, or a jump."""
        self.out.append((self.depth, line, span))

    def assign(self, local: Local, code: Code, span: Span) -> None:
        """A local gets a value."""
        self.emit(f"{self.w.scope.name(local)} = {code}", span)

    def block(self, block: stmt.Block) -> None:
        """Statements one after another, one level in."""
        self.depth += 1
        before = len(self.out)
        for statement in block:
            self.statement(statement)
        if len(self.out) == before:
            self.emit("pass")
        self.depth -= 1

    def loop(self, block: stmt.Block) -> None:
        """The body of a loop of Python."""
        self.loops.append(("break", "continue"))
        self.block(block)
        self.loops.pop()

    def mark(self, span: Span) -> None:
        """Where rules are traced, say which line is carried out."""
        if self.w.module.trace:
            self.emit(f"reached(S, {len(self.marks)})", span)
            self.marks.append(span)

    def slot(self, place: stmt.Place) -> Code:
        """The slot of a variable or zone."""
        return self.w.slot(place.variable, place.keys)

    def statement(self, node: stmt.Stmt) -> None:
        """One statement that asks for no choice."""
        w, span = self.w, node.span
        match node:
            case stmt.Mark():
                self.mark(span)
            case stmt.SetLocal(local=local, value=value):
                self.set_local(local, value, span)
            case stmt.Write():
                self.write(node)
            case stmt.Enter():
                self.enter(node)
            case stmt.Choice(branches=branches) if len(branches) > MOST_BRANCHES:
                self.one_of_many(node)
            case stmt.Choice(branches=branches, otherwise=otherwise):
                for position, branch in enumerate(branches):
                    word = "elif" if position else "if"
                    self.emit(f"{word} {w.code(branch.test)}:", branch.test.span)
                    self.block(branch.body)
                if otherwise:
                    self.emit("else:", span)
                    self.block(otherwise)
            case stmt.Switch():
                self.switch(node)
            case stmt.ForEach(local=local, of=of, test=test, body=body):
                self.for_each(local, of, test, body, span)
            case stmt.Loop():
                self.looping(node)
            case stmt.Break():
                self.emit(self.loops[-1][0], span)
            case stmt.Continue():
                self.emit(self.loops[-1][1], span)
            case stmt.Return(
                value=core.Fold(kind="any" | "all" | "first") as value
            ) if (
                value.clauses
                and not w.scope.in_frame
                and among_beside(w, value) is None
                and of_opponent(w, value) is None
            ):
                self.lines(returning(w.inner(), value), span)
            case stmt.Return(value=value):
                if value is not None:
                    w = self.naming(value, span)
                code = "None" if value is None else w.listed(value)
                self.emit(f"return {code}", span)
            case stmt.Carry(routine=routine, args=args):
                self.emit(f"{w.module.routine(routine)}({arguments(w, args)})", span)
            case stmt.BeginTurn(player=player):
                self.emit(f"S[{TURN}] = {w.code(player)}", span)
                self.emit(f"S[{TURNS}] += 1", span)
            case stmt.BeginPhase(text=text):
                self.emit(f"S[{PHASE}] = {text}", span)
            case stmt.Announce():
                self.announce(node)
            case stmt.Rank():
                self.rank(node)
            case stmt.Outcome():
                self.outcome(node)
            case stmt.EndGame():
                self.emit("raise GameOver", span)
            case stmt.Decide() | stmt.Best():
                raise AssertionError("a choice needs a procedure")
            case _:
                self.moving(node)

    def enter(self, node: stmt.Enter) -> None:
        """A number is added and noted, perhaps with what it is given for."""
        noted = f"{self.slot(node.to)}, {self.w.code(node.amount)}, {node.line}"
        if node.about is not None:
            noted += f", {self.w.code(node.about)}"
        self.emit(f"enter(S, {noted})", node.span)

    def announce(self, node: stmt.Announce) -> None:
        """Something is told to all, or to some seats with what stands in it."""
        if not node.values and node.to is None:
            self.emit(f"S[{NEWS}] += ({node.text},)", node.span)
            return
        text = ", ".join(map(self.w.code, node.values))
        audience = "None" if node.to is None else self.w.code(node.to)
        self.emit(f"tell(S, {node.text}, [{text}], {audience})", node.span)

    def naming(self, value: core.Expr, span: Span) -> Expressions:
        """What is asked for twice in a value gets a name."""
        if self.w.scope.in_frame:
            return self.w
        w, _ = self.w.sharing([Place(value)])
        for binding in w.before(value):
            self.assign(binding.local, w.listed(binding.value), span)
        return w

    def lines(self, body: Sequence[tuple[int, str]], span: Span) -> None:
        """Lines from here on, their depth counted from 1."""
        for depth, line in body:
            self.out.append((self.depth + depth - 1, line, span))

    def set_local(self, local: Local, value: core.Expr, span: Span) -> None:
        """A local gets a value."""
        body = None
        if isinstance(value, core.Fold) and not self.w.scope.in_frame:
            if not mentions(value, local):
                name = self.w.scope.name(local)
                body = setting(self.w, value, name)
        if body is None:
            of = counted if local in self.counted else Expressions.listed
            self.assign(local, of(self.w, value), span)
        else:
            self.lines(body, span)

    def for_each(
        self,
        local: Local,
        of: core.Expr,
        test: core.Expr | None,
        body: stmt.Block,
        span: Span,
    ) -> None:
        """A loop over a collection as it is at the beginning."""
        tests = [] if test is None else [test]
        values, left = self.w.values(of), tests
        if not self.w.scope.in_frame:  # what a frame holds is seen after the loop, too
            values, left = self.w.fixed_candidates(local, of, tests)
        if isinstance(of.type, t.GridType):
            values = f"tuple({values})"
        costs = self.w.module.costs
        values = self.w.metered(of, values, costs.of((test, body)))
        self.emit(f"for {self.w.scope.name(local)} in {values}:", span)
        for test in left:
            self.depth += 1
            refuse = core.Not(test, type=test.type, span=test.span)
            self.emit(f"if {self.w.code(refuse)}:", test.span)
            self.emit("    continue", test.span)
            self.depth -= 1
        self.loop(body)

    def looping(self, node: stmt.Loop) -> None:
        """Every other loop."""
        w, span = self.w, node.span
        if node.times is not None:
            times = w.code(node.times)
            rounds = f"range({times})"
            if (
                not isinstance(node.times, core.Const)
                or w.module.costs.of(node) >= LITTLE
            ):
                rounds = f"stepped(numbers(1, {times}))"
            self.emit(f"for _ in {rounds}:", span)
            self.loop(node.body)
            return
        written = self.w.scope.written
        looked_at = sorted(w.scope.of(x) for x in used_locals(node) if x in written)
        name, number = (spelled(x, w.module.loops) for x in ("ROUNDS", "ROUND"))
        w.module.loops += 1
        self.emit(f"{name} = None", span)
        self.emit(f"for {number} in UNBOUNDED:", span)
        values = ", ".join(["S", name, number, *looked_at])
        self.emit(f"    if {number} >= {FREE_ROUNDS}:", span)
        self.emit(f"        {name} = compared({values})", span)
        if node.before is not None:
            self.leave_unless(node.before)
        self.loop(node.body)
        if node.until is not None:
            self.depth += 1
            self.emit(f"if {w.code(node.until)}:", node.until.span)
            self.emit("    break", node.until.span)
            self.depth -= 1

    def leave_unless(self, test: core.Expr) -> None:
        """Leave the loop where a condition does not hold."""
        self.depth += 1
        refuse = core.Not(test, type=test.type, span=test.span)
        self.emit(f"if {self.w.code(refuse)}:", test.span)
        self.emit("    break", test.span)
        self.depth -= 1

    def one_of_many(self, node: stmt.Choice) -> None:
        """Branches one below the other: Python cannot read thousands of `elif`."""
        left = f"left{self.depth}"
        self.emit(f"{left} = True", node.span)
        for branch in node.branches:
            test = branch.test
            self.emit(f"if {left} and ({self.w.code(test)}):", test.span)
            self.emit(f"    {left} = False", test.span)
            self.block(branch.body)
        if node.otherwise:
            self.emit(f"if {left}:", node.span)
            self.block(node.otherwise)

    def switch(self, node: stmt.Switch) -> None:
        """The case that has a value."""
        self.emit(f"case = {self.w.code(node.of)}", node.span)
        many = len(node.cases) > MOST_BRANCHES  # each of them returns
        word = "if"
        for case in node.cases:
            values = [repr(value.value) for value in case.values]
            test = (
                f"== {values[0]}" if len(values) == 1 else f"in ({', '.join(values)})"
            )
            self.emit(f"{word} case {test}:", node.span)
            self.block(case.body)
            word = "if" if many else "elif"
        if node.otherwise:
            self.emit("if True:" if many else "else:", node.span)
            self.block(node.otherwise)

    def write(self, node: stmt.Write) -> None:
        """A variable gets a value, which is looked at first where that is needed."""
        w, span, held = self.w, node.span, node.held
        kind = node.value.type
        slot = self.slot(node.to)
        if isinstance(t.without_none(kind), t.BundleType):
            match node.value:
                case core.Sized(of=of) if held is not None:  # it is looked at anyway
                    value = w.code(of)
                case _:
                    value = w.code(node.value)
            if held is not None:
                value = f"held({value}, {node.to.variable.name!r})"
            self.emit(f"S[{slot}] = {value}", span)
            return
        if held is None:
            match node.value:
                case core.Binary(op=("+" | "-") as op, right=right) if (
                    node.change is not None and isinstance(kind, t.IntType)
                ):
                    self.emit(f"S[{slot}] {op}= {w.code(right)}", span)
                case _:
                    self.emit(f"S[{slot}] = {w.listed(node.value)}", span)
            return
        low, high = held.low, held.high
        self.emit(f"value = {w.code(node.value)}", span)
        maybe = "value is not None and " if isinstance(kind, t.OptionalType) else ""
        above = "" if low is None else f"{low} <= "
        below = "" if high is None else f" <= {high}"
        inside = f"{above}value{below}"
        self.emit(f"if {maybe}not {inside}:", span)
        name = node.to.variable.name
        self.emit(f"    outside(value, {low}, {high}, {name!r})", span)
        self.emit(f"S[{slot}] = value", span)

    # ---- moving ----------------------------------------------------------------------

    def moving(self, node: stmt.Stmt) -> None:
        """What moves components and pieces."""
        w, span = self.w, node.span
        match node:
            case stmt.Move(what=what, to=to):
                self.to("move", [w.code(what)], to, span)
            case stmt.MoveAll(what=what, to=to):
                values = w.values(what)
                if isinstance(what.type, t.GridType):
                    values = f"{w.code(what)}.values()"
                self.to("move_all", [values], to, span)
            case stmt.MoveApart(shifts=shifts):
                for number, shift in enumerate(shifts):
                    sign = "+=" if number else "="
                    self.emit(f"apart {sign} {self.apart(shift)}", shift.span)
                self.emit("move_apart(S, apart)", span)
            case stmt.MovePieces(count=count, source=source, to=to):
                kinds = isinstance(count.type, t.BundleType)
                helper = "move_kinds" if kinds else "move_pieces"
                parts = [w.code(count), self.slot(source), self.slot(to)]
                self.emit(f"{helper}(S, {', '.join(parts)})", span)
            case stmt.Draw(count=count, source=source, to=to):
                zone = source.variable.zone
                kinds = zone is not None and zone.kind == "kinds"
                helper = "draw_kinds" if kinds else "draw_some"
                self.to(helper, [w.code(count), self.slot(source)], to, span)
            case stmt.Show(what=subject, to=to_whom):
                audience = "None" if to_whom is None else w.code(to_whom)
                if isinstance(subject, stmt.Place):
                    self.emit(f"show(S, {self.slot(subject)}, {audience})", span)
                else:
                    self.emit(
                        f"show_components(S, {w.code(subject)}, {audience})", span
                    )
            case stmt.Shuffle(zone=place):
                self.emit(f"shuffle_zone(S, {self.slot(place)})", span)
            case _:
                raise AssertionError(f"no statement {type(node).__name__}")

    def apart(self, shift: stmt.Shift) -> Code:
        """What moves where, for each way through the clauses."""
        w, costs = self.w.inner(), self.w.module.costs
        clauses = one_by_one(shift.clauses)
        loop = comprehension(w, clauses, costs.of((shift.what, shift.to)))
        slot = w.slot(shift.to.variable, shift.to.keys)
        return f"[({w.values(shift.what)}, {slot}, {shift.to.bottom}) {loop}]"

    def to(
        self, helper: str, args: Sequence[Code], to: stmt.Target, span: Span
    ) -> None:
        """A call that puts something somewhere."""
        parts = ["S", *args, self.slot(to)]
        if to.at is not None:
            helper = "draw_place" if helper == "draw_some" else "place"
            parts.append(self.w.code(to.at))
        elif to.bottom:
            parts.append("True")
        self.emit(f"{helper}({', '.join(parts)})", span)

    # ---- the end ---------------------------------------------------------------------

    def rank(self, node: stmt.Rank) -> None:
        """Every player gets a place."""
        inner = self.w.inner()
        name = inner.scope.name(node.local)
        key = ranking(inner, node.by)
        if node.standing is not None:
            key = f"({inner.code(node.standing)}, {key})"
        players = self.w.layout.players
        codes = f"[{key} for {name} in range({players})]"
        if node.team is not None:
            codes += f", [{inner.code(node.team)} for {name} in range({players})]"
        self.emit(f"S[{RESULT}] = ranks({codes})", node.span)

    def outcome(self, node: stmt.Outcome) -> None:
        """A player wins or loses, or nobody wins."""
        players = self.w.layout.players
        if node.player is None:
            result = repr((node.others,) * players)
        else:
            teams = f"range({players})"
            if node.local is not None and node.team is not None:
                inner = self.w.inner()
                name = inner.scope.name(node.local)
                teams = f"[{inner.code(node.team)} for {name} in {teams}]"
            player = self.w.code(node.player)
            result = f"placed({player}, {node.place}, {node.others}, {teams})"
        self.emit(f"S[{RESULT}] = {result}", node.span)
