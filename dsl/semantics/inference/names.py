"""Types of names: locals, what the file declares, values of enums; and of `it`."""

import re

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.remedies import (
    change,
    insert,
    near,
    write,
)
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.semantics.probing import PROBE
from rulesrun.dsl.semantics.world import Sight
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def type_of_name(infer: Typer, node: nodes.Name, expected: t.Type | None) -> t.Type:
    """The type of a name: a local, what the file declares, or a value of an enum."""
    name = node.text
    if infer.world.probe is not None and name == PROBE:
        sight = infer.world.in_sight(node)
        infer.world.probe.see(sight.names, sight.it, expected)
        return t.UNKNOWN
    symbol = infer.world.stands_for(node)
    if isinstance(symbol, sym.LocalSymbol):
        return symbol.type
    value = _enum_value(infer, node, expected)
    if value is not None:
        return value
    match name:
        case "players" | "participants" | "winners":
            return t.ListType(t.PLAYER)
        case "player_count":
            return t.INT
        case "origin":
            place = None if expected is None else t.without_none(expected)
            return place if isinstance(place, t.PlaceType) else t.PlaceType("square")
        case "box":
            kinds = (c.name for c in infer.world.each(sym.ComponentSymbol))
            return t.ListType(t.ComponentType(tuple(sorted(kinds))))
    if symbol is None:
        if name not in infer.world.doubtful:
            _unknown_name(infer, node)
        return t.UNKNOWN
    match symbol:
        case sym.ConstantSymbol():
            if symbol.type is None:
                symbol.type = type(infer)(infer.world).expr(symbol.decl.value)
            return symbol.type
        case sym.OptionSymbol():
            return symbol.type
        case sym.NeutralSymbol():
            return t.PLAYER if symbol.decl.when is None else t.OptionalType(t.PLAYER)
        case sym.VariableSymbol():
            if symbol.keys:
                needs_index(infer, node, symbol)
                return t.UNKNOWN
            return symbol.type
        case sym.BoardSymbol():
            return t.ListType(t.CellType(name))
        case sym.EnumSymbol():
            return t.ListType(t.EnumType(name))
        case sym.ComponentSymbol():
            return t.ListType(t.ComponentType((name,)))
        case _:
            hint = (
                f"to carry it out, write  do {name}" if symbol.what == "rule" else None
            )
            if symbol.what in ("function", "condition", "shown value", "amount"):
                params = getattr(symbol, "params", ())
                needed = " and ".join(
                    f"`{param.name}: {t.spelled(param.type)}`" for param in params
                )
                hint = f"write  {name}({'...' if params else ''})"
                hint += f"  with {needed} for the dots" if params else ""
            if isinstance(symbol, sym.PieceSymbol):
                hint = (
                    f"say how many, and from where:  move 1 from {_lying(infer, name)} "
                    "to ..."
                )
            infer.world.report(
                "wrong-type",
                node.span,
                f"`{name}` is a {symbol.what}, and a value is needed here",
                hint=hint,
            )
            return t.UNKNOWN


def _lying(infer: Typer, piece: str) -> str:
    """Where pieces of a kind lie, as a rule names it."""
    for place in infer.world.variables:
        kind = place.type
        if not isinstance(kind, t.ZoneType) or kind.kind != "stock":
            continue
        if isinstance(kind.item, t.PieceType) and kind.item.name == piece:
            whose = "p." * (place.owner == t.PLAYER)
            return f"{whose}{place.name}{'[...]' * bool(place.keys)}"
    return "STOCK"


def needs_index(infer: Typer, node: nodes.Node, symbol: sym.VariableSymbol) -> None:
    """Report a family of variables without its keys."""
    keys = ", ".join(_key_name(infer, key) for key in symbol.keys)
    whole = symbol.name
    if isinstance(node, nodes.Attribute):
        whole = quoted(node)
    infer.world.report(
        "wrong-count",
        node.span,
        f"there is one `{symbol.name}` for each {keys}",
        labels=[Label(symbol.span, "declared here")] if symbol.span else [],
        hint=f"say which:  {whole}[...]",
    )


def _key_name(infer: Typer, key: sym.FamilyKey) -> str:
    low, high = (
        constant_int(infer.world, key.low),
        constant_int(infer.world, key.high),
    )
    return str(key.type) if low is None or high is None else f"of {low}..{high}"


