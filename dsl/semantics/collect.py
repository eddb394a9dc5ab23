"""Declarations to symbols: everything a file declares, each name once.

More than 400 lines because each kind of declaration is named and shaped here, once.
"""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from rulesrun.dsl.languages.spoken import labels_of
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.any_time import written_out
from rulesrun.dsl.semantics.audiences import declare_audiences
from rulesrun.dsl.semantics.cases import enum_functions, misfits
from rulesrun.dsl.semantics.departures import declare_departures
from rulesrun.dsl.semantics.expansion import unusable
from rulesrun.dsl.semantics.geometry import is_lattice, parts_of
from rulesrun.dsl.semantics.heads import share_heads
from rulesrun.dsl.semantics.implicit_arguments import say_all
from rulesrun.dsl.semantics.initial_contents import begun
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.positions import begin_scenarios
from rulesrun.dsl.semantics.results import count_depth, give_result, note_cancelled
from rulesrun.dsl.semantics.rotations import turning_functions
from rulesrun.dsl.semantics.sided import check_sides
from rulesrun.dsl.semantics.world import Declared, Declaring
from rulesrun.dsl.semantics.written_types import (
    board_named,
    enum_named,
    family_key,
    owner_type,
    resolve_type,
    zone_type,
)
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.readings import Made
from rulesrun.dsl.syntax.words import (
    BUILTIN_ENUMS,
    BUILTIN_NAMES,
    RESERVED,
    SINCE_EDITION_2,
)


def collect(
    file: nodes.RuleFile,
    broken: frozenset[str],
    lost: frozenset[str] = frozenset(),
    limits: Limits = DEFAULT,
    memo: Made | None = None,
) -> Declared:
    """The symbols of a file; problems are in its report.

    What `memo` holds of the same declarations is not made again.
    """
    declarations, unasked = written_out(tuple(apart(file.declarations)))
    file = evolve(file, declarations=declarations)
    world = Declaring(
        file, limits=limits, broken=broken, lost=lost, made=memo or Made()
    )
    for misfit in unasked:
        world.told.add(misfit)
    begun(world)
    file = world.file
    for name, values in BUILTIN_ENUMS.items():
        _declare_enum(world, name, None, [(v, None, _side_labels(v)) for v in values])
    for decl in file.declarations:
        _name(world, decl)
        if isinstance(decl, nodes.EnumDecl):
            for function in enum_functions(decl):
                _name(world, function)
                world.derived.append(function)
            for misfit in misfits(decl, broken):
                world.told.add(misfit)
    for function in turning_functions(world):
        _name(world, function)
        world.derived.append(function)
    constants = {symbol.name: symbol for symbol in world.each(sym.ConstantSymbol)}
    for name, misfit in unusable(constants):
        world.told.add(misfit)
        world.names.pop(name, None)
        world.broken |= {name}
    for decl in file.declarations:
        if isinstance(decl, nodes.NamesDecl):
            _called(world, decl)
    for head in world.each(sym.HeadSymbol):
        head.params = parameters(world, head.decl.params)
    say_all(world)
    share_heads(world)
    begin_scenarios(world)
    file = world.file
    for decl in (*file.declarations, *world.derived):
        _shape(world, decl)
    declare_departures(world)
    declare_audiences(world)
    check_sides(world)
    if world.game is None and "game" not in world.lost:
        first = Span(file.path, 1, 1, 1, 1)
        world.report(
            "missing-game",
            first,
            "the file does not say which game it is",
            hint='add a block such as  game nim "Nim":  with a line  players 2',
        )
    others = [d for d in file.declarations if not isinstance(d, nodes.Game)]
    has_play = any(getattr(decl, "name", None) == "play" for decl in others)
    has_play = has_play or "play" in world.lost
    if world.play is None and world.game is not None and not has_play:
        world.report(
            "missing-play",
            world.game.span,
            "the file does not say how the game is played",
            hint="add a block  play:  with the course of the game",
        )
    return world


def apart(declarations: Iterable[nodes.Decl]) -> Iterator[nodes.Decl]:
    """The declarations, and each of those that stand in one block together."""
    for decl in declarations:
        if isinstance(decl, nodes.HandlerCases):
            yield from decl.handlers
        elif isinstance(decl, nodes.ScenarioDecl) and decl.cases:
            yield from decl.cases
        else:
            yield decl


# ---- first round: names ----------------------------------------------------


