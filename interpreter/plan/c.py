"""The plan as C: a state is a struct with an array for each row, a set a number or a vector.

What carries games on, searches and records stands around it, and is the same for all. The
printer of Python is its neighbour: both have the same parts in the same order.

More than 400 lines, as options are counted, picked by number and listed here.
"""

from collections.abc import Iterable, Sequence
from functools import singledispatchmethod
from typing import Any, Protocol

from attrs import Factory, define, field

from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.python import bare

OPERATORS = {
    "+": "({} + {})",
    "-": "({} - {})",
    "*": "({} * {})",
    "neg": "(-{})",
    "/": "divided({}, {}, {line})",
    "mod": "remainder_of({}, {}, {line})",
    "<": "({} < {})",
    "<=": "({} <= {})",
    ">": "({} > {})",
    ">=": "({} >= {})",
    "==": "({} == {})",
    "!=": "({} != {})",
    "and": "({} && {})",
    "or": "({} || {})",
    "not": "!{}",
    "&": "({} & {})",
    "|": "({} | {})",
    "&~": "({} & ~{})",
}
"""Operators that are written alike whatever they are given."""

OF_SETS = frozenset({"size", "has", "with", "without", "first", "along"})
"""Operators that are functions of sets of a width."""


SHORT = 12
"""A routine of so few statements is written where it is called."""

FEW = 4
"""So few sets are all changed, without a look at which of them it is."""

ROOM = 2
"""So many values of an option that is drawn have room."""


class Numbers(Protocol):
    """Numbers for places in the rules and for texts that faults say."""

    def line(self, span: Span | None) -> int:
        """The number of a place."""

    def message(self, text: str) -> int:
        """The number of a text."""


