"""Types of what moves components and pieces, draws them and shuffles them."""

from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import change, start_of
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.results import boxed
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def _destination(
    infer: Inference, to: nodes.Destination, moved: t.Type, *, drawn: bool = False
) -> None:
    if _is_box(to.zone):
        infer.world.types[id(to.zone)] = t.ZoneType("bag", t.ComponentType(("box",)))
        if isinstance(moved, t.PieceType):
            _boxed(infer, to, moved)
        return
    kind = infer.expr(to.zone)
    item: t.Type
    if isinstance(kind, t.GridType):
        item = kind.item
        if to.at is None:
            infer.world.report(
                "wrong-type",
                to.span,
                "a component needs a place on the grid",
                hint=f"say where:  move ... to {quoted(to.zone)} at c",
            )
        else:
            infer.want(to.at, t.PlaceType(kind.shape))
    elif isinstance(kind, t.ZoneType):
        item = kind.item
        if to.at is not None:
            infer.expr(to.at)
            infer.world.report(
                "not-a-zone",
                to.at.span,
                f"{t.with_article(kind)} has no places to choose from",
                hint=f"leave `at {quoted(to.at)}` out; only grids have places",
            )
        if to.end is not None and kind.kind not in t.ORDERED:
            _no_zone(
                infer, to.zone, kind, f"{t.with_article(kind)} has no top and no bottom"
            )
    else:
        _no_zone(
            infer,
            to.zone,
            kind,
            f"components go to a zone, and this is {t.with_article(kind)}",
            hint="name a zone such as a deck, a hand or an area, or the box",
        )
        return
    moved = t.without_none(moved)
    if (
        drawn
        and isinstance(moved, t.ComponentType)
        and isinstance(item, t.ComponentType)
    ):
        if set(moved.names) & set(item.names):
            return  # what is drawn is seen only when it is drawn
    if not t.fits(moved, item):
        infer.world.report(
            "wrong-type",
            to.span,
            f"a {moved} does not belong in this {_zone_word(kind)} of {item}",
            hint=f"declare another place for them:  NAME: stock of {moved}"
            if isinstance(moved, t.PieceType)
            else f"declare the zone with  or {moved}  if it may hold it",
        )


def _boxed(infer: Inference, to: nodes.Destination, piece: t.PieceType) -> None:
    """Pieces that leave the game are counted in a stock that nobody declares."""
    world = infer.world
    symbol = world.boxes.get(piece.name)
    if symbol is None:
        symbol = world.boxes[piece.name] = boxed(world, piece, to.zone.span)
    world.refs[id(to.zone)] = symbol
    world.types[id(to.zone)] = symbol.type


def _no_zone(
    infer: Inference,
    zone: nodes.Expr,
    kind: t.Type,
    message: str,
    hint: str | None = None,
) -> None:
    """Report that nothing can lie there, or not so; of each variable once."""
    symbol = infer.world.refs.get(id(zone))
    labels: list[Label] = []
    if isinstance(symbol, VariableSymbol):
        if not infer.world.told.first(("no zone", symbol)):
            return
        item = kind.item if isinstance(kind, t.ZoneType) else t.element(kind)
        listed = not isinstance(kind, t.ZoneType)
        if isinstance(item, t.ComponentType) and (listed or not hint):
            hint = f"declare it as  {symbol.name}: deck of {item}"
        if symbol.span is not None:
            labels = [Label(symbol.span, "declared here")]
    if not isinstance(kind, t.UnknownType):
        infer.world.report(
            "not-a-zone",
            zone.span,
            message,
            mark=str(kind),
            labels=labels,
            hint=hint or "name a zone such as a deck or a pile",
        )


def check_move(infer: Inference, node: nodes.Move) -> None:
    """Cards, tiles and pieces go to a place that takes them."""
    named: t.Type | None = None
    if isinstance(node.what, nodes.Text):
        zone = infer.expr(node.to.zone)
        if isinstance(zone, t.ZoneType | t.GridType | t.ListType):
            named = zone.item  # a list: the box, where all kinds may lie
    kind = infer.expr(node.what, named)
    if isinstance(kind, t.ZoneType) and kind.kind == "space":
        kind = infer.facts.get(node.what, t.space_value(kind.item))
    if isinstance(kind, t.OptionalType) and isinstance(kind.item, t.ComponentType):
        infer.want(node.what, kind.item)
    moved = t.element(kind) or kind
    if isinstance(kind, t.ZoneType) and isinstance(kind.item, t.PieceType):
        moved = kind.item if kind.kind == "stock" else moved
    if not isinstance(
        t.without_none(moved), t.ComponentType | t.PieceType | t.UnknownType
    ):
        infer.world.report(
            "wrong-type",
            node.what.span,
            f"only cards and tiles can be moved, and this is a {kind}",
            hint=_by_number(infer, node.what),
        )
        moved = t.UNKNOWN
    _destination(infer, node.to, moved)
    infer.forget_variable(lambda s: _may_hold(s.type, moved))


