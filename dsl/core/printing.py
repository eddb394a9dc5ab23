"""The core as text, for whoever adds a target or wonders what becomes of a rule.

Every routine, head and decision stands as it is carried out: locals with their types
where they are introduced, two of the same name told apart by a number, and behind a
statement its line in the rules.

More than 400 lines: one case a kind of node, and the core has some fifty-five.
"""

from collections.abc import Callable, Iterator, Sequence

from attrs import Factory, define

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import (
    After,
    And,
    Binary,
    Call,
    Can,
    Clause,
    Compare,
    Const,
    Convert,
    Empty,
    Expr,
    Fail,
    Field,
    Fold,
    For,
    Get,
    Given,
    If,
    In,
    Index,
    InRange,
    IsKind,
    IsNone,
    Lookup,
    Make,
    MakeBundle,
    MakeGrid,
    Negative,
    Not,
    Offered,
    Or,
    Order,
    Prim,
    Range,
    Reached,
    Read,
    Sized,
    Walk,
    When,
)
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.sizes import Sizes
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t

Shown = Callable[[t.Type, object], str]
"""How a value of a type is written."""


def print_core(core: Core, format_value: Shown) -> Iterator[str]:
    """The lines of a core."""
    yield f"{core.players} players, {core.participants} participants"
    sizes = Sizes(core)
    yield ""
    for variable in core.variables:
        yield _declared(variable, sizes)
    for routine in core.routines.values():
        yield ""
        printer = Printer(format_value)
        action = core.actions.get(routine.symbol)
        if action is not None:
            yield from printer.action(action)
        yield printer.signature(routine.symbol)
        yield from printer.block(routine.body, 1) or ("    pass",)


def _declared(variable: Variable, sizes: Sizes) -> str:
    keys = ", ".join(f"{t.spelled(k.type)} ({k.size})" for k in variable.keys)
    family = f"[{keys}]" if keys else ""
    zone = ""
    if variable.zone is not None:
        holds = " or ".join(variable.zone.holds)
        zone = f"  {variable.zone.kind} of {holds}"
    bound = sizes.of_variable(variable)
    most = "" if bound is None else f"  at most {bound}"
    if bound is None and isinstance(variable.type, t.ListType | t.SetType):
        most = "  without a bound"
    return f"var {variable.name}{family}: {t.spelled(variable.type)}{zone}{most}"


