"""Options of a choice: the head of an action as nested loops over its candidates.

More than 400 lines because options and refusals follow the same lines of a head.
"""

from collections.abc import Callable, Iterable, Sequence

from attrs import Factory, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.narrowing import mentions
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import FieldSymbol, LocalSymbol
from rulesrun.dsl.value_types import BundleType, ComponentType, IntType, element
from rulesrun.interpreter.expressions import Env, Expressions
from rulesrun.interpreter.source import Source
from rulesrun.interpreter.spelling import local

HeadLine = nodes.Choose | nodes.Require | nodes.Let

Clause = nodes.Where | nodes.Require | nodes.Prefer
"""A line with a condition on what is chosen."""


@frozen
class Reason:
    """Why a choice is refused: what a person is told, and where the rules say so.

    `test` is the condition, of each member of `each` if there is one; `counted` is a
    number of chosen things (code) where they are too few or too many; `domain` is set
    where what is chosen is not there to choose. `env` is how the locals are written.
    """

    text: nodes.Labels
    span: Span
    cites: tuple[str, ...]
    chosen: str | None = None
    test: nodes.Expr | None = None
    each: str | None = None
    counted: str | None = None
    domain: nodes.Choose | None = None
    env: Env = Factory(dict)


def head_chosen(
    world_refs: dict[int, object], head: Sequence[HeadLine]
) -> list[LocalSymbol]:
    """The names that a head chooses, in order."""
    found = []
    for line in head:
        if isinstance(line, nodes.Choose):
            symbol = world_refs[id(line)]
            assert isinstance(symbol, LocalSymbol)
            found.append(symbol)
    return found