def _by_number(infer: Inference, what: nodes.Expr) -> str | None:
    """How a piece leaves the space that names it."""
    symbol = infer.world.refs.get(id(what))
    kind = symbol.type if isinstance(symbol, VariableSymbol) else None
    if isinstance(kind, t.ZoneType) and isinstance(kind.item, t.PieceType):
        return f"pieces are moved by number:  move 1 from {quoted(what)} to ..."
    return None


def _is_all(infer: Inference, node: nodes.MovePieces | nodes.Draw) -> bool:
    """Whether `all` is moved from somewhere, which is said otherwise: then it is told."""
    count = node.count
    if not isinstance(count, nodes.Name) or count.text != "all":
        return False
    infer.world.report(
        "syntax",
        count.span.to(node.source.span),
        "all that lies somewhere is called by the place where it lies",
        hint=change(
            f"write  move {quoted(node.source)} to ...",
            start_of(node.span).to(node.source.span),
            f"move {quoted(node.source)}",
        ),
    )
    return True


def check_move_pieces(infer: Inference, node: nodes.MovePieces) -> None:
    """So many pieces go from one place to another of the same kind."""
    if _is_all(infer, node):
        return
    kinds: list[t.PieceType] = []
    zones = [node.source, node.to.zone]
    drawn = unclear = False
    for zone in zones:
        if kinds and zone is node.to.zone and _is_box(zone):
            _boxed(infer, node.to, kinds[0])
            continue
        if zone is node.source and _is_box(zone):
            infer.world.report(
                "not-a-zone",
                zone.span,
                "pieces in the box are out of the game",
                mark="for good",
                hint="let a stock hold those that may come back:  spare: stock of ...",
            )
            drawn = unclear = True
            continue
        kind = infer.expr(zone)
        symbol = infer.world.refs.get(id(zone))
        if isinstance(symbol, VariableSymbol):
            kind = symbol.type  # the space itself, whatever is known to lie there
        unclear = unclear or isinstance(kind, t.UnknownType)
        if isinstance(kind, t.ZoneType) and isinstance(kind.item, t.PieceType):
            kinds.append(kind.item)
        elif not isinstance(kind, t.UnknownType) and not drawn:
            drawn = isinstance(kind, t.ZoneType) and zone is node.source
            infer.world.report(
                "not-a-zone",
                zone.span,
                f"pieces lie in a stock or on a space, and this is a {kind}",
                hint="cards and tiles are drawn by number:  draw 2 from deck to p.hand"
                if drawn
                else None,
            )
    if len(kinds) == 2 and kinds[0] != kinds[1]:
        infer.world.report(
            "wrong-type",
            node.to.span,
            f"a {kinds[0]} does not belong among {kinds[1]}s",
        )
    wanted = t.stock_value(kinds[0]) if kinds else t.UNKNOWN if unclear else t.INT
    infer.want(node.count, wanted)
    infer.forget_variable(lambda s: isinstance(s.type, t.ZoneType))


def check_draw(infer: Inference, node: nodes.Draw) -> None:
    """So many are drawn from where something lies."""
    if _is_all(infer, node):
        return
    infer.number(node.count)
    kind = infer.expr(node.source)
    moved: t.Type = t.UNKNOWN
    if isinstance(kind, t.ZoneType) and (
        isinstance(kind.item, t.ComponentType) or t.bundle_of(kind) is not None
    ):
        moved = kind.item
    elif not isinstance(kind, t.UnknownType):
        _no_zone(
            infer,
            node.source,
            kind,
            f"one draws from a deck, a pile or a bag, and this is {t.with_article(kind)}",
        )
    _destination(infer, node.to, moved, drawn=True)
    infer.forget_variable(lambda s: _may_hold(s.type, moved))


def check_shuffle(infer: Inference, node: nodes.Shuffle) -> None:
    """What is shuffled has an order."""
    zone = node.zone
    kind = infer.expr(zone)
    if not (isinstance(kind, t.ZoneType) and kind.kind in t.ORDERED):
        bag = isinstance(kind, t.ZoneType) and kind.kind == "bag"
        _no_zone(
            infer,
            zone,
            kind,
            "only a deck, a pile or a row has an order to shuffle, "
            f"and this is {t.with_article(kind)}",
            hint="whatever is drawn from a bag is drawn at random" if bag else None,
        )


def _may_hold(zone: t.Type, moved: t.Type) -> bool:
    if not isinstance(zone, t.ZoneType | t.GridType) or isinstance(
        moved, t.UnknownType
    ):
        return False  # what is unknown has been told, and shall not raise more doubts
    if not isinstance(moved, t.ComponentType) or not isinstance(
        zone.item, t.ComponentType
    ):
        return True
    return bool(set(moved.names) & set(zone.item.names))


def _is_box(zone: nodes.Expr) -> bool:
    return isinstance(zone, nodes.Name) and zone.text == "box"


def _zone_word(kind: t.Type) -> str:
    return kind.kind if isinstance(kind, t.ZoneType) else "grid"