def _name(world: Declaring, decl: nodes.Decl) -> None:  # noqa: C901 - one case a kind
    match decl:
        case nodes.Game():
            if world.game is not None:
                _twice(world, "game", decl.span, world.game.span)
            else:
                world.game = decl
        case nodes.Play():
            if world.play is not None:
                _twice(world, "play", decl.span, world.play.span)
            else:
                world.play = decl
        case nodes.EnumDecl():
            values = [(v.name, v.span, v.labels) for v in decl.values]
            symbol = _declare_enum(world, decl.name, decl.name_span, values)
            if symbol is not None:
                symbol.labels = decl.labels
        case nodes.ComponentDecl():
            _declare(world, sym.ComponentSymbol(decl.name, decl.name_span, decl))
        case nodes.PieceDecl():
            _declare(world, sym.PieceSymbol(decl.name, decl.name_span, decl))
        case nodes.BoardDecl():
            shape = "graph" if decl.spaces else " ".join(decl.shape.split())
            _declare(world, sym.BoardSymbol(decl.name, decl.name_span, decl, shape))
        case nodes.TableDecl():
            _declare(world, sym.TableSymbol(decl.name, decl.name_span, decl))
        case nodes.OptionDecl():
            _declare(
                world, sym.OptionSymbol(decl.name, decl.name_span, decl, t.UNKNOWN)
            )
        case nodes.Neutral():
            _declare(world, sym.NeutralSymbol(decl.name, decl.name_span, decl))
        case nodes.ConstantDecl():
            _declare(world, sym.ConstantSymbol(decl.name, decl.name_span, decl))
        case nodes.ConditionDecl():
            _declare(world, sym.ConditionSymbol(decl.name, decl.name_span, decl))
        case nodes.ShownDecl():
            _declare(world, sym.ShownSymbol(decl.name, decl.name_span, decl, used=True))
        case nodes.FunctionDecl():
            _declare(world, sym.FunctionSymbol(decl.name, decl.name_span, decl))
        case nodes.RuleDecl():
            _declare(world, sym.RuleSymbol(decl.name, decl.name_span, decl))
        case nodes.HeadDecl():
            _declare(world, sym.HeadSymbol(decl.name, decl.name_span, decl))
        case nodes.SubstitutionDecl():
            _declare(world, sym.SubstitutionSymbol(decl.name, decl.name_span, decl))
        case nodes.ActionDecl():
            _declare(world, sym.ActionSymbol(decl.name, decl.name_span, decl))
        case nodes.EventDecl():
            _declare(world, sym.EventSymbol(decl.name, decl.name_span, decl))
        case nodes.AmountDecl():
            _declare(world, sym.AmountSymbol(decl.name, decl.name_span, decl))
        case nodes.Supply():
            world.supply.extend(decl.lines)
        case nodes.PositionDecl():
            first = world.positions.setdefault(decl.title, decl)
            if first is not decl:
                world.report(
                    "duplicate-scenario",
                    decl.title_span,
                    f'there is a position "{decl.title}" already',
                    labels=[Label(first.title_span, "the first one")],
                    hint="say in the title what is different in this one",
                )
        case nodes.ScenarioDecl():
            world.scenarios.append(decl)
        case _:
            pass


def _twice(world: Declaring, what: str, span: Span, first: Span) -> None:
    world.report(
        "duplicate-name",
        span,
        f"there is a second `{what}` block",
        labels=[Label(first, "the first one is here")],
        hint="keep one of them",
    )


def _side_labels(name: str) -> nodes.Labels:
    return evolve(labels_of(name, "direction"), text=None)


def _declare_enum(
    world: Declaring,
    name: str,
    span: Span | None,
    values: Sequence[tuple[str, Span | None, nodes.Labels]],
) -> sym.EnumSymbol | None:
    symbols: list[sym.ValueSymbol] = []
    seen: dict[str, Span | None] = {}
    for text, place, labels in values:
        if text in seen:
            first = seen[text]
            world.report(
                "duplicate-name",
                place or Span("", 1, 1, 1, 1),
                f"{name} has the value `{text}` twice",
                labels=[Label(first, "first here")] if first else [],
                hint="remove or rename one of them",
            )
            continue
        seen[text] = place
        if not _check_word(world, text, place):
            world.lost |= {"value"}
        symbols.append(sym.ValueSymbol(text, place, name, len(symbols), labels))
    symbol = sym.EnumSymbol(name, span, tuple(symbols))
    if not _declare(world, symbol):
        return None
    for value in symbols:
        world.values.setdefault(value.name, []).append(value)
    return symbol