@define(eq=False)
class Printer:
    """Prints a plan; `pauses` are, by procedure, where it goes on: at an `Ask` or a `Carry`.

    A pause with true stands for what is done where a decision offers nothing.
    """

    plan: ir.Plan
    numbers: Numbers
    out: list[str] = Factory(list)
    tables: dict[str, str] = Factory(dict)
    widths: set[int] = Factory(set)
    known: dict[tuple[int, int], str] = Factory(dict)
    pauses: list[list[tuple[ir.Ask | ir.Carry, bool]]] = Factory(list)
    line: int = 0
    procedure: int = 0
    mode: str = "list"
    item: str = "0"
    prototypes: list[str] = field(init=False, factory=list)

    # ---- types and tables -----------------------------------------------------------

    def width(self, size: int) -> int:
        """How many words a set of so many cells has."""
        words = 1
        while words * 64 < size:
            words *= 2
        self.widths.add(words)
        return words

    def type(self, shape: ir.Shape) -> str:
        """The type in C of a value."""
        match shape.kind:
            case "bits":
                return f"Set{self.width(shape.size)}"
            case _:
                return "num"

    def set(self, value: int, size: int) -> str:
        """A set that is known."""
        words = self.width(size)
        if words == 1:
            return f"{value:#x}ull"
        name = self.known.setdefault((value, words), f"SET_{len(self.known)}")
        self.tables.setdefault(
            name, f"static const Set{words} {name} = {literal(value, words)};"
        )
        return name

    def table(self, name: str, shape: ir.Shape) -> str:
        """A table that is looked at."""
        rows = self.plan.tables[name]
        if name in self.tables:
            return name
        match shape.kind:
            case "num":
                self.tables[name] = array("int16_t", name, map(number, rows))
            case "bits":
                kind, words = self.type(shape), self.width(shape.size)
                items = (literal(x, words) for x in rows)
                self.tables[name] = array(kind, name, items)
            case _:
                kind, flat = "int16_t", [number(x) for row in rows for x in row]
                if shape.kind == "sets":
                    kind, words = f"Set{self.width(shape.size)}", self.width(shape.size)
                    flat = [literal(x, words) for row in rows for x in row]
                begins = [0]
                for row in rows:
                    begins.append(begins[-1] + len(row))
                at = array("int", f"{name}_at", map(str, begins))
                self.tables[name] = f"{array(kind, name, flat)}\n{at}"
        return name

    # ---- expressions ----------------------------------------------------------------

    def slot(self, row: ir.Row, at: ir.Expr) -> str:
        """One value of a row."""
        alone = row.kind in ("frame", "header")
        return f"S->{row.name}" + ("" if alone else f"[{bare(self.e(at))}]")

    def e(self, x: ir.Expr) -> str:
        """An expression."""
        match x:
            case ir.Num(value=value):
                return number(value) if value is None or value >= 0 else f"({value})"
            case ir.Truth(value=value):
                return str(int(value))
            case ir.Bits(value=value, size=size):
                return self.set(value, size)
            case ir.Var(name=name):
                return name
            case ir.Chosen(number=at):
                return f"run->values[{at}]"
            case ir.Slot(row=row, at=at):
                return self.slot(row, at)
            case ir.Look(table=table, at=at, shape=shape):
                return f"{self.table(table, shape)}[{bare(self.e(at))}]"
            case ir.Reached(start=start, through=through, table=name, shape=shape):
                sets = bare(self.e(start)), bare(self.e(through))
                table = self.table(name, ir.Shape("list"))
                kind = f"set{self.width(shape.size)}"
                return f"{kind}_reached({', '.join(sets)}, {table}, {table}_at)"
            case ir.Call(routine=name, args=args):
                return f"{name}({self.arguments(args)})"
            case ir.Op():
                return self.operator(x)
        raise AssertionError(x)

    def arguments(self, args: Sequence[ir.Expr]) -> str:
        """Arguments, after the state."""
        return ", ".join(["S", *(bare(self.e(arg)) for arg in args)])

    def operator(self, x: ir.Op) -> str:
        """What an operator gives."""
        match x:
            case ir.Op(op="if", args=(test, a, b), shape=shape):
                codes = self.e(test), self.e(a), self.e(b)
                if shape == ir.NUM:
                    return f"({codes[0]} ? {codes[1]} : {codes[2]})"
                return f"set{self.width(shape.size)}_if({', '.join(map(bare, codes))})"
            case ir.Op(op="any", args=(a,)):
                return self.any(a)
            case ir.Op(op="none", args=(a,)):
                return f"!{self.any(a)}"
            case ir.Op(op="~", args=(a,), shape=ir.Shape(size=size)):
                return f"({self.set((1 << size) - 1, size)} ^ {self.e(a)})"
            case ir.Op(op=">>" | "<<" as op, args=(a, k), shape=shape):
                words = self.width(shape.size)
                if words == 1:
                    return f"({self.e(a)} {op} {self.e(k)})"
                way = "down" if op == ">>" else "up"
                return f"set{words}_{way}({bare(self.e(a))}, {self.e(k)})"
            case ir.Op(op="same", args=(a, b)):
                words = self.width(ir.shape_of(a).size)
                return f"!set{words}_any({self.e(a)} ^ {self.e(b)})"
            case ir.Op(op="in_range", args=args, word=word):
                text = self.numbers.message(_goes(x, word))
                return f"key({', '.join(map(self.e, args))}, {text}, {self.line})"
            case ir.Op(op="some", args=(a,)):
                return f"some_int((int){self.e(a)}, {self.line})"
            case ir.Op(
                op="sized", args=(ir.Op(op="+" | "-", args=(a, b)) as inner,)
            ) if not (isinstance(a, ir.Op) or isinstance(b, ir.Op)):
                return f"sized_num({bare(self.e(inner))}, {self.line})"
            case ir.Op(op="sized", args=(a,)):
                return f"sized({self.wide(a)}, {self.line})"
            case ir.Op(op=op, args=args) if op in OF_SETS:
                words = self.width(ir.shape_of(args[0]).size)
                return f"set{words}_{op}({', '.join(bare(self.e(a)) for a in args)})"
            case ir.Op(op=op, args=args):
                return OPERATORS[op].format(*map(self.e, args), line=self.line)

    def any(self, a: ir.Expr) -> str:
        """Whether a set, or a head, has anything."""
        match a:
            case ir.Call(routine=name, args=args, shape=shape) if shape == ir.OPTIONS:
                return f"(count_{name}({self.arguments(args)}) != 0)"
        shape = ir.shape_of(a)
        return f"set{self.width(shape.size)}_any({bare(self.e(a))})"

    def wide(self, x: ir.Expr) -> str:
        """A number that may be beyond all measure, in twice as many bits."""
        match x:
            case ir.Op(op="+" | "-" | "*" as op, args=(a, b)):
                return f"({self.wide(a)} {op} {self.wide(b)})"
            case ir.Op(op="neg", args=(a,)):
                return f"(-{self.wide(a)})"
            case _:
                return f"(__int128){self.e(x)}"

    # ---- statements -----------------------------------------------------------------

    def write(self, depth: int, line: str) -> None:
        """A line at an indentation."""
        self.out.append("    " * depth + line)

    def block(self, block: Sequence[ir.Stmt], depth: int) -> None:
        """Statements one after another."""
        for s in block:
            if s.span is not None:
                self.line = self.numbers.line(s.span)
            self.statement(s, depth)
            if isinstance(s, ir.LEAVES):
                break

    @singledispatchmethod
    def statement(self, s: ir.Stmt, d: int) -> None:
        """A statement."""
        raise AssertionError(s)

    @statement.register
    def _(self, s: ir.Let, d: int) -> None:
        self.write(d, f"{s.var.name} = {bare(self.e(s.value))};")

    @statement.register
    def _(self, s: ir.Held, d: int) -> None:
        value = self.e(s.value)
        maybe = f"{value} != NONE && " if s.optional else ""
        tests = [] if s.low is None else [f"{value} < {s.low}"]
        tests += [] if s.high is None else [f"{value} > {s.high}"]
        low = "INT64_MIN" if s.low is None else s.low
        high = "INT64_MAX" if s.high is None else s.high
        name = self.numbers.message(s.word)
        self.write(d, f"if (UNLIKELY({maybe}({' || '.join(tests)})))")
        self.write(d + 1, f"outside({value}, {low}, {high}, {name}, {self.line});")

    @statement.register
    def _(self, s: ir.Put, d: int) -> None:
        slot = self.slot(s.row, s.at)
        kind = "" if s.row.kind == "sets" else f"(__typeof__({slot}))"
        value = self.e(s.value)
        self.write(d, f"{slot} = {kind}{value if kind else bare(value)};")

    @statement.register
    def _(self, s: ir.Keep, d: int) -> None:
        last = s.row.count - 1
        old, new = self.e(s.old), self.e(s.value)
        if s.maybe[0]:
            old = f"set_of((int){old}, {last})"
        if s.maybe[1]:
            new = (
                str(last) if s.value == ir.Num(None) else f"set_of((int){new}, {last})"
            )
        self.write(d, f"{s.row.name}_moved(S, {bare(self.e(s.at))}, {old}, {new});")

    @statement.register
    def _(self, s: ir.If, d: int) -> None:
        self.write(d, f"if ({bare(self.e(s.test))}) {{")
        self.block(s.then, d + 1)
        if s.other:
            self.write(d, "} else {")
            self.block(s.other, d + 1)
        self.write(d, "}")

    @statement.register
    def _(self, s: ir.Each, d: int) -> None:
        name, shape = s.var.name, ir.shape_of(s.of)
        if self.run_of_options(s, d):
            return
        match s.of:
            case ir.Op(op="range", args=(low, high)):
                end = bare(self.e(high))
                self.write(
                    d,
                    f"for (num {name} = {bare(self.e(low))}, {name}_end = {end}; "
                    f"{name} <= {name}_end; {name}++) {{",
                )
            case ir.Op(op="line", args=(first, step, length)):
                self.write(
                    d,
                    f"for (num {name} = {bare(self.e(first))}, {name}_by = "
                    f"{bare(self.e(step))}, {name}_left = {self.e(length)}; "
                    f"{name}_left > 0; {name} += {name}_by, {name}_left--) {{",
                )
            case ir.Look(table=table, at=at) if shape.kind in ("list", "sets"):
                table, at_code = self.table(table, shape), bare(self.e(at))
                kind = "num" if shape.kind == "list" else self.type(s.var.shape)
                self.write(
                    d,
                    f"for (int {name}_i = {table}_at[{at_code}], {name}_end = "
                    f"{table}_at[{at_code} + 1]; {name}_i < {name}_end; {name}_i++) {{",
                )
                self.write(d + 1, f"{kind} {name} = {table}[{name}_i];")
            case of:
                words = self.width(shape.size)
                self.write(d, f"Set{words} {name}_in = {bare(self.e(of))};")
                self.write(
                    d,
                    f"for (int {name} = set{words}_next({name}_in, -1); {name} >= 0; "
                    f"{name} = set{words}_next({name}_in, {name})) {{",
                )
        self.block(s.body, d + 1)
        self.write(d, "}")

    @statement.register
    def _(self, s: ir.Repeat, d: int) -> None:
        self.write(d, "for (;;) {")
        self.block(s.body, d + 1)
        self.write(d, "}")

    @statement.register
    def _(self, s: ir.Break, d: int) -> None:
        self.write(d, "break;")

    @statement.register
    def _(self, s: ir.Continue, d: int) -> None:
        self.write(d, "continue;")

    @statement.register
    def _(self, s: ir.Tick, d: int) -> None:
        pass  # nothing limits compiled games

    @statement.register
    def _(self, s: ir.Return, d: int) -> None:
        value = "" if s.value is None else f" {bare(self.e(s.value))}"
        self.write(d, f"return{value};")

    @statement.register
    def _(self, s: ir.Do, d: int) -> None:
        self.write(d, f"{s.routine}({self.arguments(s.args)});")

    @statement.register
    def _(self, s: ir.Draw, d: int) -> None:
        low, high = self.e(s.low), self.e(s.high)
        many = f"{high} - {low} + 1"
        self.write(d, f"{s.var.name} = draw_between(S, {low}, {many}, {self.line});")

    @statement.register
    def _(self, s: ir.Offer, d: int) -> None:
        count = len(s.values)
        if self.mode == "count":
            self.write(d, "count++;")
            return
        if self.mode == "pick":
            values = enumerate(s.values)
            taken = " ".join(f"run->one[{at}] = {self.e(x)};" for at, x in values)
            self.write(d, f"if (!number--) {{ {taken} return; }}")
            return
        self.write(d, f"opt *to = option_new(&run->options, item, {count});")
        for at, value in enumerate(s.values):
            self.write(d, f"to[{at}] = (opt){self.e(value)};")
        self.write(d, f"option_end(&run->options, to + {count});")

    @statement.register
    def _(self, s: ir.Rank, d: int) -> None:
        values = ", ".join(bare(self.e(x)) for x in s.values)
        self.write(d, f"rank_all(S, (num[]){{{values}}}, 1, 0, 0);")

    @statement.register
    def _(self, s: ir.Placed, d: int) -> None:
        player = "NONE" if s.player is None else f"(int){self.e(s.player)}"
        self.write(d, f"all_placed(S, {player}, {s.place}, {s.others}, 0);")

    @statement.register
    def _(self, s: ir.Over, d: int) -> None:
        self.write(d, "leave(OVER);")

    @statement.register
    def _(self, s: ir.Announce, d: int) -> None:
        self.write(d, f"note(0, {s.text}, 0, 0);")

    @statement.register
    def _(self, s: ir.Jump, d: int) -> None:
        self.write(d, f"goto block_{s.block};")

    @statement.register
    def _(self, s: ir.Carry, d: int) -> None:
        rows = self.plan.procedures[s.procedure].rows
        pairs = list(zip(rows, map(self.e, s.args), strict=False))
        self.write(d, "{")
        for at, (_, code) in enumerate(pairs):
            self.write(d + 1, f"num given_{at} = {code};")
        self.write(d + 1, f"S->stack[S->depth - 1].pc = {self.pause(s)};")
        self.write(d + 1, f"push(S, {s.procedure});")
        for at, (row, _) in enumerate(pairs):
            slot = f"S->{row.name}"
            self.write(d + 1, f"{slot} = (__typeof__({slot}))given_{at};")
        self.write(d + 1, "return CALLED;")
        self.write(d, "}")

    @statement.register
    def _(self, s: ir.Back, d: int) -> None:
        self.write(d, "S->depth--; return RETURNED;")

    @statement.register
    def _(self, s: ir.Ask, d: int) -> None:
        at = self.pause(s)
        if self.plan.decisions[s.decision].otherwise is not None:
            self.pauses[self.procedure].append((s, True))
        self.write(d, f"S->stack[S->depth - 1].pc = {at};")
        self.write(d, f"S->decision = {s.decision}; return ASKED;")

    def pause(self, s: ir.Ask | ir.Carry) -> int:
        """The number of a place where the procedure goes on, from 1."""
        self.pauses[self.procedure].append((s, False))
        return len(self.pauses[self.procedure])

    # ---- functions ------------------------------------------------------------------

    def whole(self) -> None:
        """All functions."""
        for routine in self.plan.routines.values():
            self.routine(routine)
        for number, procedure in enumerate(self.plan.procedures):
            self.resumed(number, procedure)
        for decision in self.plan.decisions:
            self.decision(decision)
        if self.plan.tail is not None:
            self.function("static void f_tail(State *S)", self.plan.tail, ())

    def head(
        self, signature: str, blocks: Iterable[list[ir.Stmt]], params: Sequence[ir.Var]
    ) -> None:
        """The first lines of a function: what it is called, and its locals."""
        self.prototypes.append(f"{signature};")
        self.write(0, f"{signature} {{")
        names = {var.name for var in params}
        for block in blocks:
            for var in declared(block):
                if var.name not in names:
                    names.add(var.name)
                    self.write(1, f"{self.type(var.shape)} {var.name};")

    def function(
        self, signature: str, body: list[ir.Stmt], params: Sequence[ir.Var]
    ) -> None:
        """A function."""
        self.head(signature, [body], params)
        self.block(body, 1)
        self.write(0, "}")
        self.write(0, "")

    def routine(self, routine: ir.Routine) -> None:
        """A routine that asks for no choice."""
        params = ", ".join(
            ["State *S", *(f"{self.type(p.shape)} {p.name}" for p in routine.params)]
        )
        if routine.shape == ir.OPTIONS:
            head = f"static void {routine.name}({params}, int item)"
            self.function(head, routine.body, routine.params)
            self.counting(routine, params)
            return
        kind = "void" if routine.shape is None else self.type(routine.shape)
        short = sum(1 for _ in ir.statements(routine.body)) <= SHORT
        kind = f"SET_INLINE {kind}" if short else f"static {kind}"
        self.function(f"{kind} {routine.name}({params})", routine.body, routine.params)

    def counting(self, routine: ir.Routine, params: str) -> None:
        """How many options a head has, and one of them by its number."""
        name = routine.name
        self.mode = "count"
        self.head(f"static int count_{name}({params})", [routine.body], routine.params)
        self.write(1, "int count = 0;")
        self.block(routine.body, 1)
        self.write(1, "return count;")
        self.write(0, "}")
        self.write(0, "")
        self.mode = "pick"
        head = f"static void pick_{name}({params}, int number)"
        self.function(head, routine.body, routine.params)
        self.mode = "list"

    def run_of_options(self, s: ir.Each, d: int) -> bool:
        """A range of which each number is one option: counted, and picked, at once."""
        match s:
            case ir.Each(
                var=var,
                of=ir.Op(op="range", args=(low, high)),
                body=[ir.Offer(values=values)],
            ) if self.mode != "list" and values[-1] == var:
                pass
            case _:
                return False
        begin, end = self.e(low), self.e(high)
        self.write(d, f"int {var.name}_n = (int)most_of(0, {end} - {begin} + 1);")
        if self.mode == "count":
            self.write(d, f"count += {var.name}_n;")
            return True
        self.write(d, f"if (number < {var.name}_n) {{")
        for at, x in enumerate(values[:-1]):
            self.write(d + 1, f"run->one[{at}] = {self.e(x)};")
        self.write(d + 1, f"run->one[{len(values) - 1}] = {begin} + number;")
        self.write(d + 1, "return;")
        self.write(d, "}")
        self.write(d, f"number -= {var.name}_n;")
        return True

    def resumed(self, number: int, procedure: ir.Procedure) -> None:
        """A routine that asks: its blocks one behind the other, and the way into them."""
        self.procedure = number
        self.pauses.append([])
        decisions = [d for d in self.plan.decisions if d.procedure == number]
        picks = [item.pick for d in decisions for item in d.items]
        self.head(
            f"static int p_{procedure.name}(State *S)", [*procedure.blocks, *picks], ()
        )
        entry = len(self.out)
        for at, block in enumerate(procedure.blocks):
            self.write(0, f"block_{at}:;")
            if at in procedure.heads:
                self.write(1, "if (UNLIKELY(++run->rounds > ROUNDS))")
                self.write(2, "fault(FAULT_ROUNDS, 0, 0, 0, 0);")
            self.block(block, 1)
        for decision in decisions:
            self.write(0, f"chosen_{decision.number}:;")
            self.write(1, "switch (run->item) {")
            for at, item in enumerate(decision.items):
                self.line = self.numbers.line(item.span)
                self.write(1, f"case {at}: {{")
                self.block(item.pick, 2)
                self.write(1, "}")
            self.write(1, "}")
        self.write(1, "S->depth--; return RETURNED;")
        self.write(0, "}")
        self.write(0, "")
        ways = ["    switch (S->stack[S->depth - 1].pc) {"]
        for at, (pause, passed) in enumerate(self.pauses[number], 1):
            match pause:
                case ir.Ask(decision=decision_number):
                    to = f"chosen_{decision_number}"
                    if passed:
                        to = f"block_{self.plan.decisions[decision_number].otherwise}"
                case ir.Carry(after=after):
                    to = f"block_{after}"
            ways.append(f"    case {at}: goto {to};")
        self.out[entry:entry] = [*ways, "    }"]

    def decision(self, decision: ir.Decision) -> None:
        """Who decides, what is offered, and an option drawn by chance."""
        number = decision.number
        self.line = self.numbers.line(decision.span)
        self.function(
            f"static int who_{number}(State *S)", [ir.Return(decision.player)], ()
        )
        self.head(
            f"static void options_{number}(State *S)",
            [i.when for i in decision.items],
            (),
        )
        for at, item in enumerate(decision.items):
            self.line = self.numbers.line(item.span)
            self.offered(item, at)
        self.write(0, "}")
        self.write(0, "")
        if self.is_drawn(decision):
            self.drawn(decision)

    def is_drawn(self, decision: ir.Decision) -> bool:
        """Whether options are counted, and one is drawn by chance, without listing them."""
        return all(
            not item.when and (item.offered is None or self.few(item.offered))
            for item in decision.items
        )

    def few(self, offered: ir.Expr) -> bool:
        """Whether an option of a head has no more values than there is room for."""
        if ir.shape_of(offered) != ir.OPTIONS:
            return True
        assert isinstance(offered, ir.Call)
        body = self.plan.routines[offered.routine].body
        result = [s for s in ir.statements(body) if isinstance(s, ir.Offer)]
        return all(len(s.values) <= ROOM for s in result)

    def drawn(self, decision: ir.Decision) -> None:
        """One option by chance, each as likely as the others; 0 where there is none."""
        self.head(f"static int drawn_{decision.number}(State *S, uint64_t *x)", [], ())
        counts = []
        for at, item in enumerate(decision.items):
            test = "" if item.test is None else f"({bare(self.e(item.test))}) ? "
            other = "" if item.test is None else " : 0"
            count = "1"
            match item.offered:
                case ir.Call(routine=name, args=args, shape=shape) if (
                    shape == ir.OPTIONS
                ):
                    count = f"count_{name}({self.arguments(args)})"
                case ir.Expr() as offered:
                    kind = self.kind(offered)
                    held = self.type(ir.shape_of(offered))
                    self.write(1, f"{held} of_{at} = {bare(self.e(offered))};")
                    count = f"{kind}_size(of_{at})"
            counts.append(f"n_{at}")
            self.write(1, f"int n_{at} = {test}{count}{other};")
        self.write(1, f"int all = {' + '.join(counts)};")
        self.write(1, "if (!all) return 0;")
        self.write(1, "int k = below(x, all);")
        self.write(1, "run->values = run->one;")
        for at, item in enumerate(decision.items):
            last = at + 1 == len(decision.items)
            self.write(1, f"run->item = {at};")
            taken = "return all;"
            match item.offered:
                case ir.Call(routine=name, args=args, shape=shape) if (
                    shape == ir.OPTIONS
                ):
                    taken = f"pick_{name}({self.arguments(args)}, k); {taken}"
                case ir.Expr() as offered:
                    taken = f"{self.kind(offered)}_pick(of_{at}, k); {taken}"
            self.write(1, taken if last else f"if (k < n_{at}) {{ {taken} }}")
            if not last:
                self.write(1, f"k -= n_{at};")
        self.write(0, "}")
        self.write(0, "")

    def kind(self, offered: ir.Expr) -> str:
        """What functions of a set that is offered begin with."""
        return f"set{self.width(ir.shape_of(offered).size)}"

    def offered(self, item: ir.Item, at: int) -> None:
        """The options of one item, written down."""
        self.block(item.when, 1)
        depth = 1
        if item.test is not None:
            self.write(1, f"if ({bare(self.e(item.test))}) {{")
            depth = 2
        match item.offered:
            case None:
                one = f"option_new(&run->options, {at}, 0)"
                self.write(depth, f"option_end(&run->options, {one});")
            case ir.Call(routine=name, args=args, shape=shape) if shape == ir.OPTIONS:
                self.write(depth, f"{name}({self.arguments(args)}, {at});")
            case offered:
                self.write(
                    depth, f"{self.kind(offered)}_offer({self.e(offered)}, {at});"
                )
        if item.test is not None:
            self.write(1, "}")

    # ---- what stands before the functions -------------------------------------------

    def types(self) -> list[str]:
        """Sets of each width, as types with their functions."""
        for row in self.plan.sets:
            self.type(row.shape)
        lines = []
        for words in sorted(self.widths):
            lines.append("DEFINE_SET_1" if words == 1 else f"DEFINE_SET({words})")
            lines.append(f"DEFINE_SET_TOOLS({words})")
        return lines

    def fields(self) -> list[str]:
        """The sets in the state."""
        return [f"{self.type(r.shape)} {r.name}[{r.count}];" for r in self.plan.sets]

    def filling(self) -> list[str]:
        """What makes the sets of a state from its variables."""
        lines = []
        for row in self.plan.sets:
            of = row.of
            assert of is not None
            set_ = f"S->{row.name}[set_of(S->{of.name}[i], {row.count - 1})]"
            lines.append(f"    memset(S->{row.name}, 0, sizeof S->{row.name});")
            lines.append(f"    for (int i = 0; i < {of.count}; i++)")
            words = self.width(row.shape.size)
            lines.append(f"        {set_} = set{words}_with({set_}, i);")
        return lines

    def moving(self) -> list[str]:
        """Functions with which the sets of a variable follow it.

        Few sets are changed faster without a look at which of them it is.
        """
        lines = []
        for row in self.plan.sets:
            words = self.width(row.shape.size)
            lines += [
                f"SET_INLINE void {row.name}_moved(State *S, num at, num old, num to) {{"
            ]
            if row.count <= FEW:
                word = "" if words == 1 else " + (at >> 6)"
                lines += [
                    "    uint64_t bit = 1ull << (at & 63);",
                    "    (void)old;",
                    '    _Pragma("GCC unroll 8")',
                    f"    for (int k = 0; k < {row.count}; k++) {{",
                    f"        uint64_t *w = (uint64_t *)&S->{row.name}[k]{word};",
                    "        *w = (*w & ~bit) | (k == to ? bit : 0);",
                    "    }",
                ]
            else:
                for which, how in (("old", "without"), ("to", "with")):
                    set_ = f"S->{row.name}[{which}]"
                    lines.append(f"    {set_} = set{words}_{how}({set_}, at);")
            lines.append("}")
        return lines


