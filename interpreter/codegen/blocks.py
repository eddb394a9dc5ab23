"""Routines that ask, cut into blocks: the game can stop between any two of them.

A block is a small function of the state and the frame that says where to go on: the
number of a block, None at the end, `(procedure, locals, block)` to carry out another one
first, `-1 - n` to stop for decision n, `[n, options]` to stop for one whose options have
been listed. A block that leads to another one without a stop
has it written into itself, as far as that stays readable.

More than 400 lines: whatever can stop is cut the same way, statement by statement.
"""

from collections.abc import Sequence

from attrs import Factory, define, field

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.no_ops import does_anything
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import BundleType, ListType
from rulesrun.interpreter.codegen.expressions import Expressions, Module
from rulesrun.interpreter.codegen.heads import options
from rulesrun.interpreter.codegen.liveness import Flow
from rulesrun.interpreter.codegen.statements import Jump, Piece, Statements, Stop
from rulesrun.interpreter.codegen.writing import Lines, Scope
from rulesrun.interpreter.runtime.layout import ACTOR
from rulesrun.interpreter.runtime.name_mangling import spelled

QUICK = 500
"""The work of a condition up to which it is asked before something is carried out."""

MOST_LINES = 60
"""A block is written into others only until these are so long."""


@define(eq=False)
class Carried(Stop):
    """Another procedure is carried out, and then the block `after`."""

    procedure: int
    args: str
    after: int


@define(eq=False)
class Asked(Stop):
    """The game stops for a decision of somebody."""

    decision: int
    who: str


@define(eq=False)
class Explored(Stop):
    """Choices are made as well as possible, from a block on; `after` follows them."""

    number: int
    inside: int
    after: int


@define(eq=False)
class Found(Stop):
    """The end of such choices."""


@define(eq=False)
class Ended(Stop):
    """The end of the procedure."""


def asks(node: stmt.Stmt) -> bool:
    """Whether a statement can stop for a choice."""
    return any(
        isinstance(n, stmt.Decide | stmt.Best)
        or (isinstance(n, stmt.Carry) and n.routine.asks)
        for n in walk(node)
    )


def _asked_at_once(test: core.Expr, block: stmt.Block) -> stmt.Decide | None:
    """The decision with which a block begins, if it offers just what a condition looks for.

    Whose turn it is, no condition can ask.
    """
    rest = [node for node in block[:4] if not isinstance(node, stmt.Mark)]
    if rest and isinstance(rest[0], stmt.BeginTurn):
        del rest[0]
    match test, rest[:1]:
        case core.Can(action=action, args=args), (
            stmt.Decide(items=(item,)) as decide,
        ):
            wanted = item.action is not None and item.action.symbol is action
            if wanted and item.when is None and item.args == args and decide.is_plain:
                return decide
    return None


@define(eq=False)
class Body:
    """What is written of one block, or of what follows the choice of an option."""

    pieces: list[Piece] = Factory(list)
    flow: Flow = Factory(Flow)