def _check_word(world: Declared, name: str, span: Span | None) -> bool:
    if span is None or (name not in RESERVED and name not in BUILTIN_NAMES):
        return True
    if name in SINCE_EDITION_2 and span.path in world.file.earlier:
        return True
    world.report(
        "reserved-word",
        span,
        f"`{name}` is a word of the language and cannot be a name",
        hint="the course of the game belongs in a block  play:  of its own"
        if name == "play"
        else "take another name, such as `current_player` or `p`"
        if name == "player"
        else f"take another name, such as `{name}_1` or a longer word",
    )
    world.broken |= {name}
    return False


def _check_case(world: Declaring, symbol: sym.Symbol, span: Span) -> None:
    """Two things of one kind must differ in more than capital letters."""
    kind = type(symbol)
    for other in world.alike.get(symbol.name.casefold(), ()):
        if isinstance(other, kind) and other.span is not None:
            world.report(
                "duplicate-name",
                span,
                f"`{symbol.name}` and `{other.name}` differ in capital letters only",
                mark="almost the same",
                labels=[Label(other.span, f"this {other.what}")],
                hint="rename one of the two",
            )
            world.broken |= {symbol.name, other.name}


def _declare(world: Declaring, symbol: sym.Symbol) -> bool:
    span = symbol.span
    earlier = world.names.get(symbol.name)
    if span is not None and not _check_word(world, symbol.name, span):
        world.lost |= {symbol.what}
        return False
    if earlier is not None and span is not None:
        labels = (
            [Label(earlier.span, f"this {earlier.what} has it")] if earlier.span else []
        )
        world.report(
            "duplicate-name",
            span,
            f"the name `{symbol.name}` is taken",
            mark="declared again",
            labels=labels,
            hint="rename one of the two",
        )
        world.lost |= {symbol.what, earlier.what}
        world.doubtful |= {symbol.name}
        return False
    if span is not None:
        _check_case(world, symbol, span)
    world.names[symbol.name] = symbol
    world.alike.setdefault(symbol.name.casefold(), []).append(symbol)
    return True


# ---- second round: types ---------------------------------------------------


def _parts(world: Declaring, decl: nodes.BoardDecl, whole: nodes.Named) -> None:
    """Report corners, sides or links of what has none, and those that are declared twice."""
    board = board_named(world, whole.text, whole.span)
    if board is None:
        return
    if decl.shape == "links" and board.whole is not None:
        world.report(
            "wrong-type",
            whole.span,
            f"links join spaces or cells, and `{board.name}` has none",
            labels=[Label(board.span, "declared here")] if board.span else [],
            hint=f"declare it with an enum of its spaces:  board {board.name}: spaces "
            "Town",
        )
        return
    if decl.shape != "links" and not is_lattice(board):
        world.report(
            "wrong-type",
            whole.span,
            f"`{board.name}` has no {decl.shape}",
            labels=[Label(board.span, "declared here")] if board.span else [],
            hint="what joins its spaces are links:  board roads: links of "
            f'{board.name} from "roads.csv"'
            if board.shape == "graph"
            else "a board of rows and columns has:  square, hex, flat hex or rhombus",
        )
        return
    first = parts_of(world, board.name, decl.shape)
    if first is not None and first.decl is not decl:
        world.report(
            "duplicate-name",
            decl.span,
            f"the {decl.shape} of `{board.name}` have a name",
            mark="declared again",
            labels=[Label(first.span, f"`{first.name}`")] if first.span else [],
            hint=f"use `{first.name}`",
        )