class Heads:
    """Writes, for a head, the function that lists its options and the one that says why not."""

    def __init__(
        self,
        expressions: Expressions,
        source: Source,
        condition: Callable[[str, Span], str] = lambda code, span: code,
    ) -> None:
        self.expressions = expressions
        self.condition = condition
        self.source = source
        self.reasons: list[Reason] = []

    # ---- options ------------------------------------------------------------

    def options(
        self, name: str, params: str, head: Sequence[HeadLine], env: Env
    ) -> None:
        """`def name(S, ..., item)` gives the options: the item with the chosen values."""
        write = self.source.write
        write(0, f"def {name}({params}, item):", head[0].span if head else None)
        if any(isinstance(line, nodes.Choose) and line.prefer for line in head):
            write(1, "out = []")
            depth, chosen = self._loops(head, dict(env))
            write(depth, f"out.append((item, {_as_tuple(chosen)}))")
            write(1, "return out")
        else:
            clauses, chosen = self._clauses(head, dict(env))
            write(1, "return [", head[0].span if head else None)
            write(2, f"(item, {_as_tuple(chosen)})")
            if not clauses or not clauses[0][0].startswith("for "):
                write(2, "for _ in (0,)")
            for clause, span in clauses:
                write(2, clause, span)
            write(1, "]")
        write(0, "")

    def can(self, name: str, params: str, head: Sequence[HeadLine], env: Env) -> None:
        """`def name(S, ...)` says whether there is any option."""
        write = self.source.write
        write(0, f"def {name}({params}):", head[0].span if head else None)
        depth = 1
        if any(isinstance(line, nodes.Choose) and line.prefer for line in head):
            depth, _ = self._loops(head, dict(env))
        else:
            for clause, span in self._clauses(head, dict(env))[0]:
                write(depth, f"{clause}:", span)
                depth += 1
        write(depth, "return True")
        if depth > 1:
            write(1, "return False")
        write(0, "")

    def _clauses(
        self, head: Sequence[HeadLine], env: Env
    ) -> tuple[list[tuple[str, Span | None]], list[str]]:
        """The head as `for ... in ...` and `if ...`, and the names that it chooses."""
        clauses: list[tuple[str, Span | None]] = []
        chosen: list[str] = []
        world = self.expressions.world
        for line in head:
            match line:
                case nodes.Choose(several=several):
                    symbol = world.refs[id(line)]
                    assert isinstance(symbol, LocalSymbol)
                    name = local(symbol, env)
                    chosen.append(name)
                    if several:
                        found = self._several(line, name, symbol, env)
                        clauses.append((f"for {name} in {found}", line.span))
                        continue
                    clauses.append(
                        (f"for {name} in {self._domain(line, env)}", line.span)
                    )
                    env[symbol] = env[world.candidates[id(line)]] = name
                    parts: list[nodes.Where | nodes.Require] = [
                        *line.where,
                        *line.require,
                    ]
                    for part in parts:
                        clauses.append((f"if {self._holds(part, env)}", part.span))
                case nodes.Require(test=test):
                    clauses.append((f"if {self._holds(line, env)}", test.span))
                case nodes.Let(value=value):
                    symbol = world.refs[id(line)]
                    assert isinstance(symbol, LocalSymbol)
                    code = self.expressions.code(value, env)
                    env[symbol] = local(symbol, env)
                    clauses.append((f"for {env[symbol]} in [{code}]", line.span))
        return clauses, chosen

    def _loops(self, head: Sequence[HeadLine], env: Env) -> tuple[int, list[str]]:
        """The head as nested loops: how deep they are, and the names that it chooses."""
        write = self.source.write
        chosen: list[str] = []
        depth = 1
        for line in head:
            match line:
                case nodes.Choose():
                    depth = self._loop(line, depth, env, chosen)
                case nodes.Require(test=test):
                    write(depth, f"if {self._holds(line, env)}:", test.span)
                    depth += 1
                case nodes.Let(value=value):
                    symbol = self.expressions.world.refs[id(line)]
                    assert isinstance(symbol, LocalSymbol)
                    env[symbol] = local(symbol, env)
                    code = self.expressions.code(value, env)
                    write(depth, f"{env[symbol]} = {code}", line.span)
        return depth, chosen

    def _loop(self, line: nodes.Choose, depth: int, env: Env, chosen: list[str]) -> int:
        write = self.source.write
        symbol = self.expressions.world.refs[id(line)]
        assert isinstance(symbol, LocalSymbol)
        name = local(symbol, env)
        if line.several:
            found = self._several(line, name, symbol, env)
        else:
            found = self._single(line, name, symbol, env)
        if line.prefer:
            tests = self._hold(line.prefer, env)
            write(depth, f"found = {found}", line.span)
            write(depth, f"better = [{name} for {name} in found if {tests}]", line.span)
            found = "better or found"
        write(depth, f"for {name} in {found}:", line.span)
        chosen.append(name)
        return depth + 1

    def _single(
        self, line: nodes.Choose, name: str, symbol: LocalSymbol, env: Env
    ) -> str:
        write = self.expressions
        values = self._domain(line, env)
        env[symbol] = name
        candidate = write.world.candidates[id(line)]
        env[candidate] = name
        if not line.where and not line.require:
            return values
        code = self._hold([*line.where, *line.require], env)
        return f"[{name} for {name} in {values} if {code}]"

    def _holds(self, line: Clause, env: Env) -> str:
        """The condition of a line."""
        return self.condition(self.expressions.code(line.test, env), line.span)

    def _hold(self, lines: Iterable[Clause], env: Env) -> str:
        """The conditions of several lines."""
        return " and ".join(self._holds(line, env) for line in lines)

    def _domain(self, line: nodes.Choose, env: Env) -> str:
        values = self.expressions.values(line.of, env)
        kind = element(self.expressions.type_of(line.of))
        if isinstance(kind, ComponentType) and self._interchangeable(kind):
            return f"one_of_each({values})"
        return values

    def _interchangeable(self, kind: ComponentType) -> bool:
        world = self.expressions.world
        if any(ComponentType((name,)) in world.members for name in kind.names):
            return False
        layout = self.expressions.layout
        return any(
            layout.components[number].face != number
            for name in kind.names
            for number in layout.spans[name]
        )

    def _several(
        self, line: nodes.Choose, name: str, symbol: LocalSymbol, env: Env
    ) -> str:
        write = self.expressions
        values = write.values(line.of, env)
        candidate = write.world.candidates[id(line)]
        inner = {**env, candidate: "it"}
        if isinstance(write.type_of(line.of), BundleType):
            return self._sub_bundles(line, name, symbol, env, inner)
        if line.where:
            code = self._hold(line.where, inner)
            values = f"[it for it in {values} if {code}]"
        elif not values.startswith(("S[", "bits(")):
            values = f"tuple({values})"
        kind = element(write.type_of(line.of))
        alike = isinstance(kind, ComponentType) and self._interchangeable(kind)
        least = write.code(line.least, env) if line.least is not None else "0"
        most = write.code(line.most, env) if line.most is not None else "None"
        env[symbol] = name
        weights, low, high, rest = self._bounds(line, symbol, env)
        bounds = ""
        if weights is not None:
            bounds = f", {weights}, {low or 'None'}, {high or 'None'}"
        faces = "FACE" if alike else "None"
        for requirement in line.require:  # some have become bounds
            values = self.condition(values, requirement.span)
        found = f"subsets({values}, {least}, {most}, {faces}{bounds})"
        if rest:
            code = " and ".join(write.code(test, env) for test in rest)
            return f"[{name} for {name} in {found} if {code}]"
        return f"list({found})" if line.prefer else found

    def _sub_bundles(
        self, line: nodes.Choose, name: str, symbol: LocalSymbol, env: Env, inner: Env
    ) -> str:
        """Choices of so many of each kind; `where` says which kinds."""
        write = self.expressions
        have = write.code(line.of, env)
        if line.where:
            code = self._hold(line.where, inner)
            have = f"[n if {code} else 0 for it, n in enumerate({have})]"
        least = write.code(line.least, env) if line.least is not None else "0"
        most = write.code(line.most, env) if line.most is not None else "None"
        found = f"sub_bundles({have}, {least}, {most})"
        env[symbol] = name
        if line.require:
            code = self._hold(line.require, env)
            return f"[{name} for {name} in {found} if {code}]"
        return f"list({found})" if line.prefer else found

    def _bounds(
        self, line: nodes.Choose, symbol: LocalSymbol, env: Env
    ) -> tuple[str | None, str | None, str | None, list[nodes.Expr]]:
        """Bounds on the sum of a field, taken out of the requirements.

        They let the choices be built without trying every subset.
        """
        weights = low = high = None
        rest: list[nodes.Expr] = []
        for test in [t for r in line.require for t in _conjuncts(r.test)]:
            field = self._summed(test, symbol)
            if field is None or (weights is not None and field != weights):
                rest.append(test)
                continue
            assert isinstance(test, nodes.Compare)
            bound = self.expressions.code(test.right, env)
            if (test.op in (">=", ">", "==") and low) or (
                test.op in ("<=", "<", "==") and high
            ):
                rest.append(test)
                continue
            weights = field
            if test.op in (">=", "=="):
                low = bound
            if test.op in ("<=", "=="):
                high = bound
            if test.op == ">":
                low = f"{bound} + 1"
            if test.op == "<":
                high = f"{bound} - 1"
        return weights, low, high, rest

    def _summed(self, test: nodes.Expr, symbol: LocalSymbol) -> str | None:
        """The field whose sum over the chosen is compared, if the test is of that form."""
        refs = self.expressions.world.refs

        def is_chosen(node: nodes.Node) -> bool:
            return refs.get(id(node)) is symbol

        match test:
            case nodes.Compare(
                op=op,
                left=nodes.Call(
                    name="sum", args=(nodes.Attribute(of=of, name=name) as a,)
                ),
                right=right,
            ) if op != "!=" and is_chosen(of) and not mentions(right, is_chosen):
                field = refs.get(id(a))
                kind = field.type if isinstance(field, FieldSymbol) else None
                if isinstance(kind, IntType) and kind.low is not None and kind.low >= 0:
                    return f"FIELD_{name}"
        return None

    # ---- why not ------------------------------------------------------------

    def why(self, name: str, params: str, head: Sequence[HeadLine], env: Env) -> None:
        """`def name(S, ..., chosen...)` gives the first reason against: number, locals."""
        world = self.expressions.world
        symbols = head_chosen(world.refs, head)  # type: ignore[arg-type]
        named = dict(env)
        for chosen in symbols:
            named[chosen] = local(chosen, named)
        given = ", ".join([params, *(named[chosen] for chosen in symbols)])
        self.source.write(0, f"def {name}({given}):", head[0].span if head else None)
        env = dict(env)
        for line in head:
            match line:
                case nodes.Choose():
                    self._why_choice(line, named, env)
                case nodes.Require():
                    code = self.expressions.code(line.test, env)
                    self._unless(code, line, env, test=line.test)
                case nodes.Let(value=value):
                    symbol = world.refs[id(line)]
                    assert isinstance(symbol, LocalSymbol)
                    code = self.expressions.code(value, env)
                    env[symbol] = local(symbol, env)
                    self.source.write(1, f"{env[symbol]} = {code}", line.span)
        self.source.write(1, "return None")
        self.source.write(0, "")

    def _why_choice(self, line: nodes.Choose, named: Env, env: Env) -> None:
        write = self.expressions
        symbol = write.world.refs[id(line)]
        assert isinstance(symbol, LocalSymbol)
        candidate = write.world.candidates[id(line)]
        name = named[symbol]
        values = write.values(line.of, env)
        if line.several:
            members, number = name, f"len({name})"
            if isinstance(write.type_of(line.of), BundleType):
                members = f"[i for i, n in enumerate({name}) if n]"
                number = f"sum({name})"
                have = write.code(line.of, env)
                self._unless(f"covers({have}, {name})", line, env, domain=line)
            else:
                self._unless(f"set({name}) <= set({values})", line, env, domain=line)
            env[symbol] = name
            inner = {**env, candidate: "it"}
            for where in line.where:
                code = write.code(where.test, inner)
                self._unless(
                    f"all([{code} for it in {members}])",
                    where,
                    inner,
                    test=where.test,
                    each=members,
                )
            if line.least is not None:
                code = f"{number} >= {write.code(line.least, env)}"
                self._unless(code, line, env, test=line.least, counted=number)
            if line.most is not None:
                code = f"{number} <= {write.code(line.most, env)}"
                self._unless(code, line, env, test=line.most, counted=number)
        else:
            self._unless(f"{name} in {values}", line, env, domain=line)
            env[symbol] = env[candidate] = name
            for where in line.where:
                self._unless(write.code(where.test, env), where, env, test=where.test)
        for requirement in line.require:
            code = write.code(requirement.test, env)
            self._unless(code, requirement, env, test=requirement.test)
        if not line.several:
            tests = [w.test for w in line.where] + [r.test for r in line.require]
            for preference in line.prefer:
                code = write.code(preference.test, env)
                other = {**env, symbol: "other", candidate: "other"}
                better = " and ".join(
                    write.code(t, other) for t in [*tests, preference.test]
                )
                self._unless(
                    f"{code} or not any({better} for other in {values})",
                    preference,
                    env,
                    test=preference.test,
                )

    def _unless(
        self,
        code: str,
        line: nodes.Choose | nodes.Where | nodes.Require | nodes.Prefer,
        env: Env,
        *,
        test: nodes.Expr | None = None,
        each: str | None = None,
        counted: str | None = None,
        domain: nodes.Choose | None = None,
    ) -> None:
        text = line.reason
        cites = tuple(c.paragraph for c in line.cites)
        self.source.write(1, f"if not ({code}):", line.span)
        self.source.write(2, f"return {len(self.reasons)}, locals()")
        chosen = line.name if isinstance(line, nodes.Choose) else None
        self.reasons.append(
            Reason(
                text, line.span, cites, chosen, test, each, counted, domain, dict(env)
            )
        )


def _as_tuple(names: Sequence[str]) -> str:
    return f"({', '.join(names)},)" if len(names) == 1 else f"({', '.join(names)})"


def _conjuncts(test: nodes.Expr) -> list[nodes.Expr]:
    if isinstance(test, nodes.And):
        return [*_conjuncts(test.left), *_conjuncts(test.right)]
    return [test]
