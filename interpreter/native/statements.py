"""Core statements as C, those that stop, too.

A routine that can stop is a function of the state that begins with a jump to the place
where it went on to wait: its locals lie in the state, so loops and branches are those
of C. What a place is called by the other engine (a block, a decision) is kept beside.

More than 400 lines because what stops stands beside what cannot.
"""

from collections.abc import Sequence

from attrs import Factory, define

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.frames import Frame, can_stop
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native import universes
from rulesrun.interpreter.native.addresses import needed
from rulesrun.interpreter.native.expressions import located, slot_at, valued
from rulesrun.interpreter.native.folds import keys
from rulesrun.interpreter.native.moving import announce, item_of, moving
from rulesrun.interpreter.native.storage import declare, keeping, nothing, seen
from rulesrun.interpreter.native.types import none_of
from rulesrun.interpreter.native.writer import FLAT, LISTS, Function

C = str


@define(eq=False)
class Resume:
    """A place where a routine goes on: after a call, or with a decision.

    `node` is the statement, or the item behind whose action more follows; `what` is
    `call`, `decision`, `otherwise` or `best`.
    """

    node: stmt.Stmt | stmt.Item
    what: str


@define(eq=False)
class Statements:
    """Writes the statements of one routine.

    `frame` is the struct of its locals where it can stop, else none; `returns` what a
    function gives back.
    """

    f: Function
    numbers: dict[RoutineSymbol, int]
    returns: t.Type | None = None
    stops: bool = False
    frame: str = ""
    kept: Frame | None = None
    returned: int = 0
    ending: C = "S->depth--; return RETURNED;"
    out: list[str] = Factory(list)
    resumes: list[Resume] = Factory(list)
    loops: list[int] = Factory(list)

    def emit(self, line: C) -> None:
        """A line."""
        self.out.append(line)

    def at(self, span: Span) -> None:
        """What follows belongs to that place in the rules."""
        self.f.line = self.f.unit.line(span)

    def block(self, block: stmt.Block) -> None:
        """Statements one after another."""
        for statement in block:
            self.statement(statement)

    def resume(self, node: stmt.Stmt | stmt.Item, what: str) -> int:
        """The number of a place to go on from."""
        self.resumes.append(Resume(node, what))
        return len(self.resumes)

    def assign(self, local: Local, code: C) -> None:
        """A local gets a value."""
        name = storage_name(self, local)
        store(self, local.type, name, code)

    def statement(self, node: stmt.Stmt) -> None:
        """One statement."""
        f = self.f
        self.at(node.span)
        match node:
            case stmt.Mark():
                pass
            case stmt.SetLocal(local=local, value=value):
                self.assign(local, valued(f, value, local.type))
            case stmt.Write():
                self.write(node)
            case stmt.Enter(to=to, amount=amount, line=line):
                n = f.unit.fresh()
                before, at, where = located(f, to.variable, to.keys)
                self.emit(
                    f"{{ {before}__auto_type p{n} = &{where}; "
                    f"num x{n} = {needed(f, amount)}; "
                    f"*p{n} = sized_num(*p{n} + x{n}, {f.line}); "
                    f"if (x{n}) note(1, "
                    f"{slot_at(f, to.variable, at)}, x{n}, {line}); }}"
                )
            case stmt.Choice(branches=branches, otherwise=otherwise):
                for position, branch in enumerate(branches):
                    self.at(branch.test.span)
                    word = "} else if" if position else "if"
                    self.emit(f"{word} ({f.e(branch.test)}) {{")
                    self.block(branch.body)
                if otherwise:
                    self.emit("} else {")
                    self.block(otherwise)
                self.emit("}")
            case stmt.Switch(of=of, cases=cases, otherwise=otherwise):
                self.emit(f"switch ({f.e(of)}) {{")
                for case in cases:
                    for value in case.values:
                        self.emit(f"case {f.e(value)}:")
                    self.emit("{")
                    self.block(case.body)
                    self.emit("} break;")
                self.emit("default: {")
                self.block(otherwise)
                self.emit("} }")
            case stmt.ForEach():
                self.for_each(node)
            case stmt.Loop():
                self.loop(node)
            case stmt.Break():
                self.emit(f"goto stop{self.loops[-1]};")
            case stmt.Continue():
                self.emit(f"goto next{self.loops[-1]};")
            case stmt.Return(value=value):
                self.give_back(value)
            case stmt.Carry(routine=routine, args=args):
                self.carry(node, routine, args)
            case stmt.BeginTurn(player=player):
                self.emit(f"S->turn = (int16_t){needed(f, player)}; S->turns++;")
            case stmt.BeginPhase(text=text):
                self.emit(f"S->phase = {text};")
            case stmt.Announce():
                announce(self, node)
            case stmt.Rank():
                self.rank(node)
            case stmt.Outcome():
                self.outcome(node)
            case stmt.EndGame():
                self.emit("leave(OVER);")
            case stmt.Decide():
                self.decide(node)
            case stmt.Best():
                self.best(node)
            case _:
                moving(self, node)

    # ---- loops ---------------------------------------------------------------------------

    def for_each(self, node: stmt.ForEach) -> None:
        """`for each x in S where P`."""
        f = self.f
        n = f.unit.fresh()
        self.loops.append(n)
        if self.stops and can_stop(node):
            assert self.kept is not None
            first = self.kept.kept[id(node)]
            items, position = (
                f"{self.frame}.items{first}",
                f"{self.frame}.at{first + 1}",
            )
            self.keep_items(node.of, items, f"items{first}", first)
            self.emit(f"{position} = 0; while ({position} < {items}.n) {{")
            self.assign(node.local, f"{items}.v[{position}]")
            self.emit(f"{position}++;")
        else:
            self.snapshot(node, n)
        if node.test is not None:
            self.at(node.test.span)
            self.emit(f"if ({f.e(node.test)}) {{")
        self.block(node.body)
        if node.test is not None:
            self.emit("}")
        self.emit(f"next{n}:; }}")
        self.emit(f"stop{n}:;")
        if not (self.stops and can_stop(node)):
            self.emit("}")
        self.loops.pop()

    def keep_items(self, of: core.Expr, where: C, name: str, first: int) -> None:
        """The items of a loop that can stop, in the frame."""
        f = self.f
        if f.kind(item_of(of.type)).name != "int":
            raise f.unsupported("a loop over such items that asks for choices")
        size = f.bound(of)
        kind = f.kind(t.ListType(item_of(of.type)))
        f.declared.append(f"struct {{ int n; {kind.item} v[{max(1, size)}]; }} {name};")
        f.declared.append(f"int at{first + 1};")
        listed = core.Convert(of, type=t.ListType(item_of(of.type)), span=of.span)
        code = f.e(listed) if f.kind(of.type).name != "list" else f.e(of)
        n = f.unit.fresh()
        self.emit(
            f"{{ {kind.c} l{n} = {code}; memset(&{where}, 0, sizeof {where}); "
            f"{where}.n = {kind.call('copy')}(l{n}, {where}.v, {max(1, size)}, "
            f"{f.line}).n; }}"
        )

    def snapshot(self, node: stmt.ForEach, n: int) -> None:
        """A loop of C over a collection as it is at the beginning."""
        f = self.f
        of = node.of
        kind = f.kind(of.type)
        local = Local(f.unit.fresh() + 1_000_000, node.local.name, node.local.type)
        if kind.name == "list" and not isinstance(of, core.Range | core.Prim):
            listed = core.Convert(of, type=t.ListType(item_of(of.type)), span=of.span)
            code = f.e(listed if must_copy(of) else of)
            self.emit(
                f"{{ {kind.c} l{n} = {code}; "
                f"for (int i{n} = 0; i{n} < l{n}.n; i{n}++) {{"
            )
            self.assign(node.local, f"l{n}.v[i{n}]")
            return
        if kind.name == "grid":
            room = f.room("G", 1)
            self.emit(
                f"{{ grid_copy({room}, {f.e(of)}); for (int i{n} = 0; i{n} < "
                f"{room}->n; i{n}++) {{"
            )
            self.assign(node.local, f"{room}->at[i{n}]")
            return
        if isinstance(of, core.Range):
            self.emit(
                f"{{ for ({f.kind(node.local.type).item} i{n} = {f.e(of.low)}, "
                f"e{n} = {f.e(of.high)}; i{n} "
                f"<= e{n}; i{n}++) {{"
            )
            self.assign(node.local, f"i{n}")
            return
        if kind.name in ("bits", "bundle"):
            listed = core.Convert(of, type=t.ListType(item_of(of.type)), span=of.span)
            self.emit(
                f"{{ V l{n} = {f.e(listed)}; for (int i{n} = 0; i{n} < l{n}.n; "
                f"i{n}++) {{"
            )
            self.assign(node.local, f"l{n}.v[i{n}]")
            return
        if kind.name == "list":
            self.emit(
                f"{{ {kind.c} l{n} = {f.e(of)}; for (int i{n} = 0; i{n} < l{n}.n; i{n}++) {{"
            )
            self.assign(node.local, f"l{n}.v[i{n}]")
            return
        inner = f.kind(node.local.type)
        self.emit(
            f"{{ {kind.c} l{n} = {f.e(of)}; for (int i{n} = 0; i{n} < l{n}.n; i{n}++) {{"
        )
        if inner.name == "bundle":
            self.emit(
                f"N{inner.size} x{n}; memcpy(x{n}.v, wide_at(l{n}, i{n}).v, "
                f"sizeof x{n}.v);"
            )
            self.assign(node.local, f"x{n}")
        else:
            self.assign(node.local, f"{kind.call('at')}(l{n}, i{n})")
        del local

    def loop(self, node: stmt.Loop) -> None:
        """Every other loop."""
        f = self.f
        n = f.unit.fresh()
        self.loops.append(n)
        stopping = self.stops and can_stop(node)
        if node.times is not None and stopping:
            assert self.kept is not None
            left = self.kept.kept[id(node)]
            f.declared.append(f"num left{left};")
            self.emit(f"{self.frame}.left{left} = {needed(f, node.times)};")
            self.emit(
                f"while ({self.frame}.left{left} > 0) {{ {self.frame}.left{left}--;"
            )
        elif node.times is not None:
            self.emit(
                f"for (num i{n} = 0, e{n} = {needed(f, node.times)}; i{n} < e{n}; "
                f"i{n}++) {{"
            )
        elif stopping:
            self.emit(
                "for (;;) "
                "{ if (UNLIKELY(++run->rounds > ROUNDS)) fault(FAULT_ROUNDS, 0, 0, 0, 0);"
            )
        else:
            self.emit(
                f"for (int i{n} = 0; ; i{n}++) {{ if (UNLIKELY(i{n} == PASSES)) "
                f"fault(FAULT_PASSES, 0, 0, 0, {f.line});"
            )
        if node.before is not None:
            self.at(node.before.span)
            self.emit(f"if (!({f.e(node.before)})) goto stop{n};")
        self.block(node.body)
        if node.until is not None:
            self.at(node.until.span)
            self.emit(f"if ({f.e(node.until)}) goto stop{n};")
        self.emit(f"next{n}:; }}")
        self.emit(f"stop{n}:;")
        self.loops.pop()

    # ---- values ----------------------------------------------------------------------------

    def give_back(self, value: core.Expr | None) -> None:
        """The routine ends."""
        f = self.f
        if self.stops:
            self.emit(self.ending)
        elif value is None or self.returns is None:
            self.emit("return;")
        else:
            code = valued(f, value, self.returns)
            kind = f.kind(self.returns)
            match kind.name:
                case "list":
                    self.emit(
                        f"return {kind.call('copy')}({code}, out_, {max(1, self.returned)}, "
                        f"{f.line});"
                    )
                case "lists":
                    self.emit(
                        f"return {kind.call('copy')}({code}, out_, out_at_, {FLAT}, "
                        f"{LISTS}, {f.line});"
                    )
                case "grid":
                    self.emit(f"grid_copy(out_, {code}); return out_;")
                case _:
                    self.emit(f"return {code};")

    def write(self, node: stmt.Write) -> None:
        """A variable gets a value, looked at first where that is needed."""
        f, held = self.f, node.held
        variable = node.to.variable
        before, at, where = located(f, variable, node.to.keys)
        code = valued(f, node.value, variable.type)
        kind = f.kind(variable.type)
        n = f.unit.fresh()
        name = f.unit.message(variable.name)
        if kind.name == "int":
            check = ""
            if held is not None:
                maybe = (
                    f"x{n} != {none_of(variable.type)} && "
                    if isinstance(node.value.type, t.OptionalType)
                    else ""
                )
                tests = []
                if held.low is not None:
                    tests.append(f"x{n} < {held.low}")
                if held.high is not None:
                    tests.append(f"x{n} > {held.high}")
                low = "INT64_MIN" if held.low is None else held.low
                high = "INT64_MAX" if held.high is None else held.high
                check = (
                    f"if (UNLIKELY({maybe}({' || '.join(tests)}))) outside(x{n}, "
                    f"{low}, {high}, {name}, {f.line});"
                )
            storing = f"{where} = (__typeof__({where}))x{n};"
            if universes.values_of(f.unit, variable) is not None:
                storing = self.storing(variable, at, storing)
            self.emit(f"{{ {kind.c} x{n} = {code}; {check} {before}{storing} }}")
        elif kind.name == "bundle":
            check = ""
            if held is not None:
                check = (
                    f"for (int i = 0; i < {kind.size}; i++) if (UNLIKELY(x{n}.v[i] < "
                    f"0)) fault(FAULT_BUNDLE, {name}, 0, 0, {f.line});"
                )
            self.emit(
                f"{{ N{kind.size} x{n} = {code}; {check} {before}{where} = x{n}; }}"
            )
        else:
            store = keeping(f, variable.type, where, f"y{n}")
            self.emit(f"{{ {kind.c} y{n} = {code}; {before}{store} }}")

    def storing(self, variable: Variable, at: C, code: C) -> C:
        """A change of a variable of which sets may be kept, and of those sets.

        The variable is that with the index `at` in its family.
        """
        f = self.f
        n = f.unit.fresh()
        name = f.unit.families[variable]
        where = f"S->{name}[i{n}]"
        return (
            f"int i{n} = {at}, old{n} = {where}; {code} moved_{name}(S, i{n}, old{n});"
        )

    # ---- what stops ------------------------------------------------------------------------

    def carry(
        self, node: stmt.Carry, routine: RoutineSymbol, args: Sequence[core.Expr]
    ) -> None:
        """A rule or event is carried out."""
        f = self.f
        if not routine.asks:
            codes, keeping = self.stable_arguments(routine, args)
            self.emit(
                f"{{ {keeping} "
                f"{f.unit.routine(routine)}({', '.join(['S', *codes])}); }}"
            )
            return
        pairs = zip(args, routine.params, strict=True)
        self.push(routine, [valued(f, arg, param.type) for arg, param in pairs])
        n = self.resume(node, "call")
        self.emit(f"S->stack[S->depth - 2].pc = {n}; return CALLED; resume{n}:;")

    def stable_arguments(
        self, routine: RoutineSymbol, args: Sequence[core.Expr]
    ) -> tuple[list[C], C]:
        """Arguments that stay as they are whatever the routine changes."""
        f = self.f
        names, keeping = [], []
        for arg, param in zip(args, routine.params, strict=True):
            n = f.unit.fresh()
            code = valued(f, arg, param.type)
            kind = f.kind(param.type)
            if kind.name == "grid":
                room = f.room("G", 1)
                keeping.append(f"grid_copy({room}, {code});")
                names.append(room)
            elif kind.name == "list" and not isinstance(arg, core.Get):
                size = max(1, f.bound(arg))
                room = f.room(kind.item, size)
                copied = f"{kind.call('copy')}({code}, {room}, {size}, {f.line})"
                keeping.append(f"{kind.c} x{n} = {copied};")
                names.append(f"x{n}")
            else:
                keeping.append(f"{kind.c} x{n} = {code};")
                names.append(f"x{n}")
        return names, " ".join(keeping)

    def push(self, routine: RoutineSymbol, codes: Sequence[C]) -> None:
        """Another routine lies on the stack, with its parameters."""
        f = self.f
        number = self.numbers[routine]
        self.emit("{")
        names = []
        for param, code in zip(routine.params, codes, strict=True):
            n = f.unit.fresh()
            kind = f.kind(param.type)
            if kind.name in ("grid", "lists"):
                raise f.unsupported(f"a routine that asks and is given {param.type}")
            self.emit(f"{kind.c} x{n} = {code};")
            names.append(f"x{n}")
        self.emit(f"push(S, {number});")
        for param, name in zip(routine.params, names, strict=True):
            target = f"S->frame{number}.v{param.id}_{param.name}"
            if f.kind(param.type).name == "list":
                self.emit(
                    f"memset(&{target}, 0, sizeof {target}); {target}.n = "
                    f"{f.kind(param.type).call('copy')}({name}, {target}.v, "
                    f"(int)(sizeof {target}.v / sizeof({f.kind(param.type).item})), "
                    f"{f.line}).n;"
                )
            else:
                self.emit(
                    f"{target} = (__typeof__({target})){name};"
                    if f.kind(param.type).name == "int"
                    else f"{target} = {name};"
                )
        self.emit("}")

    def decide(self, node: stmt.Decide) -> None:
        """The game stops for a choice."""
        f = self.f
        n = self.resume(node, "decision")
        self.emit(
            f"S->stack[S->depth - 1].pc = {n}; S->decision = {node.number}; "
            "return ASKED;"
        )
        after = f.unit.fresh()
        if node.otherwise is not None:
            m = self.resume(node, "otherwise")
            self.emit(f"resume{m}:;")
            self.block(node.otherwise)
            self.emit(f"goto after{after};")
        self.emit(f"resume{n}:;")
        self.emit("switch (run->item) {")
        values = [item for item in node.items if item.kind == "value"]
        called = False
        for position, item in enumerate(node.items):
            self.at(item.span)
            self.emit(f"case {position}: {{ const opt *o_ = run->values; (void)o_;")
            called |= self.picked(node, item, values)
            self.emit("} break;")
        self.emit("}")
        del called
        self.emit(f"after{after}:;")

    def picked(
        self, node: stmt.Decide, item: stmt.Item, values: Sequence[stmt.Item]
    ) -> bool:
        """What follows the choice of an item; whether it can stop."""
        f = self.f
        if item.kind == "pass":
            for local in (local for value in values for local in value.chosen):
                self.assign(local, nothing(f, local.type))
        if item.kind in ("pass", "option"):
            self.block(item.body)
            return item.kind == "option" or bool(item.body)
        chosen = self.unpack(item.chosen)
        if item.kind == "value":
            for local, code in zip(item.chosen, chosen, strict=True):
                self.assign(local, code)
            return False
        assert item.action is not None
        routine = item.action.symbol
        pairs = zip(item.args, routine.params, strict=False)
        codes = [*(valued(f, arg, param.type) for arg, param in pairs), *chosen]
        if routine.asks:
            self.push(routine, codes)
            n = self.resume(item if item.body else node, "call")
            self.emit(f"S->stack[S->depth - 2].pc = {n}; return CALLED; resume{n}:;")
            self.block(item.body)
            return True
        self.emit(f"{f.unit.routine(routine)}({', '.join(['S', *codes])});")
        self.block(item.body)
        return bool(item.body)

    def unpack(self, chosen: Sequence[Local]) -> list[C]:
        """The chosen values, out of an option."""
        f = self.f
        codes = []
        for local in chosen:
            n = f.unit.fresh()
            kind = f.kind(local.type)
            match kind.name:
                case "int":
                    self.emit(f"{kind.c} c{n} = *o_++;")
                case "bundle":
                    self.emit(
                        f"N{kind.size} c{n}; for (int i_ = 0; i_ < {kind.size}; i_++) "
                        f"c{n}.v[i_] = *o_++;"
                    )
                case _ if kind.wide == f.unit.options_are_wide:
                    self.emit(
                        f"{kind.c} c{n} = {{o_ + 1, (int)o_[0]}}; o_ += 1 + c{n}.n;"
                    )
                case _:
                    room = f.room(kind.item, max(1, f.bound_of(local)))
                    self.emit(
                        f"{kind.c} c{n} = {{{room}, (int)*o_++}}; for (int i_ = 0; "
                        f"i_ < c{n}.n; i_++) {room}[i_] = ({kind.item})*o_++;"
                    )
            codes.append(f"c{n}")
        return codes

    def best(self, node: stmt.Best) -> None:
        """Choices are made as well as possible."""
        n = self.resume(node, "best")
        self.emit(
            f"S->stack[S->depth - 1].pc = {n}; S->explore = {node.number}; "
            f"return EXPLORED; resume{n}:;"
        )
        self.block(node.body)
        m = self.resume(node, "found")
        self.emit(f"S->stack[S->depth - 1].pc = {m}; return FOUND_END; resume{m}:;")

    # ---- the end ---------------------------------------------------------------------------

    def rank(self, node: stmt.Rank) -> None:
        """Every player gets a place."""
        f = self.f
        n = f.unit.fresh()
        name = f.local(node.local)
        first = () if node.standing is None else (core.Order(True, node.standing),)
        declared, _, _, _, count = keys(f, (*first, *node.by), n)
        keeping = " ".join(f"k[{name}][{i}] = k{n}_{i};" for i in range(count))
        declaration, teams = self.teams(node.local, node.team)
        self.emit(
            f"{{ num k[PLAYERS][{count}]; for (int {name} = 0; {name} < "
            f"PLAYERS; {name}++) {{ {declared} {keeping} }} {declaration}rank_all(S, "
            f"&k[0][0], {count}, {len(first)}, {teams}); }}"
        )

    def teams(self, each: Local | None, team: core.Expr | None) -> tuple[C, C]:
        """What keeps for each player what tells the teams apart, and where it lies."""
        if each is None or team is None:
            return "", "0"
        name = self.f.local(each)
        if self.f.kind(team.type).name != "int":
            raise self.f.unsupported("teams by such values")
        value = self.f.e(team)
        loop = (
            f"for (int {name} = 0; {name} < PLAYERS; {name}++) teams[{name}] = {value};"
        )
        return f"num teams[PLAYERS]; {loop} ", "teams"

    def outcome(self, node: stmt.Outcome) -> None:
        """A player wins or loses, or nobody wins."""
        f = self.f
        places = f"{node.place}, {node.others}"
        if node.player is None:
            self.emit(f"all_placed(S, NONE, {places}, 0);")
            return
        declaration, teams = self.teams(node.local, node.team)
        player = needed(f, node.player)
        self.emit(f"{{ {declaration}all_placed(S, {player}, {places}, {teams}); }}")


def must_copy(of: core.Expr) -> bool:
    """Whether a collection lies where a body might change it."""
    return isinstance(of, core.Get) or (
        isinstance(of, core.Read) and of.variable.zone is None
    )


def storage_name(s: Statements, local: Local) -> C:
    """Where a local lies; declared when it is met first."""
    name = f"v{local.id}_{local.name}"
    where = f"{s.frame}.{name}" if s.stops else name
    if local not in s.f.written:
        declare(s.f, local, name, in_frame=s.stops)
        s.f.written[local] = seen(s.f, local.type, where)
    return where


def store(s: Statements, kind: t.Type, where: C, code: C) -> None:
    """Keep a value of any kind."""
    s.emit(keeping(s.f, kind, where, code))