def _shape(world: Declaring, decl: nodes.Decl) -> None:
    match decl:
        case nodes.ComponentDecl():
            _fields(world, decl)
        case nodes.BoardDecl():
            if decl.spaces is not None:
                enum_named(world, decl.spaces)
            if decl.whole is not None:
                _parts(world, decl, decl.whole)
        case nodes.PieceDecl():
            if decl.kinds is not None:
                enum_named(world, decl.kinds)
        case nodes.TableDecl():
            _table(world, decl)
        case nodes.OptionDecl():
            option = world.get(sym.OptionSymbol, decl.name)
            if option is not None:
                option.type = resolve_type(world, decl.type)
        case nodes.StateDecl():
            _variables(world, decl)
        case nodes.FunctionDecl():
            _function(world, decl)
        case nodes.RuleDecl():
            rule = world.symbol_of(sym.RuleSymbol, decl)
            if rule is not None:
                rule.params = parameters(world, decl.params)
                give_result(world, rule)
                count_depth(world, rule)
        case nodes.ActionDecl() | nodes.EventDecl() | nodes.AmountDecl():
            kind = sym.ActionSymbol | sym.EventSymbol | sym.AmountSymbol
            symbol = world.names.get(decl.name)
            if isinstance(symbol, kind) and symbol.decl is decl:
                symbol.params = parameters(world, decl.params)
        case nodes.SubstitutionDecl():
            _substitution(world, decl)
        case nodes.HandlerDecl():
            _handler(world, decl)
        case nodes.AdjustDecl():
            _adjustment(world, decl)
        case _:
            pass


def _function(world: Declaring, decl: nodes.FunctionDecl) -> None:
    function = world.symbol_of(sym.FunctionSymbol, decl)
    if function is not None:
        function.params = parameters(world, decl.params)
        if decl.returns is not None:
            function.returns = resolve_type(world, decl.returns)
        if decl.of_enum:
            function.params[0].used = True


def _table(world: Declaring, decl: nodes.TableDecl) -> None:
    table = world.symbol_of(sym.TableSymbol, decl)
    if table is not None:
        table.keys = tuple((p.name, _type_of(world, p)) for p in decl.keys)
        table.values = tuple((p.name, _type_of(world, p)) for p in decl.values)


def _substitution(world: Declaring, decl: nodes.SubstitutionDecl) -> None:
    substitution = world.symbol_of(sym.SubstitutionSymbol, decl)
    if substitution is not None:
        substitution.params = parameters(world, decl.params)
        enum_named(world, decl.of)


def parameters(
    world: Declared, params: tuple[nodes.Param, ...]
) -> tuple[sym.LocalSymbol, ...]:
    """Parameters as local names."""
    local_symbols: list[sym.LocalSymbol] = []
    for param in params:
        _check_word(world, param.name, param.span)
        if any(p.name == param.name for p in local_symbols):
            world.report(
                "duplicate-name",
                param.span,
                f"the parameter `{param.name}` appears twice",
                hint="rename one of them",
            )
        local_symbols.append(
            sym.LocalSymbol(param.name, param.span, _type_of(world, param))
        )
    return tuple(local_symbols)


def _called(world: Declaring, decl: nodes.NamesDecl) -> None:
    """Note what parameters of these names are."""
    for name in decl.names:
        _check_word(world, name.text, name.span)
        first, _ = world.called.setdefault(name.text, (name, decl.type))
        if first is not name:
            world.report(
                "duplicate-name",
                name.span,
                f"it is said twice what `{name.text}` is",
                mark="again",
                labels=[Label(first.span, "first here")],
                hint="remove it from one of the two lines",
            )


def _type_of(world: Declared, param: nodes.Param) -> t.Type:
    """The type of a parameter, which may be the one of its name."""
    if param.type is not None:
        return resolve_type(world, param.type)
    if param.name in world.called:
        return resolve_type(world, world.called[param.name][1])
    if not world.excuses(param.name, world.called, "names"):
        world.report(
            "unknown-type",
            param.span,
            f"it is not said what `{param.name}` is",
            hint=near(param.name, world.called, param.span)
            or f"say it behind the name,  {param.name}: player,  or once for all of "
            f"that name in a line  names {param.name}: player",
        )
    return t.UNKNOWN


def _fields(world: Declaring, decl: nodes.ComponentDecl) -> None:
    component = world.get(sym.ComponentSymbol, decl.name)
    if component is None or component.decl is not decl:
        return
    for part in decl.fields:
        earlier = component.fields.get(part.name)
        if earlier is not None:
            world.report(
                "duplicate-name",
                part.span,
                f"{decl.name} has the field `{part.name}` twice",
                labels=[Label(earlier.span, "first here")] if earlier.span else [],
                hint="remove one of them",
            )
            continue
        kind = resolve_type(world, part.type)
        if part.by is not None:
            kind = t.ListType(kind)
        component.fields[part.name] = sym.FieldSymbol(
            part.name, part.span, kind, part.labels, part.by
        )
    component.fields.setdefault("name", sym.FieldSymbol("name", None, t.TEXT))


