"""What play may come to that is not there, and that nobody has asked about before."""

from collections.abc import Iterator

from rulesrun.dsl.analysis import needs
from rulesrun.dsl.analysis.failing import Failing
from rulesrun.dsl.analysis.needs import Need
from rulesrun.dsl.analysis.proofs import Proofs
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.value_types import IntType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted

LONGEST = 60
"""A longer piece of rules is not shown again: the line itself is."""


def needs_of(world: World, proofs: Proofs) -> Iterator[Diagnostic]:
    """What a line asks for is there, as far as tests on the way to it tell."""
    failing = Failing(world, proofs)
    failing.look()
    reported: set[tuple[str, Span]] = set()
    for need in failing.found.values():
        certain = id(need) in failing.certain
        result = _problem(world, need, certain)
        place = (result.code, need.node.span)
        if place not in reported and not _is_unsaid(need):
            reported.add(place)
            yield result


def check_reasons(world: World, read: Read) -> Iterator[Diagnostic]:
    """No condition that says why it does not hold stands where nobody is told."""
    for decl in world.file.declarations:
        if isinstance(decl, nodes.Game):
            continue  # before a game nobody is told why something cannot be chosen
        for node in decl.inside:
            if (
                isinstance(node, nodes.Where | nodes.Require)
                and node.reason.text is None
            ):
                yield from _behind_not(world, node.test)


def _behind_not(world: World, test: nodes.Expr) -> Iterator[Diagnostic]:
    match test:
        case nodes.And(left=left, right=right) | nodes.Or(left=left, right=right):
            yield from _behind_not(world, left)
            yield from _behind_not(world, right)
        case nodes.Not(of=nodes.Call(name=name) as call):
            condition = world.refs.get(id(call))
            if (
                isinstance(condition, sym.ConditionSymbol)
                and condition.span is not None
            ):
                yield problem(
                    "lost-reason",
                    test.span,
                    f"where `{name}` holds, nobody is told why this is not possible",
                    mark="says nothing",
                    labels=(Label(condition.span, "its reason is for where it fails"),),
                    hint="give the reason here, in quotation marks behind the condition",
                )
        case _:
            pass


def _is_unsaid(need: Need) -> bool:
    """Whether it stands nowhere in the rules: it was made of something else."""
    return need.node.span.line == 0


def _problem(world: World, need: Need, certain: bool) -> Diagnostic:
    message, hint = _message(world, need)
    if certain:
        return problem(
            "never-there",
            need.node.span,
            f"whenever this is reached, it fails: {_certainly(need)}",
            mark="never possible",
            hint="take it away, or test for the contrary before",
        )
    return problem(
        need.code,
        need.node.span,
        f"perhaps {message}",
        mark="may stop the game",
        labels=_declared(world, need),
        hint=hint,
    )


def _certainly(need: Need) -> str:
    match need.code:
        case needs.RANGE:
            return "the number lies outside of the range"
        case needs.NO_ROW:
            return "the table has no such row"
        case needs.NO_ITEM:
            return "there is no such item"
        case needs.TOO_FEW:
            return "there are too few"
        case needs.SEVERAL:
            return "there are several"
        case _:
            return "there is nothing to take"


