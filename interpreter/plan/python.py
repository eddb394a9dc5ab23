"""The plan as Python: a state is one list, a set a whole number, none is None.

The printer of C is its neighbour: both have the same parts in the same order.

More than 400 lines: one method for each statement.
"""

from collections.abc import Sequence
from functools import singledispatchmethod
from typing import Any

from attrs import Factory, define

from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.codegen.writing import Lines
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.runtime.cellsets import Single
from rulesrun.interpreter.runtime.layout import ACTOR, NEWS, RESULT
from rulesrun.interpreter.runtime.name_mangling import spelled

OPERATORS = {
    "+": "({} + {})",
    "-": "({} - {})",
    "*": "({} * {})",
    "neg": "(-{})",
    "/": "divided({}, {})",
    "mod": "remainder({}, {})",
    "<": "({} < {})",
    "<=": "({} <= {})",
    ">": "({} > {})",
    ">=": "({} >= {})",
    "==": "({} == {})",
    "!=": "({} != {})",
    "same": "({} == {})",
    "&": "({} & {})",
    "|": "({} | {})",
    "&~": "({} & ~{})",
    ">>": "({} >> {})",
    "<<": "({} << {})",
    "has": "({} >> {} & 1 == 1)",
    "with": "({} | 1 << {})",
    "without": "({} & ~(1 << {}))",
    "first": "first_member({})",
    "size": "{}.bit_count()",
    "along": "along({}, {}, {}, {})",
}
"""Operators that are written alike whatever they are given."""

FEW = 12
"""So few numbers are written down one by one."""


def bare(code: str) -> str:
    """An expression without the brackets around the whole."""
    if not code.startswith("("):
        return code
    depth = 0
    for i, sign in enumerate(code):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return code[1:-1] if i == len(code) - 1 else code
    return code