def _variables(world: Declaring, decl: nodes.StateDecl) -> None:
    owner = None if decl.owner is None else owner_type(world, decl.owner)
    if owner is t.UNKNOWN:  # another message is about it
        world.broken |= {variable.name for variable in decl.variables}
    for variable in decl.variables:
        if owner is None and not _check_word(world, variable.name, variable.name_span):
            world.lost |= {"state"}
        keys = tuple(family_key(world, key) for key in variable.keys)
        if isinstance(variable.type, nodes.ZoneNode):
            kind: t.Type = zone_type(world, variable.type)
        else:
            kind = resolve_type(world, variable.type)
        symbol = sym.VariableSymbol(
            variable.name, variable.name_span, variable, owner, keys, kind
        )
        if owner is None:
            if not _declare(world, symbol):
                continue
        else:
            members = world.members.setdefault(owner, {})
            earlier: sym.Symbol | None = members.get(variable.name)
            if earlier is None and isinstance(owner, t.ComponentType):
                earlier = world.component(owner.names[0]).fields.get(variable.name)
            if earlier is not None:
                world.report(
                    "duplicate-name",
                    variable.name_span,
                    f"each {owner} has `{variable.name}` already",
                    labels=[Label(earlier.span, "first here")] if earlier.span else [],
                    hint="rename one of the two",
                )
                continue
            members[variable.name] = symbol
        world.variables.append(symbol)


def _handler(world: Declaring, decl: nodes.HandlerDecl) -> None:
    event = world.get(sym.EventSymbol, decl.event)
    if event is None:
        _unknown(world, "event", decl.event, decl.event_span, sym.EventSymbol)
        return
    event.used = True
    params = taken(decl.params, event.params)
    if params is None:
        _wrong_count(world, decl.event_span, event, len(decl.params or ()))
        return
    symbol = sym.HandlerSymbol(decl.event, decl.span, decl, params)
    event.handlers.append(symbol)
    if each(decl.body, nodes.Cancel):
        note_cancelled(world, event)
    world.handlers.append(symbol)


def _adjustment(world: Declaring, decl: nodes.AdjustDecl) -> None:
    amount = world.get(sym.AmountSymbol, decl.amount)
    if amount is None:
        _unknown(world, "amount", decl.amount, decl.amount_span, sym.AmountSymbol)
        return
    params = taken(decl.params, amount.params)
    if params is None:
        _wrong_count(world, decl.amount_span, amount, len(decl.params or ()))
        return
    symbol = sym.AdjustSymbol(decl.amount, decl.span, decl, params)
    amount.adjustments.append(symbol)
    world.adjustments.append(symbol)


def taken(
    names: tuple[nodes.Named, ...] | None, params: tuple[sym.LocalSymbol, ...]
) -> tuple[sym.LocalSymbol, ...] | None:
    """What handlers and adjustments call what they take; none where the number is wrong.

    Without names it is called as it is declared.
    """
    if names is None:
        return tuple(sym.LocalSymbol(p.name, p.span, p.type, used=True) for p in params)
    if len(names) != len(params):
        return None
    return tuple(
        sym.LocalSymbol(n.text, n.span, p.type, used=True)
        for n, p in zip(names, params, strict=True)
    )


def _wrong_count(
    world: Declaring, span: Span, symbol: sym.EventSymbol | sym.AmountSymbol, count: int
) -> None:
    wanted = len(symbol.params)
    world.report(
        "wrong-count",
        span,
        f"`{symbol.name}` takes {wanted or 'no'} {'value' if wanted == 1 else 'values'}, "
        f"and {count or 'none'} {'is' if count < 2 else 'are'} given",
        labels=[Label(symbol.span, "declared here")] if symbol.span else [],
        hint="it is declared as  "
        f"{symbol.name}({', '.join(p.name for p in symbol.params)})",
    )


def _unknown(
    world: Declaring, what: str, name: str, span: Span, kind: type[sym.Symbol]
) -> None:
    names = [s.name for s in world.each(kind)]
    if world.excuses(name, names, what):
        return
    other = world.names.get(name)
    if other is not None:
        message = (
            f"`{name}` is {t.article(other.what)} {other.what}, "
            f"and {t.article(what)} {what} is needed here"
        )
    else:
        message = f"no {what} is called `{name}`"
    world.report(
        f"unknown-{what}" if what == "event" else "unknown-name",
        span,
        message,
        mark="unknown",
        labels=[] if other is not None else world.nearest_labels(name, names),
        hint=near(name, names, span),
    )