def _message(world: World, need: Need) -> tuple[str, str]:
    """What may be so, and what to try."""
    node = need.node
    match node:
        case nodes.Fold(name=name):
            return (
                f"there is nothing of which to take the {name}",
                f"say what counts then:  {name}(..., otherwise 0)",
            )
        case nodes.Call(name="position", args=(of, item)):
            test = _short(f"{quoted(item)} in {quoted(of)}")
            return (
                f"`{_short(quoted(item))}` is not there, and has no position",
                f"test it before:  if {test}:",
            )
        case nodes.Call(name=name, args=(of,)) if need.code == needs.NO_GREATEST:
            return (
                f"there is nothing of which to take the {name}",
                f"say what counts then:  {name}(x for x in ..., otherwise 0)",
            )
        case nodes.Call(args=(nodes.Quantified(kind="all", binder=binder), *_)):
            return (
                f"there is no such `{binder.name}` here",
                f"test it before:  if {_some(binder)}:",
            )
        case nodes.Call(args=(of, *_)):
            return (
                f"`{_short(quoted(of))}` is empty",
                f"test it before:  if {_short(quoted(of))} is not empty:",
            )
        case nodes.Quantified() if need.code == needs.SEVERAL:
            return (
                "there are several, and `the` means the only one",
                "say which of them:  having most ... then ...,  or take any of them",
            )
        case nodes.Quantified(binder=binder, having=having):
            if binder.where is None:
                whole = _short(quoted(binder.of))
                empty = f"test it before:  if {whole} is not empty:"
                return f"`{whole}` is empty", empty
            hint = f"test it before:  if {_some(binder)}:"
            if not having:
                hint += "  or take one that may be none:  first ... in ..."
            return f"there is no such `{binder.name}` here", hint
        case nodes.Index(of=of, keys=keys) if need.code == needs.NO_ITEM:
            key, whole = _short(quoted(keys[0])), _short(quoted(of))
            return (
                f"`{whole}` has no item {key}",
                f"test it before:  if size({whole}) >= {key}:",
            )
        case nodes.Index(of=of, keys=keys):
            return (
                f"`{_short(quoted(of))}` has no row for `{_short(_listed(keys))}`",
                "say what counts for all other rows:  , otherwise ...  behind the "
                "columns of the table, or test the key before",
            )
        case nodes.Draw(count=count, source=source):
            zone, number = _short(quoted(source)), _short(quoted(count))
            if constant_int(world, count) == 1:
                message, test = f"`{zone}` is empty", f"{zone} is not empty"
            else:
                message = f"fewer than {number} lie in `{zone}`"
                test = f"size({zone}) >= {number}"
            return message, (
                f"draw as many as there are:  draw up to {number},  "
                f"or test it before:  if {test}:"
            )
        case nodes.MovePieces(count=count, source=source):
            zone, number = _short(quoted(source)), _short(quoted(count))
            if any(isinstance(want.of, nodes.IsNone) for want in need.wants):
                return (
                    f"no piece stands on `{zone}`",
                    f"test it before:  if {zone} is not none:",
                )
            return f"there are fewer than that in `{zone}`", (
                f"move as many as there are:  move up to {number},  "
                f"or test it before:  if {_test(need)}:"
            )
        case nodes.Assign(target=target) if need.code == needs.TOO_FEW:
            return (
                f"there are fewer than that in `{_short(quoted(target))}`",
                f"test it before:  if {_test(need)}:",
            )
        case nodes.Assign(target=target):
            symbol = world.refs.get(id(target))
            assert isinstance(symbol, sym.VariableSymbol)
            assert isinstance(symbol.type, IntType)
            low, high = symbol.type.low, symbol.type.high
            return (
                f"`{_short(quoted(target))}` does not stay between {low} and {high}",
                "test the number before, or widen the range",
            )
        case _:
            raise AssertionError(node)


def _some(binder: nodes.Binder) -> str:
    where = f" where {quoted(binder.where)}" if binder.where is not None else ""
    return _short(f"some {binder.name} in {quoted(binder.of)}{where}")


def _test(need: Need) -> str:
    """What would have to be asked before."""
    return _short(" and ".join(quoted(want.of) for want in need.wants))


def _listed(keys: tuple[nodes.Expr, ...]) -> str:
    return ", ".join(map(quoted, keys))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."


def _declared(world: World, need: Need) -> tuple[Label, ...]:
    match need.node:
        case nodes.Index():
            symbol = world.refs.get(id(need.node))
            if isinstance(symbol, sym.TableSymbol) and symbol.span is not None:
                return (Label(symbol.span, "declared here"),)
        case nodes.Assign(target=target) if need.code == needs.RANGE:
            symbol = world.refs.get(id(target))
            if isinstance(symbol, sym.VariableSymbol) and symbol.span is not None:
                return (Label(symbol.span, "declared here"),)
        case _:
            pass
    return ()