def _enum_value(
    infer: Typer, node: nodes.Name, expected: t.Type | None
) -> t.Type | None:
    """Of values with that name, the one that is wanted; a single one is known already."""
    symbol = infer.world.stands_for(node)
    entry = infer.world.values.get(node.text)
    if not entry:
        return None
    if isinstance(symbol, sym.ValueSymbol) and len(entry) == 1:
        return t.EnumType(symbol.enum)
    wanted = None if expected is None else t.without_none(expected)
    if isinstance(wanted, t.ListType | t.SetType | t.ZoneType):
        wanted = t.element(wanted)
    chosen = [v for v in entry if t.EnumType(v.enum) == wanted]
    if isinstance(wanted, t.UnknownType) and len(entry) > 1:
        return t.UNKNOWN
    if not chosen:
        declared = [v for v in entry if v.span is not None]
        chosen = declared or list(entry)
    if len(chosen) > 1:
        enums = " and ".join(v.enum for v in chosen)
        for value in chosen:
            value.used = infer.world.enum(value.enum).used = True
        infer.world.report(
            "duplicate-name",
            node.span,
            f"`{node.text}` is a value of {enums}, and it is not clear which is meant",
            mark="which one?",
            labels=[Label(v.span, f"of {v.enum}") for v in chosen if v.span],
            hint="compare it with something whose type is known, or rename one",
        )
        return t.UNKNOWN
    value = chosen[0]
    value.used = True
    infer.world.enum(value.enum).used = True
    infer.world.refs[id(node)] = value
    return t.EnumType(value.enum)


def _unknown_name(infer: Typer, node: nodes.Name) -> None:
    if infer.world.told.has_told(("no type", node.text)):
        return
    if infer.world.is_crowded:
        message = f"nothing here is called `{node.text}`"
        infer.world.report("unknown-name", node.span, message)
        return
    sight = infer.world.in_sight(node)
    names = [
        *sight.names,
        *infer.world.values,
        *(
            s.name
            for s in infer.world.names.values()
            if isinstance(
                s,
                sym.ConstantSymbol
                | sym.OptionSymbol
                | sym.VariableSymbol
                | sym.BoardSymbol
                | sym.EnumSymbol
                | sym.ComponentSymbol
                | sym.NeutralSymbol,
            )
        ),
        "players",
        "participants",
        "player_count",
        "origin",
    ]
    kinds = """
        enum value state constant option table board component neutral participant
    """.split()
    if infer.world.excuses(node.text, names, *kinds):
        return
    hint: str | Remedy | None = near(node.text, names, node.span)
    seat = re.fullmatch(r"player_?(\d+)", node.text)
    if seat is not None:
        hint = write(node.span, f"player {int(seat[1])}")
    if hint is None:
        owners = [
            str(owner)
            for owner, members in infer.world.members.items()
            if node.text in members
        ]
        if owners:
            whose = _one_of(sight, owners)
            hint = f"each {owners[0]} has one: say whose, as in  {whose}.{node.text}"
            if whose == "it" or whose in sight.names:
                hint = change(hint, node.span, f"{whose}.{node.text}")
        elif node.text in ("winner", "winners", "loser"):
            hint = "write  p wins  or  p loses"
        elif infer.setting is node:
            hint = insert(
                f"make a new name with  let {node.text} = ...", node.span, "let "
            )
        elif node.text == "empty":
            hint = "write  is empty  or  is not empty"
        elif sight.it is not None and len(node.text) == 1:
            hint = write(node.span, "it", "  for the one that is looked at")
        else:
            hint = _known_elsewhere(infer, node.text)
    infer.world.report(
        "unknown-name",
        node.span,
        f"nothing here is called `{node.text}`",
        mark="unknown",
        labels=_nearest_labels(infer, sight, node.text, names),
        hint=hint,
    )


def _one_of(sight: Sight, owners: list[str]) -> str:
    """What one of these may be called here."""
    if sight.it is not None and str(sight.it.type) in owners:
        return "it"
    for name, local in sight.names.items():
        if str(local.type) in owners:
            return name
    return owners[0][0].lower()


def _known_elsewhere(infer: Typer, name: str) -> str:
    """What to do about a name that is not known here, but perhaps elsewhere."""
    for symbol in infer.world.names.values():
        if not isinstance(
            symbol, sym.RuleSymbol | sym.ActionSymbol | sym.FunctionSymbol
        ):
            continue
        for param in symbol.params:
            if param.name == name:
                each = f"in a loop,  for each {name} in players:"
                player = f", or name one {each}" * (param.type == t.PLAYER)
                return (
                    f"let the rule take it, as `{symbol.name}` does:  "
                    f"({name}: {t.spelled(param.type)}){player}"
                )
    return f"declare it under  state:  or name a value:  let {name} = ..."


def _nearest_labels(
    infer: Typer, sight: Sight, word: str, names: list[str]
) -> list[Label]:
    for name in nearest(word, names, 1):
        local = sight.names.get(name)
        if local is not None and local.span is not None:
            return [Label(local.span, f"`{name}` is declared here")]
    return infer.world.nearest_labels(word, names)


def type_of_it(infer: Typer, node: nodes.It) -> t.Type:
    """The type of `it`."""
    candidate = infer.world.named(sym.LocalSymbol, node)
    if candidate is None and "it" in infer.world.broken:
        return t.UNKNOWN
    if candidate is None:
        what = "`it` stands for the candidate of a choice, and there is none here"
        hint = "name the value you mean"
        if infer.several is not None:
            what = (
                f"`it` is one candidate, and here all of `{infer.several}` are chosen"
            )
            hint = "a line  where  is about each candidate; here, look at all, as in  "
            hint += f"every x in {infer.several} has ..."
        infer.world.report("unknown-name", node.span, what, hint=hint)
        return t.UNKNOWN
    return candidate.type