@define(eq=False)
class Printer:
    """Prints one routine, with the names of its locals."""

    shown: Shown
    names: dict[Local, str] = Factory(dict)

    # ---- locals -------------------------------------------------------------------

    def name(self, local: Local) -> str:
        """What a local is called here: by its name, or with a number behind it."""
        result = self.names.get(local)
        if result is None:
            taken = set(self.names.values())
            result, number = local.name, 1
            while result in taken:
                number += 1
                result = f"{local.name}_{number}"
            self.names[local] = result
        return result

    def new(self, local: Local) -> str:
        """A local where it is introduced."""
        return f"{self.name(local)}: {t.spelled(local.type)}"

    # ---- declarations ---------------------------------------------------------------

    def signature(self, routine: RoutineSymbol) -> str:
        """The first line of a routine."""
        params = ", ".join(map(self.new, routine.params))
        gives = "" if routine.returns is None else f" -> {t.spelled(routine.returns)}"
        asks = "  asks" if routine.asks else ""
        return f"{routine.kind} {routine.name}({params}){gives}{asks}" + _at(
            routine.span
        )

    def action(self, action: stmt.Action) -> Iterator[str]:
        """The head of an action."""
        params = ", ".join(map(self.new, action.params))
        yield f"head {action.symbol.name}({params})"
        yield from self.head(action.head, 1)

    def head(self, lines: Sequence[stmt.HeadLine], depth: int) -> Iterator[str]:
        """The lines of a head."""
        lead = "    " * depth
        for line in lines:
            match line:
                case stmt.Select():
                    yield from self._select(line, depth)
                case stmt.Condition(test=test, reason=reason):
                    yield f"{lead}require {self.expr(test)}{_at(reason.span)}"
                case Given(local=local, value=value):
                    yield f"{lead}let {self.new(local)} = {self.expr(value)}"

    def _select(self, line: stmt.Select, depth: int) -> Iterator[str]:
        lead = "    " * depth
        how = " alike" if line.alike else ""
        of = self.expr(line.of)
        if line.several:
            bounds = "".join(
                f", {word} {self.expr(bound)}"
                for word, bound in (("at least", line.least), ("at most", line.most))
                if bound is not None
            )
            within = f"{self.new(line.candidate)} in {of}{bounds}"
            yield (
                f"{lead}select{how} {self.new(line.local)} of {within}"
                + _at(line.domain.span)
            )
        else:
            yield f"{lead}select{how} {self.new(line.local)} in {of}" + _at(
                line.domain.span
            )
        for value in line.apart:
            yield f"{lead}    apart by {self.expr(value)}"
        for word, conditions in (
            ("where", line.where),
            ("require", line.require),
            ("prefer", line.prefer),
        ):
            for condition in conditions:
                test = self.expr(condition.test)
                yield f"{lead}    {word} {test}{_at(condition.reason.span)}"
        if line.sums is not None:
            low, high = line.sums.low, line.sums.high
            bound = "" if low is None else f"{self.expr(low)} <= "
            bound += f"sum of {line.sums.name}"
            bound += "" if high is None else f" <= {self.expr(high)}"
            yield f"{lead}    built by {bound}"

    # ---- statements -------------------------------------------------------------------

    def block(self, block: stmt.Block, depth: int) -> list[str]:
        """The lines of a block."""
        result: list[str] = []
        for statement in block:
            if not isinstance(statement, stmt.Mark):
                lead = "    " * depth
                first, *rest = self._statement(statement, depth)
                result.append(lead + first + _at(statement.span))
                result += rest
        return result

    def _inner(self, block: stmt.Block, depth: int) -> list[str]:
        return self.block(block, depth + 1) or ["    " * (depth + 1) + "pass"]

    def _statement(self, node: stmt.Stmt, depth: int) -> list[str]:  # noqa: C901 - one case a kind of node
        match node:
            case stmt.Mark():
                return ["mark"]
            case stmt.SetLocal(local=local, value=value):
                fresh = local not in self.names
                name = self.new(local) if fresh else self.name(local)
                return [f"{'let ' if fresh else ''}{name} = {self.expr(value)}"]
            case stmt.Write(to=to, value=value, held=held):
                range_text = ""
                if held is not None:
                    numbers = held.low is not None or held.high is not None
                    range_text = (
                        f" in {held.low}..{held.high}" if numbers else " in bundle"
                    )
                return [f"{self.place(to)} := {self.expr(value)}{range_text}"]
            case stmt.Enter(to=to, amount=amount, line=line):
                return [
                    f"enter {self.expr(amount)} into {self.place(to)} (line {line})"
                ]
            case stmt.Choice():
                return self._choice(node, depth)
            case stmt.Switch(of=of, cases=cases, otherwise=otherwise):
                lines = [f"switch {self.expr(of)}"]
                lead = "    " * (depth + 1)
                for case in cases:
                    lines.append(lead + ", ".join(map(self.expr, case.values)) + ":")
                    lines += self._inner(case.body, depth + 1)
                if otherwise:
                    lines.append(f"{lead}else:")
                    lines += self._inner(otherwise, depth + 1)
                return lines
            case stmt.ForEach(local=local, of=of, test=test, body=body):
                over = self.expr(of)
                head = f"for {self.new(local)} in {over}"
                head += "" if test is None else f" where {self.expr(test)}"
                return [head, *self._inner(body, depth)]
            case stmt.Loop(body=body):
                head = "loop"
                for word, part in (
                    (" times", node.times),
                    (" while", node.before),
                    (" until", node.until),
                ):
                    head += "" if part is None else f"{word} {self.expr(part)}"
                return [head, *self._inner(body, depth)]
            case stmt.Break():
                return ["break"]
            case stmt.Continue():
                return ["continue"]
            case stmt.Return(value=returned):
                return [
                    "return" + ("" if returned is None else f" {self.expr(returned)}")
                ]
            case stmt.Carry(routine=routine, args=args):
                return [f"do {routine.name}({self._list(args)})"]
            case stmt.Move(what=what, to=target):
                return [f"move {self.expr(what)} to {self.place(target)}"]
            case stmt.MoveAll(what=what, to=target):
                return [f"move all {self.expr(what)} to {self.place(target)}"]
            case stmt.MoveApart(shifts=shifts):
                return [
                    "move apart",
                    *(
                        f"{'    ' * (depth + 1)}{' '.join(map(self._clause, s.clauses))}: "
                        f"{self.expr(s.what)} to {self.place(s.to)}"
                        for s in shifts
                    ),
                ]
            case stmt.MovePieces(count=count, source=source, to=to):
                moved = self.expr(count)
                return [f"pieces {moved} from {self.place(source)} to {self.place(to)}"]
            case stmt.Draw(count=count, source=source, to=target):
                drawn = self.expr(count)
                into = self.place(target)
                return [f"draw {drawn} from {self.place(source)} to {into}"]
            case stmt.Shuffle(zone=zone):
                return [f"shuffle {self.place(zone)}"]
            case stmt.BeginTurn(player=player):
                return [f"begin turn of {self.expr(player)}"]
            case stmt.BeginPhase(text=text):
                return [f"begin phase (text {text})"]
            case stmt.Announce(text=text, values=values, to=to):
                wording = f" with {self._list(values)}" if values else ""
                to_whom = "" if to is None else f" to {self.expr(to)}"
                return [f"announce (text {text}){wording}{to_whom}"]
            case stmt.Show(what=what, to=to):
                subject = (
                    self.place(what)
                    if isinstance(what, stmt.Place)
                    else self.expr(what)
                )
                to_whom = "" if to is None else f" to {self.expr(to)}"
                return [f"show {subject}{to_whom}"]
            case stmt.Rank(local=local, by=by, team=team, standing=first):
                ranked = f"rank {self.new(local)} by "
                ranked += "" if first is None else f"standing {self.expr(first)} then "
                ranked += self._orders(by)
                return [ranked + self._in_teams(team)]
            case stmt.Outcome(player=None, others=others):
                return [f"everybody gets place {others}"]
            case stmt.Outcome(
                player=player, place=returned, others=others, local=each, team=team
            ):
                assert player is not None
                result = f"{self.expr(player)} gets place {returned}, everybody else {others}"
                if each is not None:
                    result += f" for each {self.new(each)}"
                return [result + self._in_teams(team)]
            case stmt.EndGame():
                return ["end game"]
            case stmt.Best(player=player, by=by_, body=body, gained=gained):
                only = " (only gained)" if gained else ""
                head = f"best {node.number} for {self.expr(player)}"
                return [f"{head} by {self.expr(by_)}{only}", *self._inner(body, depth)]
            case stmt.Decide():
                return self._decide(node, depth)

    def _in_teams(self, team: Expr | None) -> str:
        return "" if team is None else f" in teams by {self.expr(team)}"

    def _choice(self, node: stmt.Choice, depth: int) -> list[str]:
        lines: list[str] = []
        word = "if"
        for branch in node.branches:
            lead = "    " * depth if lines else ""
            lines.append(f"{lead}{word} {self.expr(branch.test)}:")
            lines += self._inner(branch.body, depth)
            word = "else if"
        if node.otherwise:
            lines.append("    " * depth + "else:")
            lines += self._inner(node.otherwise, depth)
        return lines

    def _decide(self, node: stmt.Decide, depth: int) -> list[str]:
        secret = " secretly" if node.secret else ""
        unasked = " or takes none unasked" if node.declines_alone else ""
        lines = [f"decide {node.number} by {self.expr(node.player)}{secret}{unasked}"]
        lead = "    " * (depth + 1)
        for item in node.items:
            lines += self._item(item, lead, depth)
        if node.otherwise is not None:
            lines.append(f"{lead}otherwise")
            lines += self._inner(node.otherwise, depth + 1)
        return lines

    def _item(self, item: stmt.Item, lead: str, depth: int) -> list[str]:
        ahead = "  looks ahead" if item.look_ahead else ""
        if item.sure is not None:
            ahead += f" unless {self.expr(item.sure)}"
        when = "" if item.when is None else f" when {self.expr(item.when)}"
        match item.kind:
            case "action":
                args = self._list(item.args)
                line = f"{lead}action {item.name}({args}){when}{ahead}"
                return [line, *(self._inner(item.body, depth + 1) if item.body else ())]
            case "option":
                head = f"{lead}option {item.name}{when}{ahead}"
                return [head, *self._inner(item.body, depth + 1)]
            case "value":
                return [f"{lead}value", *self.head(item.head, depth + 2)]
            case _:
                body = self._inner(item.body, depth + 1) if item.body else []
                return [f"{lead}pass", *body]

    def place(self, place: stmt.Place) -> str:
        """A variable that is named."""
        text = self._family(place.variable, place.keys)
        if isinstance(place, stmt.Target):
            text += " bottom" if place.bottom else ""
            text += "" if place.at is None else f" at {self.expr(place.at)}"
        return text

    def _family(self, variable: Variable, keys: Sequence[Expr]) -> str:
        return variable.name + (f"[{self._list(keys)}]" if keys else "")

    def _orders(self, by: Sequence[Order]) -> str:
        return " then ".join(
            f"{'most' if o.most else 'least'} {self.expr(o.by)}" for o in by
        )

    def _list(self, items: Sequence[Expr]) -> str:
        return ", ".join(map(self.expr, items))

    # ---- expressions --------------------------------------------------------------------

    def expr(self, node: Expr) -> str:  # noqa: C901 - one case a kind of node
        """An expression on one line."""
        match node:
            case Const(value=value):
                return self.shown(node.type, value)
            case Get(local=local):
                return self.name(local)
            case Read(variable=variable, keys=keys):
                return self._family(variable, keys)
            case Field(of=of, name=name):
                return f"{self.expr(of)}.{name}"
            case Lookup(table=table, keys=keys, otherwise=otherwise):
                instead = "" if otherwise is None else f" else {self.expr(otherwise)}"
                return f"{table.name}[{self._list(keys)}{instead}]"
            case Fail(message=message):
                return f'fail "{message}"'
            case Negative(of=of):
                return f"-{self.expr(of)}"
            case Binary(op=op, left=a, right=b) | Compare(op=op, left=a, right=b):
                return f"({self.expr(a)} {op} {self.expr(b)})"
            case Not(of=of):
                return f"not {self.expr(of)}"
            case And(left=a, right=b):
                return f"({self.expr(a)} and {self.expr(b)})"
            case Or(left=a, right=b):
                return f"({self.expr(a)} or {self.expr(b)})"
            case If(test=test, then=a, otherwise=b):
                return f"({self.expr(a)} if {self.expr(test)} else {self.expr(b)})"
            case IsNone(of=of):
                return f"({self.expr(of)} is none)"
            case IsKind(of=of, kind=kind):
                return f"({self.expr(of)} is {kind})"
            case Empty(of=of):
                return f"({self.expr(of)} is empty)"
            case In(item=item, of=of):
                return f"({self.expr(item)} in {self.expr(of)})"
            case Index(of=of, key=key):
                return f"{self.expr(of)}[{self.expr(key)}]"
            case Range(low=low, high=high):
                return f"{self.expr(low)}..{self.expr(high)}"
            case Make(items=items):
                inside = self._list(items)
                match node.type:
                    case t.ListType():
                        return f"[{inside}]"
                    case t.SetType():
                        return f"{{{inside}}}"
                return f"({inside})"
            case MakeBundle(pairs=pairs) | MakeGrid(pairs=pairs):
                each = (f"{self.expr(a)}: {self.expr(b)}" for a, b in pairs)
                return f"{{{', '.join(each)}}}"
            case Convert(of=of):
                return f"{t.spelled(node.type).partition(' ')[0]}({self.expr(of)})"
            case Fold():
                return self._fold(node)
            case Walk():
                return self._walk(node)
            case Call(routine=routine, args=args) | After(routine=routine, args=args):
                call = f"{routine.name}({self._list(args)})"
                if isinstance(node, After):
                    return f"({self.expr(node.value)} after {call})"
                return call
            case Prim(name=name, args=args):
                return f"{name}({self._list(args)})"
            case Can(action=action, args=args):
                return f"can {action.name}({self._list(args)})"
            case Reached(of=of):
                return self.expr(of)
            case InRange(of=of, low=least, high=most):
                return f"{self.expr(of)} (in {least}..{most})"
            case Sized(of=of):
                return f"sized {self.expr(of)}"
            case Offered(name=name, item=item_, stated=stated):
                where = f" where {self._list(stated)}" if stated else ""
                return f"offered {name}" + (f" of {item_}" if item_ else "") + where

    def _fold(self, node: Fold) -> str:
        clauses = " ".join(map(self._clause, node.clauses))
        item = ""
        if node.item is not None and not isinstance(node.item, Const):
            item = f"{self.expr(node.item)} "
        text = f"{item}{clauses}"
        if node.by:
            text += f" by {self._orders(node.by)}"
        if node.otherwise is not None:
            text += f", otherwise {self.expr(node.otherwise)}"
        return f"{node.kind}({text})"

    def _clause(self, clause: Clause) -> str:
        match clause:
            case For(local=local, of=of):
                over = self.expr(of)
                return f"for {self.new(local)} in {over}"
            case Given(local=local, value=value):
                text = self.expr(value)
                return f"let {self.new(local)} = {text}"
            case When(test=test):
                return f"where {self.expr(test)}"

    def _walk(self, node: Walk) -> str:
        text = node.kind
        for word, part in (
            ("from", node.start),
            ("to", node.goal),
            ("limit", node.limit),
            ("in", node.within),
        ):
            text += "" if part is None else f" {word} {self.expr(part)}"
        if node.step is not None:
            s = node.step
            names = (
                f"{self.new(s.source)} to {self.new(s.target)} by {self.new(s.side)}"
            )
            word = "stepping diagonally" if s.diagonal else "stepping"
            cost = "" if s.among is None else f" in {self.expr(s.among)}"
            cost += "" if s.cost is None else f" costing {self.expr(s.cost)}"
            text += f" {word} {names}{cost} where {self.expr(s.test)}"
        return f"({text})"


def _at(span: Span | None) -> str:
    return "" if span is None else f"  # {span.line}"