@define(eq=False)
class Procedure:
    """Writes one routine that asks."""

    module: Module
    symbol: RoutineSymbol
    number: int
    out: Lines
    numbers: dict[RoutineSymbol, int]
    decisions: dict[int, "Decision"]
    marks: list[Span]
    bodies: list[Body] = Factory(list)
    targets: list[tuple[int, int]] = Factory(list)
    scope: Scope = Factory(lambda: Scope(in_frame=True))
    explorations: dict[int, tuple[int, int, stmt.Best]] = Factory(dict)
    resumes: dict[int, int] = Factory(dict)
    around: list[Span] = Factory(list)
    in_loops: dict[int, Span] = Factory(dict)
    writer: Statements = field(init=False)
    body: "Body" = field(init=False)

    def __attrs_post_init__(self) -> None:
        for param in self.symbol.params:
            self.scope.name(param)
        self.writer = Statements(Expressions(self.module, self.scope), marks=self.marks)
        self.into(self.new())

    # ---- blocks ----------------------------------------------------------------------

    def new(self) -> int:
        """A new block, to be written later."""
        self.bodies.append(Body())
        if self.around:
            self.in_loops[len(self.bodies) - 1] = self.around[-1]
        return len(self.bodies) - 1

    def into(self, block: int) -> None:
        """Go on writing in that block."""
        self._write_to(self.bodies[block])

    def _write_to(self, body: Body) -> None:
        self.writer.out = body.pieces
        self.body = body
        self.scope.reads, self.scope.writes = body.flow.reads, body.flow.writes

    def emit(self, piece: str | Jump | Stop, span: Span | None = None) -> None:
        """A line, or where to go on."""
        self.writer.emit(piece, span)
        match piece:
            case Jump(block=block):
                self.body.flow.blocks.add(block)
            case Carried(after=after):
                self.body.flow.blocks.add(after)
            case Asked(decision=number):
                self.body.flow.decisions.add(number)
            case Explored(inside=inside, after=after):
                self.body.flow.blocks.update((inside, after))
                self.body.flow.explores.add(piece.number)
            case _:
                pass

    def whole(self, block: stmt.Block) -> None:
        """The whole routine."""
        self.sequence(block)
        self.emit(Ended())

    def sequence(self, block: stmt.Block) -> None:
        """Statements one after another, stopping where they ask for choices."""
        for statement in block:
            if asks(statement):
                self.stopping(statement)
            else:
                self.plain(statement)

    def plain(self, node: stmt.Stmt) -> None:
        """A statement that asks for no choice."""
        writer = self.writer
        if self.targets:
            stop, again = self.targets[-1]
            writer.loops = [(Jump(stop), Jump(again))]
        before = len(writer.out)
        writer.statement(node)
        for _, piece, _ in writer.out[before:]:
            if isinstance(piece, Jump):
                self.body.flow.blocks.add(piece.block)
        if isinstance(node, stmt.SetLocal) and not self.body.flow.left:
            self.scope.writes.add(self.scope.framed[node.local])
        if any(
            isinstance(n, stmt.Return | stmt.Break | stmt.Continue) for n in walk(node)
        ):
            self.body.flow.left = True

    # ---- statements that stop --------------------------------------------------------

    def stopping(self, node: stmt.Stmt) -> None:
        """A statement that asks for a choice, itself or in what it carries out."""
        match node:
            case stmt.Choice(branches=branches, otherwise=otherwise):
                self.choice(branches, otherwise)
            case stmt.ForEach():
                self.for_each(node)
            case stmt.Loop():
                self.loop(node)
            case stmt.Carry(routine=routine, args=args):
                after = self.new()
                w = self.writer.w
                if not w.module.trace:
                    self.pass_by(node, after)
                codes = ", ".join(w.listed(arg) for arg in args)
                self.emit(Carried(self.numbers[routine], codes, after), node.span)
                self.resumes[id(node)] = after
                self.into(after)
            case stmt.Best():
                self.best(node)
            case stmt.Decide():
                self.decide(node)
            case _:
                raise AssertionError(f"{type(node).__name__} asks for no choice")

    def pass_by(self, node: stmt.Carry, after: int) -> None:
        """Go on at once where what is to be carried out would do nothing."""
        module = self.writer.w.module
        acts = does_anything(module.core.routines[node.routine], node)
        if not isinstance(acts, core.Const) and module.costs.of(acts) <= QUICK:
            self.fork(folding.negation(acts, acts.span), after)

    def choice(self, branches: Sequence[stmt.Branch], otherwise: stmt.Block) -> None:
        """`if ... else if ... else`."""
        after = self.new()
        entries = []
        for branch in branches:
            entry = self.new()
            entries.append((entry, branch.body))
            self.fork(branch.test, entry, branch.body)
        if otherwise:
            entries.append((self.new(), otherwise))
            self.emit(Jump(entries[-1][0]))
        else:
            self.emit(Jump(after))
        for entry, block in entries:
            self.into(entry)
            self.sequence(block)
            self.emit(Jump(after))
        self.into(after)

    def fork(self, test: core.Expr, to: int, block: stmt.Block = ()) -> None:
        """Go on in another block where a condition holds; it is for these statements.

        Where they ask at once for what the condition looks for, it is listed only once.
        """
        w = self.writer.w
        decide = None if w.module.trace else _asked_at_once(test, block)
        if decide is None:
            self.emit(f"if {w.code(test)}:", test.span)
            jump = Jump(to)
        else:
            (item,) = decide.items
            assert item.action is not None
            head = self.module.head(item.action.symbol, "head")
            args = ", ".join(["S", *(w.listed(arg) for arg in item.args)])
            self.emit(f"if found := {head}({args}, 0):", test.span)
            jump = Jump(to, listed=decide.number)
        self.writer.depth += 1
        self.emit(jump)
        self.writer.depth -= 1
        self.body.flow.left = True

    def for_each(self, node: stmt.ForEach) -> None:
        """A loop over a collection, its items and the place in it kept in the frame."""
        scope, w, span = self.scope, self.writer.w, node.span
        items, position = scope.fresh(), scope.fresh()
        values = w.module.costs.whole(node.of, w.values(node.of))
        self.emit(f"L[{items}] = tuple({values})", span)
        self.emit(f"L[{position}] = 0")
        self.scope.writes.update((items, position))
        head, body, after = self.new(), self.new(), self.new()
        self.emit(Jump(head))
        self.into(head)
        self.scope.reads.update((items, position))
        if node.test is None:
            self.emit(f"if L[{position}] >= len(L[{items}]):", span)
            self.writer.depth += 1
            self.emit(Jump(after))
            self.writer.depth -= 1
            self._next_item(node.local, items, position)
            self.emit(Jump(body))
        else:
            self.emit(f"while L[{position}] < len(L[{items}]):", span)
            self.writer.depth += 1
            if not w.module.costs.is_little_loop(node.of, node.test):
                self.emit("tick()")
            self._next_item(node.local, items, position)
            self.fork(node.test, body)
            self.writer.depth -= 1
            self.emit(Jump(after))
        self.looped(body, node.body, after, head)

    def _next_item(self, local: Local, items: int, position: int) -> None:
        self.emit(f"{self.scope.name(local)} = L[{items}][L[{position}]]")
        self.scope.writes.add(self.scope.framed[local])
        self.emit(f"L[{position}] += 1")

    def loop(self, node: stmt.Loop) -> None:
        """Every other loop."""
        w, span = self.writer.w, node.span
        if node.times is not None:
            left = self.scope.fresh()
            head, body, after = self.new(), self.new(), self.new()
            self.emit(f"L[{left}] = {w.code(node.times)}", span)
            self.emit(Jump(head))
            self.into(head)
            self.scope.reads.add(left)
            self.emit(f"if L[{left}] <= 0:", span)
            self.writer.depth += 1
            self.emit(Jump(after))
            self.writer.depth -= 1
            self.emit(f"L[{left}] -= 1")
            self.emit(Jump(body))
            self.looped(body, node.body, after, head)
        elif node.before is not None:
            after = self.new()
            self.around.append(span)
            head, body = self.new(), self.new()
            self.emit(Jump(head), span)
            self.into(head)
            self.fork(node.before, body, node.body)
            self.emit(Jump(after))
            self.looped(body, node.body, after, head)
            self.around.pop()
        else:
            after = self.new()
            self.around.append(span)
            body = self.new()
            self.emit(Jump(body), span)
            self.into(body)
            self.targets.append((after, body))
            self.sequence(node.body)
            self.targets.pop()
            if node.until is not None:
                self.fork(node.until, after)
            self.emit(Jump(body))
            self.into(after)
            self.around.pop()

    def looped(self, body: int, block: stmt.Block, after: int, again: int) -> None:
        """The body of a loop, which then goes on with `again`."""
        self.into(body)
        self.targets.append((after, again))
        self.sequence(block)
        self.targets.pop()
        self.emit(Jump(again))
        self.into(after)

    def best(self, node: stmt.Best) -> None:
        """Choices to be explored: they begin in a block of their own."""
        inside, after = self.new(), self.new()
        self.emit(Explored(node.number, inside, after), node.span)
        self.explorations[node.number] = inside, after, node
        w = self.writer.w
        parts = [("chooser", w.code(node.player)), ("worth", w.code(node.by))]
        if node.gained and isinstance(node.by, core.Read):
            parts.append(("gained", w.slot(node.by.variable, node.by.keys)))
        for name, code in parts:
            self.out.write(0, f"def {spelled(name, node.number)}(S, L):", node.span)
            self.out.write(1, f"return {code}")
            self.out.write(0, "")
        self.into(inside)
        self.sequence(node.body)
        w.code(node.by)  # it is worked out there: what it reads counts as read
        self.body.flow.blocks.add(after)
        self.emit(Found())
        self.into(after)

    # ---- decisions -------------------------------------------------------------------

    def decide(self, node: stmt.Decide) -> None:
        """The game stops for a choice."""
        question = Asked(node.number, "")
        self.emit(question, node.span)
        decision = self.decisions[node.number] = Decision(node, self.number)
        self._write_to(decision.asking)
        w = Expressions(self.module, self.scope.inside())
        question.who = w.code(node.player)
        self.out.write(0, f"def {spelled('who', node.number)}(S, L):", node.span)
        self.out.write(1, f"return {question.who}")
        self.out.write(0, "")
        self.options(node)
        self.sure(node)
        after = self.resumes[id(node)] = self.new()
        entries = [
            (i, self.new())
            for i, x in enumerate(node.items)
            if x.kind == "option" or x.body
        ]
        values = [x for x in node.items if x.kind == "value"]
        for item in values:
            for local in item.chosen:
                self.scope.name(local)
        for position, item in enumerate(node.items):
            body = Body()
            decision.picks.append(body)
            self._write_to(body)
            self.pick(item, values, dict(entries).get(position, after))
        if node.otherwise is not None:
            decision.otherwise = self.new()
            self.into(decision.otherwise)
            self.sequence(node.otherwise)
            self.emit(Jump(after))
        for position, entry in entries:
            self.resumes[id(node.items[position])] = entry
            self.into(entry)
            self.sequence(node.items[position].body)
            self.emit(Jump(after))
        self.into(after)

    def options(self, node: stmt.Decide) -> None:
        """The function that gives the options of a decision."""
        out = self.out
        out.write(0, f"def {spelled('options', node.number)}(S, L):", node.span)
        if len(node.items) == 1 and node.items[0].when is None:
            self._item(node.items[0], 0, None)
            out.write(0, "")
            return
        out.write(1, "out = []")
        for position, item in enumerate(node.items):
            self._item(item, position, "out")
        out.write(1, "return out")
        out.write(0, "")

    def sure(self, node: stmt.Decide) -> None:
        """Functions that say where an item need not be looked ahead at."""
        for position, item in enumerate(node.items):
            if item.sure is not None:
                name = spelled("sure", node.number, position)
                self.out.write(0, f"def {name}(S):", item.span)
                test = Expressions(self.module, Scope()).code(item.sure)
                self.out.write(1, f"return {test}", item.span)
                self.out.write(0, "")

    def _item(self, item: stmt.Item, position: int, out: str | None) -> None:
        """The options of one item: returned, or added to `out`."""
        w = Expressions(self.module, self.scope.inside())
        for (
            local
        ) in item.chosen:  # a candidate is not in the frame: nothing is chosen yet
            w.scope.written.pop(local, None)
        depth = 1
        if item.when is not None:
            self.out.write(1, f"if {w.code(item.when)}:", item.span)
            depth = 2
        if item.kind == "action" and item.action is not None:
            head = self.module.head(item.action.symbol, "head")
            args = ", ".join(["S", *(w.listed(arg) for arg in item.args)])
            word = "return" if out is None else f"{out} +="
            self.out.write(depth, f"{word} {head}({args}, {position})", item.span)
        elif item.kind == "value" and out is None:
            options(w, item.head, str(position), self.out)
        elif item.kind == "value":
            result = spelled("among", len(self.decisions) - 1)
            lines = Lines()
            lines.write(0, f"def {result}(S, L):", item.span)
            options(w, item.head, str(position), lines)
            lines.write(0, "")
            self.module.functions.extend(lines)
            self.out.write(depth, f"{out} += {result}(S, L)", item.span)
        elif out is None:
            self.out.write(depth, f"return [({position}, ())]", item.span)
        else:
            self.out.write(depth, f"{out}.append(({position}, ()))", item.span)

    def pick(self, item: stmt.Item, values: Sequence[stmt.Item], entry: int) -> None:
        """What follows the choice of an option, `o` being what was chosen."""
        w = self.writer.w
        if item.kind != "pass":
            self.writer.mark(item.span)
        if item.kind == "action" and item.action is not None:
            routine = item.action.symbol
            chosen = [f"o[{i}]" for i in range(len(item.chosen))]
            args = [*(w.listed(arg) for arg in item.args), *chosen]
            if routine.asks:
                carried = Carried(self.numbers[routine], ", ".join(args), entry)
                self.emit(carried, item.span)
                return
            name = self.module.routine(routine)
            self.emit(f"{name}({', '.join(['S', *args])})", item.span)
        elif item.kind == "value":
            for place, local in enumerate(item.chosen):
                self.emit(f"{self.scope.name(local)} = o[{place}]", item.span)
                self.scope.writes.add(self.scope.framed[local])
        elif item.kind == "pass":
            for local in (local for value in values for local in value.chosen):
                self.emit(
                    f"{self.scope.name(local)} = {self.nothing(local)}", item.span
                )
                self.scope.writes.add(self.scope.framed[local])
        self.emit(
            Jump(entry, apart=item.kind == "option" and item.look_ahead), item.span
        )

    def nothing(self, local: Local) -> str:
        """What a choice holds that was passed over."""
        match local.type:
            case ListType():
                return "()"
            case BundleType(enum):
                return repr((0,) * len(self.module.layout.world.enum(enum).values))
            case _:
                return "None"

    # ---- the functions ---------------------------------------------------------------

    def finish(self, name: str) -> list[str | None]:
        """Write all blocks as functions; gives their names."""
        names: list[str | None] = []
        for number, body in enumerate(self.bodies):
            result = spelled("block", number, name=name)
            names.append(result)
            first = body.pieces[0][2] if body.pieces else None
            self.out.write(0, f"def {result}(S, L):", first)
            self._print(body, 0, {number}, self.out, len(self.out.lines))
            self.out.write(0, "")
        for decision in self.decisions.values():
            if decision.procedure != self.number:
                continue
            for position, body in enumerate(decision.picks):
                item = decision.node.items[position]
                result = spelled("pick", decision.node.number, position)
                self.out.write(0, f"def {result}(S, L, o):", item.span)
                self._print(body, 0, set(), self.out, len(self.out.lines))
                self.out.write(0, "")
        return names

    def _print(
        self,
        body: Body,
        more: int,
        path: set[int],
        out: Lines,
        begin: int,
        listed: int | None = None,
    ) -> None:
        for depth, piece, span in body.pieces:
            match piece:
                case str():
                    out.write(depth + more, piece, span)
                case Jump(block=block, listed=inner_listed):
                    following = self.bodies[block]
                    size = len(out.lines) - begin + len(following.pieces)
                    if block in path or size > MOST_LINES or piece.apart:
                        out.write(depth + more, f"return {block}", span)
                    else:
                        inside = depth + more - 1
                        on = path | {block}
                        self._print(following, inside, on, out, begin, inner_listed)
                case Carried(procedure=procedure, args=args, after=after):
                    line = f"return {procedure}, [{args}], {after}"
                    out.write(depth + more, line, span)
                case Asked(decision=number, who=who) if number == listed:
                    out.write(depth + more, f"S[{ACTOR}] = {who}", span)
                    out.write(depth + more, f"return [{number}, found]", span)
                case Asked(decision=number):
                    out.write(depth + more, f"return {-1 - number}", span)
                case Explored(number=number):
                    out.write(depth + more, f"return EXPLORE[{number}]", span)
                case Found():
                    out.write(depth + more, "return FOUND", span)
                case Ended():
                    out.write(depth + more, "return None", span)
            if depth == 1 and not isinstance(piece, str):
                return  # what follows is never come to


@define(eq=False)
class Decision:
    """What is written of a decision: of asking, and of each item that may be picked."""

    node: stmt.Decide
    procedure: int
    asking: Body = Factory(Body)
    picks: list[Body] = Factory(list)
    otherwise: int | None = None