@define(eq=False)
class Printer:
    """Prints a plan; `size` is where the sets begin that are kept once more.

    `made` are the values that the text calls by name, beside tables.
    """

    plan: ir.Plan
    size: int
    lines: Lines = Factory(Lines)
    made: dict[str, Any] = Factory(dict)
    keys: dict[object, str] = Factory(dict)
    item_number: int = 0

    # ---- expressions ----------------------------------------------------------------

    def slot(self, row: ir.Row, at: ir.Expr) -> str:
        """One value of a row."""
        if row.kind == "frame":
            return f"L[{row.base}]"
        base = row.base + (self.size if row.kind == "sets" else 0)
        match at:
            case ir.Num(value=int() as value):
                return f"S[{base + value}]"
            case ir.Op(op="+", args=(inner, ir.Num(value=int() as value))):
                base, at = base + value, inner
        return f"S[{base} + {self.e(at)}]"

    def e(self, x: ir.Expr) -> str:
        """An expression."""
        match x:
            case ir.Num(value=value):
                return f"({value})" if value is not None and value < 0 else str(value)
            case ir.Truth(value=holds):
                return str(holds)
            case ir.Bits(value=members):
                return hex(members)
            case ir.Var(name=name):
                return name
            case ir.Chosen(number=place):
                return f"o[{place}]"
            case ir.Slot(row=row, at=at):
                return self.slot(row, at)
            case ir.Look(table=table, at=at):
                return f"{table}[{bare(self.e(at))}]"
            case ir.Reached(start=start, through=through, table=table):
                sets = bare(self.e(start)), bare(self.e(through))
                return f"reached({', '.join(sets)}, {table})"
            case ir.Call(routine=name, args=args, shape=shape):
                number = f", {self.item_number}" if shape == ir.OPTIONS else ""
                return f"{name}({self.arguments(args)}{number})"
            case ir.Op():
                return self.operator(x)
        raise AssertionError(x)

    def arguments(self, args: Sequence[ir.Expr]) -> str:
        """Arguments, after the state."""
        return ", ".join(["S", *(bare(self.e(arg)) for arg in args)])

    def operator(self, x: ir.Op) -> str:
        """What an operator gives."""
        match x:
            case ir.Op(op="==" | "!=" as op, args=(a, ir.Num(value=None))):
                return f"({self.e(a)} is {'not ' if op == '!=' else ''}None)"
            case ir.Op(op="and" | "or" as op, args=(a, b)):
                return f"({self.e(a)} {op} {self.e(b)})"
            case ir.Op(op="not", args=(a,)):
                return f"(not {self.test(a)})"
            case ir.Op(op="if", args=(test, a, b)):
                return f"({self.e(a)} if {self.test(test)} else {self.e(b)})"
            case ir.Op(op="any", args=(a,)):
                if ir.shape_of(a).kind == "bits":
                    return f"({self.e(a)} != 0)"
                return f"bool({self.e(a)})"
            case ir.Op(op="none", args=(a,)):
                return f"(not {self.test(ir.Op('any', (a,)))})"
            case ir.Op(op="~", args=(a,), shape=ir.Shape(size=size)):
                return f"({hex((1 << size) - 1)} ^ {self.e(a)})"
            case ir.Op(op="some", args=(a,)):
                return self.e(a)
            case ir.Op(op="sized", args=(a,)):
                return f"sized({bare(self.e(a))})"
            case ir.Op(op="range", args=(low, high)):
                return self.range(low, high)
            case ir.Op(op="line", args=(first, step, length)):
                begin, by, many = self.e(first), self.e(step), self.e(length)
                return f"range({bare(begin)}, {begin} + {many} * {by}, {bare(by)})"
            case ir.Op(op="in_range", args=args, word=word):
                return f"in_range({', '.join(map(self.e, args))}, {word!r})"
            case ir.Op(op=op, args=args):
                return OPERATORS[op].format(*map(self.e, args))

    def range(self, low: ir.Expr, high: ir.Expr) -> str:
        """The numbers from one to another."""
        match low, high:
            case ir.Num(value=int() as first), ir.Num(value=int() as last) if (
                first < last < first + FEW
            ):
                return repr(tuple(range(first, last + 1)))
            case _, ir.Num(value=int() as last):
                return f"range({bare(self.e(low))}, {last + 1})"
        return f"range({bare(self.e(low))}, {self.e(high)} + 1)"

    def test(self, x: ir.Expr) -> str:
        """An expression of which only the truth counts."""
        match x:
            case ir.Op(op="any", args=(a,)):
                return self.e(a)
            case ir.Op(op="and" | "or" as op, args=(a, b)):
                return f"({self.test(a)} {op} {self.test(b)})"
            case ir.Op(op="has", args=(a, b)):
                return f"({self.e(a)} >> {self.e(b)} & 1)"
            case _:
                return self.e(x)

    # ---- statements -----------------------------------------------------------------

    def write(self, depth: int, line: str, span: Span | None = None) -> None:
        """A line at an indentation."""
        self.lines.write(depth, line, span)

    def block(self, block: Sequence[ir.Stmt], depth: int) -> None:
        """Statements one after another."""
        before = len(self.lines.lines)
        for s in block:
            self.statement(s, depth)
            if isinstance(s, ir.LEAVES):
                break
        if len(self.lines.lines) == before:
            self.write(depth, "pass")

    @singledispatchmethod
    def statement(self, s: ir.Stmt, d: int) -> None:
        """A statement."""
        raise AssertionError(s)

    @statement.register
    def _(self, s: ir.Let, d: int) -> None:
        self.write(d, f"{s.var.name} = {bare(self.e(s.value))}", s.span)

    @statement.register
    def _(self, s: ir.Held, d: int) -> None:
        value = self.e(s.value)
        maybe = f"{value} is not None and " if s.optional else ""
        above = "" if s.low is None else f"{s.low} <= "
        below = "" if s.high is None else f" <= {s.high}"
        self.write(d, f"if {maybe}not {above}{value}{below}:", s.span)
        self.write(d + 1, f"outside({value}, {s.low}, {s.high}, {s.word!r})")

    @statement.register
    def _(self, s: ir.Put, d: int) -> None:
        slot = self.slot(s.row, s.at)
        match s.value:
            case ir.Op(op="+" | "-" as op, args=(ir.Slot() as target, by)) if (
                target == ir.Slot(s.row, s.at)
            ):
                self.write(d, f"{slot} {op}= {bare(self.e(by))}", s.span)
            case value:
                self.write(d, f"{slot} = {bare(self.e(value))}", s.span)

    @statement.register
    def _(self, s: ir.Keep, d: int) -> None:
        bit = f"1 << {self.e(s.at)}"
        for value, maybe, sign in (
            (s.old, s.maybe[0], f"&= ~({bit})"),
            (s.value, s.maybe[1], f"|= {bit}"),
        ):
            last = self.size + s.row.base + s.row.count - 1
            code = self.e(value)
            if value == ir.Num(None):
                slot = f"S[{last}]"
            elif maybe:
                base = self.size + s.row.base
                slot = f"S[{last} if {code} is None else {base} + {code}]"
            else:
                slot = self.slot(s.row, value)
            self.write(d, f"{slot} {sign}", s.span)

    @statement.register
    def _(self, s: ir.If, d: int) -> None:
        self.write(d, f"if {bare(self.test(s.test))}:", s.span)
        self.block(s.then, d + 1)
        if s.other:
            self.write(d, "else:")
            self.block(s.other, d + 1)

    @statement.register
    def _(self, s: ir.Each, d: int) -> None:
        over = self.e(s.of)
        if ir.shape_of(s.of).kind == "bits":
            over = f"members({bare(over)})"
        self.write(d, f"for {s.var.name} in {over}:", s.span)
        self.block(s.body, d + 1)

    @statement.register
    def _(self, s: ir.Repeat, d: int) -> None:
        self.write(d, "while True:", s.span)
        self.block(s.body, d + 1)

    @statement.register
    def _(self, s: ir.Break, d: int) -> None:
        self.write(d, "break", s.span)

    @statement.register
    def _(self, s: ir.Continue, d: int) -> None:
        self.write(d, "continue", s.span)

    @statement.register
    def _(self, s: ir.Tick, d: int) -> None:
        self.write(d, "tick()", s.span)

    @statement.register
    def _(self, s: ir.Return, d: int) -> None:
        value = "" if s.value is None else f" {bare(self.e(s.value))}"
        self.write(d, f"return{value}", s.span)

    @statement.register
    def _(self, s: ir.Do, d: int) -> None:
        self.write(d, f"{s.routine}({self.arguments(s.args)})", s.span)

    @statement.register
    def _(self, s: ir.Draw, d: int) -> None:
        name = self.constant("DRAWN", s.type, s.type)
        over = self.range(s.low, s.high)
        self.write(d, f"{s.var.name} = random_of(S, {over}, {name})", s.span)

    @statement.register
    def _(self, s: ir.Offer, d: int) -> None:
        self.write(d, f"out.append({self.option(s)})", s.span)

    @statement.register
    def _(self, s: ir.Rank, d: int) -> None:
        values = ", ".join(bare(self.e(x)) for x in s.values)
        self.write(d, f"S[{RESULT}] = ranks([{values}])", s.span)

    @statement.register
    def _(self, s: ir.Placed, d: int) -> None:
        n = self.plan.players
        result = repr((s.others,) * n)
        if s.player is not None:
            player = bare(self.e(s.player))
            result = f"placed({player}, {s.place}, {s.others}, range({n}))"
        self.write(d, f"S[{RESULT}] = {result}", s.span)

    @statement.register
    def _(self, s: ir.Over, d: int) -> None:
        self.write(d, "raise GameOver", s.span)

    @statement.register
    def _(self, s: ir.Announce, d: int) -> None:
        self.write(d, f"S[{NEWS}] += ({s.text},)", s.span)

    @statement.register
    def _(self, s: ir.Jump, d: int) -> None:
        self.write(d, f"return {s.block}", s.span)

    @statement.register
    def _(self, s: ir.Carry, d: int) -> None:
        args = ", ".join(bare(self.e(x)) for x in s.args)
        self.write(d, f"return {s.procedure}, [{args}], {s.after}", s.span)

    @statement.register
    def _(self, s: ir.Back, d: int) -> None:
        self.write(d, "return None", s.span)

    @statement.register
    def _(self, s: ir.Ask, d: int) -> None:
        if s.offered is None:
            self.write(d, f"return {-1 - s.decision}", s.span)
            return
        decision = self.plan.decisions[s.decision]
        self.write(d, f"S[{ACTOR}] = {bare(self.e(decision.player))}", s.span)
        self.write(d, f"return [{s.decision}, {self.options(s.offered, 0)}]", s.span)

    def constant(self, kind: str, key: object, value: object) -> str:
        """The name of a value, the same for equal keys."""
        name = self.keys.get(key)
        if name is None:
            name = self.keys[key] = spelled(kind, len(self.keys))
            self.made[name] = value
        return name

    def option(self, s: ir.Offer) -> str:
        """An option with what it chooses."""
        values = [bare(self.e(x)) for x in s.values]
        inside = f"{values[0]}," if len(values) == 1 else ", ".join(values)
        return f"(item, ({inside}))"

    def options(self, of: ir.Expr, item: int) -> str:
        """The options of an item, by what its head gives."""
        shape = ir.shape_of(of)
        self.item_number = item
        code = bare(self.e(of))
        self.item_number = 0
        if shape == ir.OPTIONS:
            return code
        single = Single(item, shape.size)
        return f"{self.constant('OPTION', (item, shape), single)}[{code}]"

    # ---- the whole ------------------------------------------------------------------

    def whole(self) -> None:
        """All functions."""
        for routine in self.plan.routines.values():
            self.routine(routine)
        for decision in self.plan.decisions:
            self.decision(decision)
        for procedure in self.plan.procedures:
            for number, block in enumerate(procedure.blocks):
                name = spelled("block", number, name=procedure.name)
                span = block[0].span if block else None
                self.function(f"{name}(S, L)", block, span)

    def function(self, head: str, body: Sequence[ir.Stmt], span: Span | None) -> None:
        """A function."""
        self.write(0, f"def {head}:", span)
        self.block(body, 1)
        self.write(0, "")

    def routine(self, routine: ir.Routine) -> None:
        """A routine that asks for no choice."""
        params = ["S", *(p.name for p in routine.params)]
        if routine.shape == ir.OPTIONS:
            params.append("item")
        head = f"{routine.name}({', '.join(params)})"
        if routine.shape != ir.OPTIONS:
            self.function(head, routine.body, routine.span)
            return
        self.write(0, f"def {head}:", routine.span)
        clauses = self.comprehended(routine.body)
        if clauses is None:
            self.write(1, "out = []")
            self.block(routine.body, 1)
            self.write(1, "return out")
        else:
            self.write(1, f"return [{clauses[-1]}")
            for clause in clauses[:-1]:
                self.write(2, clause)
            self.write(1, "]")
        self.write(0, "")

    def comprehended(self, body: Sequence[ir.Stmt]) -> list[str] | None:
        """Loops and conditions around one option as clauses, and that option; if they are."""
        match body:
            case [ir.Each(var=var, of=of, body=inner)] if (
                ir.shape_of(of).kind == "list"
            ):
                clause = f"for {var.name} in {self.e(of)}"
            case [ir.If(test=test, then=inner, other=[])]:
                clause = f"if {bare(self.test(test))}"
            case [ir.Offer() as offer]:
                return [self.option(offer)]
            case _:
                return None
        rest = self.comprehended(inner)
        return None if rest is None else [clause, *rest]

    def decision(self, decision: ir.Decision) -> None:
        """Who decides, what is offered, and what follows each choice."""
        number = decision.number
        self.write(0, f"def {spelled('who', number)}(S, L):", decision.span)
        self.write(1, f"return {bare(self.e(decision.player))}")
        self.write(0, "")
        self.write(0, f"def {spelled('options', number)}(S, L):", decision.span)
        match decision.items:
            case [ir.Item(test=None, offered=ir.Expr() as offered)]:
                self.write(1, f"return {self.options(offered, 0)}")
            case [ir.Item(test=None, offered=None)]:
                self.write(1, "return [(0, ())]")
            case _:
                self.write(1, "out = []")
                for at, item in enumerate(decision.items):
                    self.item(item, at)
                self.write(1, "return out")
        self.write(0, "")
        for at, item in enumerate(decision.items):
            name = spelled("pick", number, at)
            self.function(f"{name}(S, L, o)", item.pick, item.span)

    def item(self, item: ir.Item, at: int) -> None:
        """One item among several."""
        depth = 1
        for s in item.when:
            self.statement(s, depth)
        if item.test is not None:
            self.write(depth, f"if {bare(self.test(item.test))}:", item.span)
            depth += 1
        if item.offered is None:
            self.write(depth, f"out.append(({at}, ()))", item.span)
        else:
            self.write(depth, f"out += {self.options(item.offered, at)}", item.span)