def _goes(x: ir.Op, name: str) -> str:
    """What a fault says of a key, before the number that it is."""
    _, low, high = x.args
    assert isinstance(low, ir.Num)
    assert isinstance(high, ir.Num)
    return f"`{name}` goes from {low.value} to {high.value}, and this is"


def declared(block: Iterable[ir.Stmt]) -> list[ir.Var]:
    """The locals that statements set, without those of loops."""
    result: list[ir.Var] = []
    for s in block:
        if isinstance(s, ir.Let | ir.Draw):
            result.append(s.var)
        for inner in ir.bodies(s):
            result += declared(inner)
    return result


def number(value: Any) -> str:
    """A number of a table, or none."""
    return "NONE" if value is None else str(int(value))


def literal(value: int, words: int) -> str:
    """A known set, where an array or a constant begins with it."""
    if words == 1:
        return f"{value:#x}ull"
    parts = (f"{value >> (64 * w) & (2**64 - 1):#x}ull" for w in range(words))
    return f"{{{', '.join(parts)}}}"


def array(kind: str, name: str, items: Iterable[str]) -> str:
    """A constant array."""
    lines = [""]
    for item in items:
        if len(lines[-1]) > 100:
            lines.append("")
        lines[-1] += f"{item}, "
    inside = "\n    ".join(line.rstrip() for line in lines)
    return f"static const {kind} {name}[] = {{{inside or '0'}}};"
