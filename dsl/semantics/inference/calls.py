"""Types of calls: the functions of the language and those that the file declares.

More than 400 lines because every function of the language has its own rule.
"""

from collections.abc import Callable, Mapping
from itertools import combinations, permutations

from attrs import evolve

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.remedies import change, near, write
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import is_lattice, steps_by
from rulesrun.dsl.semantics.implicit_arguments import handed_on
from rulesrun.dsl.semantics.inference.results import result_of
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.syntax.vocabulary import OTHER_FUNCTIONS
from rulesrun.dsl.syntax.words import BUILTIN_ENUMS

Args = tuple[nodes.Expr, ...]
Called = (
    nodes.Call
    | nodes.Do
    | nodes.Raise
    | nodes.MenuAction
    | nodes.Start
    | nodes.Can
    | nodes.Exchange
    | nodes.After
    | nodes.SharedHead
)
MOST_REORDERED = 6
"""As many values are tried in other orders."""

Rule = Callable[[Typer, nodes.Call, t.Type | None], t.Type]


def type_of_call(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    """The type of a call; unknown functions and wrong arguments are reported."""
    component = infer.world.get(sym.ComponentSymbol, node.name)
    if component is not None:
        return _component(infer, node, component)
    symbol = infer.world.stands_for(node)
    if isinstance(symbol, sym.FunctionSymbol | sym.AmountSymbol):
        check_arguments(infer, node, symbol.params, node.args)
        if isinstance(symbol, sym.AmountSymbol):
            return t.INT
        return result_of(infer, symbol)
    function = FUNCTIONS.get(node.name)
    if (
        function is not None
        and function.now
        and node.span.path not in infer.world.file.earlier
    ):
        function = None
    if node.name in infer.world.broken:  # its own declaration cannot be read
        function = None
    if function is None:
        _unknown_function(infer, node)
        for arg in node.args:
            infer.expr(arg, t.UNKNOWN)
        return t.UNKNOWN
    least, most = function.values
    if not least <= len(node.args) <= most:
        infer.world.report(
            "wrong-count",
            node.span,
            f"`{node.name}` is written  {function.written}",
            hint=f"the {'greatest' if node.name == 'max' else 'smallest'} of a collection "
            f"is  {'most' if node.name == 'max' else 'least'}(S)"
            if node.name in ("min", "max") and len(node.args) == 1
            else function.says,
        )
        for arg in node.args:
            infer.expr(arg, t.UNKNOWN)
        return t.UNKNOWN
    return _builtin(infer, node, expected, RULES[function.rule])


def _component(infer: Typer, node: nodes.Call, symbol: sym.ComponentSymbol) -> t.Type:
    """`Tile("Keywood")`: the component of that name."""
    kind = t.ComponentType((symbol.name,))
    match node.args:
        case (nodes.Text() as name,):
            return infer.expr(name, kind)
        case _:
            for arg in node.args:
                infer.expr(arg, t.UNKNOWN)
            infer.world.report(
                "wrong-type",
                node.span,
                f"a {symbol.name} is called by its name",
                hint=f'write its name in quotes:  {symbol.name}("...")',
            )
            return kind


def _builtin(
    infer: Typer, node: nodes.Call, expected: t.Type | None, rule: Rule
) -> t.Type:
    """A call of a function of the language; what is wrong with its values has a remedy."""
    report = infer.world.told
    with report.trial() as first:
        result = rule(infer, node, expected)
    places = [arg.span for arg in node.args]
    if not any(problem.span in places for problem in first.problems):
        report.keep(first)
        return result
    plain = not any(
        isinstance(part, nodes.Call | nodes.Fold) for part in walk(node.args)
    )
    if len(node.args) == 2 and plain:
        with report.trial() as second:
            swapped = rule(infer, evolve(node, args=node.args[::-1]), expected)
        if not second.problems:
            text = ", ".join(quoted(arg) for arg in node.args[::-1])
            infer.world.report(
                "wrong-type",
                places[0].to(places[1]),
                f"the values for `{node.name}` stand in the wrong order",
                hint=change(
                    f"write  {node.name}({text})", places[0].to(places[1]), text
                ),
            )
            return swapped
    hint = FUNCTIONS[node.name].says
    first.problems = [
        evolve(problem, hint=hint)
        if problem.span in places and problem.hint is None
        else problem
        for problem in first.problems
    ]
    report.keep(first)
    return result


def check_arguments(
    infer: Typer,
    node: Called,
    params: tuple[sym.LocalSymbol | sym.FieldSymbol, ...],
    args: Args,
) -> None:
    """Each argument against its parameter."""
    if not _known_here(infer, node, params):
        return
    wanted = [param.type for param in params]
    kinds = [_argument_type(infer, args, at, wanted) for at in range(len(args))]
    if len(params) != len(args):
        _wrong_count(infer, node, params, args, kinds)
        return
    wrong = [at for at, kind in enumerate(kinds) if not t.fits(kind, wanted[at])]
    if _perhaps_forgotten(infer, node, params, args, kinds):
        return
    for at, kind in enumerate(kinds):
        if at not in wrong:
            t.settle(kind, wanted[at])
    whole = len(wrong) > 1 and not handed_on(node)
    order = _other_order(kinds, wanted) if whole else None
    if order is not None:
        right = ", ".join(quoted(args[at]) for at in order)
        infer.world.report(
            "wrong-type",
            args[wrong[0]].span.to(args[wrong[-1]].span),
            f"the values for `{node.name}` stand in the wrong order",
            mark=", ".join(str(kinds[at]) for at in range(wrong[0], wrong[-1] + 1)),
            labels=_declared(infer, node.name),
            hint=change(
                f"write  {node.name}({right})", args[0].span.to(args[-1].span), right
            ),
        )
        return
    for at in wrong:
        what = f"`{params[at].name}` of `{node.name}`"
        hint = f"it is declared as  {signature(node.name, params)}"
        infer.refuse(args[at], kinds[at], wanted[at], what, hint)


def _perhaps_forgotten(
    infer: Typer,
    node: Called,
    params: tuple[sym.LocalSymbol | sym.FieldSymbol, ...],
    args: Args,
    kinds: list[t.Type],
) -> bool:
    """Report a call that leaves a value out and may have meant to leave out another one.

    What is handed on and what is given are of one kind, and no declared name tells which
    of the two was meant; or what is given fits in front, and not behind what is handed on.
    """
    many = len(handed_on(node))
    explicit = args[many:]
    if not many or not explicit or (isinstance(node, nodes.MenuAction) and node.bare):
        return False
    behind = kinds[many:]
    if not all(map(t.fits, behind, (p.type for p in params[many:]))):
        if _places_of(behind, [p.type for p in params]) is not None:
            _wrong_count(infer, node, params, explicit, behind)
            return True
        return False
    last, first = params[many - 1], params[many]
    if not (t.fits(last.type, first.type) or t.fits(first.type, last.type)):
        return False
    called = infer.world.called
    first_name = explicit[0].text if isinstance(explicit[0], nodes.Name) else ""
    if first_name != params[0].name:  # that is told in all editions
        if node.span.path in infer.world.file.earlier:
            return False
        if last.name in called and first_name not in called:
            return False
    whole = ", ".join(map(quoted, args))
    infer.world.report(
        "wrong-count",
        node.name_span,
        f"`{node.name}` takes `{last.name}` and `{first.name}` of one kind, and only one "
        "is given",
        mark="which of the two?",
        labels=_declared(infer, node.name),
        hint=change(
            f"say both:  {node.name}({whole})",
            explicit[0].span.to(explicit[-1].span),
            whole,
        ),
    )
    return True


def _known_here(
    infer: Typer, node: Called, params: tuple[sym.LocalSymbol | sym.FieldSymbol, ...]
) -> bool:
    """Whether all that is to be handed on by its name is called so here."""
    implicit = handed_on(node)
    refs = infer.world.refs
    missing = [
        arg.text
        for arg in implicit
        if not isinstance(refs.get(id(arg)), sym.LocalSymbol)
    ]
    if not missing:
        return True
    explicit = node.args[len(implicit) :]
    bare = isinstance(node, nodes.MenuAction) and node.bare
    if explicit and not bare:
        wanted = [param.type for param in params]
        kinds = [
            _argument_type(infer, explicit, at, wanted) for at in range(len(explicit))
        ]
        _wrong_count(infer, node, params, explicit, kinds)
        return False
    whole = ", ".join("..." if p.name in missing else p.name for p in params)
    infer.world.report(
        "wrong-count",
        node.name_span,
        f"`{node.name}` takes `{missing[0]}`, and nothing is called so here",
        labels=_declared(infer, node.name),
        hint=f"say what it is given:  {node.name}({whole})",
    )
    return False


def _argument_type(infer: Typer, args: Args, at: int, wanted: list[t.Type]) -> t.Type:
    """The type of a value: as its place takes it, or another one where it is wrong here.

    It is read again only for a name of two meanings, or a value at the wrong place.
    """
    report = infer.world.told
    right = len(args) == len(wanted)
    own = wanted[at] if at < len(wanted) else t.UNKNOWN
    with report.trial() as tried:
        result = infer.expr(args[at], own)
    other = any(problem.code != "duplicate-name" for problem in tried.problems)
    if other or (not tried.problems and (right or t.fits(result, own))):
        report.keep(tried)
        return result
    for kind in wanted:
        with report.trial() as tried:
            result = infer.expr(args[at], kind)
        if not tried.problems and t.fits(result, kind):
            report.keep(tried)
            return result
    return infer.expr(args[at], own if right else t.UNKNOWN)


def signature(name: str, params: tuple[sym.LocalSymbol | sym.FieldSymbol, ...]) -> str:
    """What is called, with the name and the type of each value that it takes."""
    return f"{name}({', '.join(f'{p.name}: {t.spelled(p.type)}' for p in params)})"


def _declared(infer: Typer, name: str) -> list[Label]:
    symbol = infer.world.names.get(name)
    return [Label(symbol.span, "declared here")] if symbol and symbol.span else []


def _other_order(kinds: list[t.Type], wanted: list[t.Type]) -> tuple[int, ...] | None:
    """The order in which all values fit that leaves most of them as they stand."""
    if len(kinds) > MOST_REORDERED:
        return None
    orders = [
        order
        for order in permutations(range(len(kinds)))
        if all(t.fits(kinds[at], kind) for at, kind in zip(order, wanted, strict=True))
    ]
    return min(orders, key=_turns, default=None)


def _turns(order: tuple[int, ...]) -> int:
    return sum(a > b for a, b in combinations(order, 2))


def _wrong_count(
    infer: Typer,
    node: Called,
    params: tuple[sym.LocalSymbol | sym.FieldSymbol, ...],
    args: Args,
    kinds: list[t.Type],
) -> None:
    """Too few or too many values: which are missing, or which one is to be left out."""
    wanted = f"{len(params) or 'no'} {'value' if len(params) == 1 else 'values'}"
    hint: str | Remedy = f"it is declared as  {signature(node.name, params)}"
    inside = args[0].span.to(args[-1].span) if args else node.name_span
    if not params:
        hint = change(f"write  {node.name}()", inside, "")
        if isinstance(node, nodes.Do | nodes.Start):
            word = "do" if isinstance(node, nodes.Do) else "start"
            hint = change(f"write  {word} {node.name}", inside, "")
    elif len(args) < len(params):
        places = _places_of(kinds, [param.type for param in params])
        if places is not None:
            quoted_args = {
                at: quoted(arg) for at, arg in zip(places, args, strict=True)
            }
            text = ", ".join(quoted_args.get(at, "...") for at in range(len(params)))
            missing = " and ".join(
                f"`{p.name}: {t.spelled(p.type)}`"
                for at, p in enumerate(params)
                if at not in quoted_args
            )
            hint = f"write  {node.name}({text})  with {missing} for the dots"
    else:
        places_kept = _places_of(
            [param.type for param in params], kinds, many_given=True
        )
        if places_kept is not None:
            text = ", ".join(quoted(args[at]) for at in places_kept)
            hint = change(f"write  {node.name}({text})", inside, text)
    taken = f" {signature('', params)}" if params else ""
    infer.world.report(
        "wrong-count",
        node.name_span,
        f"`{node.name}` takes {wanted}{taken}, and {len(args) or 'none'} "
        f"{'is' if len(args) < 2 else 'are'} given",
        labels=_declared(infer, node.name),
        hint=hint,
    )


def _places_of(
    few: list[t.Type], many: list[t.Type], *, many_given: bool = False
) -> tuple[int, ...] | None:
    """Where the few would stand among the many, in their order; the first way that fits.

    The few are given and the many wanted, or, if `many_given`, the other way round.
    """
    if len(many) > MOST_REORDERED:
        return None
    for places in combinations(range(len(many)), len(few)):
        pairs = [(kind, many[at]) for kind, at in zip(few, places, strict=True)]
        if all(t.fits(b, a) if many_given else t.fits(a, b) for a, b in pairs):
            return places
    return None


def _unknown_function(infer: Typer, node: nodes.Call) -> None:
    name = node.name
    functions = [s.name for s in infer.world.each(sym.FunctionSymbol)]
    functions += [s.name for s in infer.world.each(sym.AmountSymbol)]
    callable_ = [*functions, *(f.name for f in FUNCTIONS.values() if not f.now)]
    if name in infer.world.doubtful:
        return
    if infer.world.excuses(
        name, callable_, "function", "condition", "shown value", "amount"
    ):
        return
    symbol = infer.world.names.get(name)
    if symbol is not None:
        what = symbol.what
        hint = None
        if isinstance(symbol, sym.RuleSymbol):
            hint = f"carry it out in a line of its own:  do {name}(...)"
            if symbol.returns is not None:
                hint = (
                    f"name what it gives in a line of its own:  let x = do {name}(...)"
                )
        elif isinstance(symbol, sym.ActionSymbol):
            hint = f"let a player take it in a line of its own:  p must {name}(...)"
        infer.world.report(
            "unknown-function",
            node.name_span,
            f"`{name}` is {t.article(what)} {what}, and a function is needed here",
            hint=hint,
        )
        return
    infer.world.report(
        "unknown-function",
        node.name_span,
        f"no function is called `{name}`",
        mark="unknown",
        labels=infer.world.nearest_labels(name, functions),
        hint=_said_otherwise(name)
        or near(name, callable_, node.name_span)
        or f"declare it:  function {name}(...) -> int = ...",
    )


def _said_otherwise(name: str) -> str | None:
    """How the language says what others, or edition 1 of it, have a function for."""
    gone = FUNCTIONS.get(name)
    replacement = gone.now if gone is not None else OTHER_FUNCTIONS.get(name.lower())
    return f"write  {replacement}" if replacement else None


# ---- the functions of the language -----------------------------------------


def _size(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    infer.collection(node.args[0])
    return t.INT


def _numbers(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    item = infer.collection(node.args[0])
    kind = infer.world.types.get(id(node.args[0]))
    if not t.fits(item, t.INT):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"`{node.name}` needs numbers, not {item}",
            hint=write(
                node.span,
                f"size({quoted(node.args[0])})",
                "  for the number of all kinds",
            )
            if node.name == "sum" and t.bundle_of(kind or t.UNKNOWN) is not None
            else None,
        )
    return t.INT


def _arithmetic(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    for arg in node.args:
        infer.number(arg)
    return t.INT


def _one_of(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    if node.name == "random":
        _chance(infer, node)
    wanted = None if expected is None else t.ListType(expected)
    return infer.collection(node.args[0], wanted)


def _chance(infer: Typer, node: nodes.Call) -> None:
    if infer.pure:
        infer.world.report(
            "cannot-change",
            node.span,
            "chance plays no part in a condition, a function or what can be chosen",
            hint="let a rule draw first, and look at what it drew",
        )


def _reversed(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    return t.ListType(infer.collection(node.args[0]))


def _distinct(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    return t.SetType(infer.collection(node.args[0]))


def _players(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    infer.want(node.args[0], t.PLAYER)
    return t.ListType(t.PLAYER)


def _grid_argument(infer: Typer, node: nodes.Call) -> t.GridType | None:
    kind = infer.expr(node.args[0])
    if isinstance(kind, t.GridType):
        return kind
    if not isinstance(kind, t.UnknownType):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"`{node.name}` needs a growing grid, and this is a {kind}",
        )
    return None


def _places(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    grid = _grid_argument(infer, node)
    shape = grid.shape if grid else "square"
    if len(node.args) == 2:
        infer.want(node.args[1], t.PlaceType(shape))
    return t.ListType(t.PlaceType(shape))


def _outline(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    grid = _grid_argument(infer, node)
    return t.ListType(t.ListType(t.EdgeType(grid.shape if grid else "square")))


def _components(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    grid = _grid_argument(infer, node)
    return t.ListType(grid.item) if grid else t.UNKNOWN


def _sides_of(infer: Typer, kind: t.Type) -> t.Type:
    if isinstance(kind, t.CellType | t.PlaceType):
        return t.without_none(steps_by(infer.world, kind) or t.UNKNOWN)
    return t.UNKNOWN


def _in_rows(infer: Typer, node: nodes.Call, arg: nodes.Expr, kind: t.Type) -> t.Type:
    """What has directions, or rows and columns: no corners, sides or named spaces."""
    board = infer.world.get(sym.BoardSymbol, getattr(kind, "board", ""))
    if board is None or is_lattice(board):
        return kind
    infer.world.report(
        "wrong-type",
        arg.span,
        f"`{node.name}` goes by directions, rows or columns, and a {kind} has none",
        mark=f"{kind}",
        hint="what is beside it is in  neighbours",
    )
    return t.UNKNOWN


def _cell_argument(
    infer: Typer,
    node: nodes.Call,
    position: int = 0,
    expected: t.Type | None = None,
) -> t.Type:
    arg = node.args[position]
    kind = infer.expr(arg, expected)
    if isinstance(kind, t.OptionalType) and isinstance(
        kind.item, t.CellType | t.PlaceType
    ):
        infer.want(arg, kind.item)
        return kind.item
    if not isinstance(kind, t.CellType | t.PlaceType | t.UnknownType):
        infer.world.report(
            "wrong-type",
            arg.span,
            f"`{node.name}` needs a cell or a place, and this is a {kind}",
            mark=str(kind),
        )
        return t.UNKNOWN
    return kind


def _step(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = _cell_argument(infer, node, expected=expected)
    kind = _in_rows(infer, node, node.args[0], kind)
    infer.want(node.args[1], _sides_of(infer, kind))
    return t.OptionalType(kind) if isinstance(kind, t.CellType) else kind


def _ray(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = _in_rows(infer, node, node.args[0], _cell_argument(infer, node))
    infer.want(node.args[1], _sides_of(infer, kind))
    return t.ListType(kind)


def _toward(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = _cell_argument(infer, node)
    infer.want(node.args[1], kind)
    by = _sides_of(infer, kind)
    if by is t.UNKNOWN:
        _in_rows(infer, node, node.args[0], kind)
    return t.OptionalType(by)


def _board_argument(infer: Typer, node: nodes.Call) -> t.Type:
    arg = node.args[0]
    if isinstance(arg, nodes.Name):
        board = infer.world.named(sym.BoardSymbol, arg)
        if board is not None:
            infer.expr(arg)
            return t.CellType(board.name)
    kind = infer.expr(arg)
    if not isinstance(kind, t.UnknownType):
        infer.world.report(
            "wrong-type", arg.span, f"`{node.name}` needs the name of a board"
        )
    return t.UNKNOWN


def _lines(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    if node.name == "lines":
        kind = _board_argument(infer, node)
    else:
        kind = _cell_argument(infer, node)
    kind = _in_rows(infer, node, node.args[0], kind)
    infer.number(node.args[1])
    return t.ListType(t.ListType(kind))


def _distance(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = _cell_argument(infer, node)
    infer.want(node.args[1], kind)
    return t.INT


def _border(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    return t.ListType(_board_argument(infer, node))


def _cell_at(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = _in_rows(infer, node, node.args[0], _board_argument(infer, node))
    infer.number(node.args[1])
    infer.number(node.args[2])
    return t.OptionalType(kind)


def _section(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    _in_rows(infer, node, node.args[0], _cell_argument(infer, node))
    infer.number(node.args[1])
    infer.number(node.args[2])
    return t.INT


def _place_at(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    infer.number(node.args[0])
    infer.number(node.args[1])
    place = None if expected is None else t.without_none(expected)
    return place if isinstance(place, t.PlaceType) else t.PlaceType("square")


def _covers(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = infer.expr(node.args[0])
    kind = t.bundle_of(kind) or kind
    if not isinstance(kind, t.BundleType | t.UnknownType):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"`covers` compares two bundles, and this is a {kind}",
        )
    infer.want(node.args[1], kind)
    return t.BOOL


def _shared(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = infer.expr(node.args[0], expected)
    kind = t.bundle_of(kind) or kind
    if not isinstance(kind, t.BundleType | t.SetType | t.ListType | t.UnknownType):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"`shared` needs two sets or two bundles, and this is a {kind}",
        )
    infer.want(node.args[1], kind)
    return kind


def _rotated(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = infer.expr(node.args[0], expected)
    turns = isinstance(kind, t.EnumType | t.UnknownType)
    if isinstance(kind, t.SetType):
        side = kind.item
        turns = isinstance(side, t.UnknownType)
        turns |= isinstance(side, t.EnumType) and side.name in BUILTIN_ENUMS
    if not turns:
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            "only a value of an enum or a set of sides can be rotated, "
            f"and this is a {kind}",
        )
        kind = t.UNKNOWN
    infer.number(node.args[1])
    return kind


def _position(infer: Typer, node: nodes.Call, expected: t.Type | None) -> t.Type:
    kind = infer.expr(node.args[0])
    if isinstance(kind, t.GridType):
        infer.want(node.args[1], kind.item)
        return t.OptionalType(t.PlaceType(kind.shape))
    item = infer.collection(node.args[0])
    infer.want(node.args[1], item)
    return t.INT


RULES: Mapping[str, Rule] = {
    "arithmetic": _arithmetic,
    "border": _border,
    "cell_at": _cell_at,
    "components": _components,
    "covers": _covers,
    "distance": _distance,
    "distinct": _distinct,
    "lines": _lines,
    "numbers": _numbers,
    "one_of": _one_of,
    "outline": _outline,
    "place_at": _place_at,
    "places": _places,
    "players": _players,
    "position": _position,
    "ray": _ray,
    "reversed": _reversed,
    "rotated": _rotated,
    "section": _section,
    "shared": _shared,
    "size": _size,
    "step": _step,
    "toward": _toward,
}
"""By the words for them in the table of functions."""
