"""Pieces: as many as declared, each in a place that tells whose it is."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.fixed import Setting, cases, fixed, settings
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import NotFixed
from rulesrun.dsl.semantics.symbols import PieceSymbol, VariableSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def check_pieces(world: World, read: Read) -> Iterator[Diagnostic]:
    """Places that do not tell whose a piece is, and stocks that begin with too few."""
    all_settings = settings(world)
    for piece in world.each(PieceSymbol):
        count = piece.decl.count
        counts = yield from fixed(world, count, all_settings, "the number of pieces")
        if not counts:
            continue
        zones = [v for v in world.variables if _holds(v, piece)]
        wrong = list(_ownerless(world, piece, zones))
        yield from wrong
        if not wrong and zones:
            yield from _counted(world, piece, zones, all_settings)


def _holds(variable: VariableSymbol, piece: PieceSymbol) -> bool:
    kind = variable.type
    if not isinstance(kind, t.ZoneType) or not isinstance(kind.item, t.PieceType):
        return False
    return kind.item.name == piece.name


def _ownerless(
    world: World, piece: PieceSymbol, zones: list[VariableSymbol]
) -> Iterator[Diagnostic]:
    labels = (Label(piece.decl.name_span, "declared here"),)
    for zone in zones:
        assert isinstance(zone.type, t.ZoneType)
        of_player = any(isinstance(key.type, t.PlayerType) for key in zone.all_keys)
        if piece.decl.each is not None and zone.type.kind == "stock" and not of_player:
            yield problem(
                "not-a-zone",
                zone.decl.name_span,
                f"each player has a {piece.name}, and `{zone.name}` does not tell "
                "whose lie in it",
                mark="whose?",
                labels=labels,
                hint=f"declare one for each player:  {_keyed(world, zone)}: "
                f"stock of {piece.name}",
            )
        if piece.decl.each is None and zone.type.kind == "space":
            yield problem(
                "not-a-zone",
                zone.decl.name_span,
                f"a space tells whose piece is on it, and a {piece.name} is nobody's",
                mark="nobody's",
                labels=labels,
                hint=f"count them:  {zone.name}: stock of {piece.name}, at most 1",
            )


def _keyed(world: World, zone: VariableSymbol) -> str:
    """The name of a place with its keys, and `player` as one more."""
    keys = []
    for key in zone.keys:
        low, high = constant_int(world, key.low), constant_int(world, key.high)
        ranged = low is not None and high is not None
        keys.append(f"{low}..{high}" if ranged else t.spelled(key.type))
    return f"{zone.name}[{', '.join([*keys, 'player'])}]"


def _counted(
    world: World,
    piece: PieceSymbol,
    zones: list[VariableSymbol],
    all_settings: list[Setting],
) -> Iterator[Diagnostic]:
    for setting in all_settings:
        try:
            count = cases(world, piece.decl.count, [setting])[0][1]
        except (NotFixed, IndexError):
            return
        if not isinstance(count, int):
            return
        total = 0
        for zone in zones:
            if zone.decl.initial is None:
                continue
            try:
                result = cases(world, zone.decl.initial, [setting])
            except NotFixed:
                return
            copies = _copies(world, zone, piece, setting)
            value = result[0][1] if result else None
            if isinstance(value, tuple):
                value = sum(value)
            if copies is None or not isinstance(value, int):
                return
            total += copies * value
        if total == count:
            continue
        each = " for each player" if piece.decl.each is not None else ""
        named = next((z for z in zones if z.decl.initial is not None), zones[0])
        begin = str(count)
        if not isinstance(piece.decl.count, nodes.Int):
            begin = quoted(piece.decl.count)
        kinds = getattr(named.type, "item", None)
        if isinstance(kinds, t.PieceType) and kinds.kinds is not None:
            values = [value.name for value in world.enum(kinds.kinds).values]
            least, more = divmod(count, len(values))
            amounts = [f"{v}: {least + (i < more)}" for i, v in enumerate(values)]
            begin = "{" + ", ".join(amounts) + "}"
        yield problem(
            "count-mismatch",
            named.decl.initial.span if named.decl.initial else named.decl.name_span,
            f"{count} of {piece.name} are declared{each}, and the game begins with {total}"
            if isinstance(piece.decl.count, nodes.Int)
            else f"with {setting['player_count']} players {count} of {piece.name} are "
            f"declared{each}, and the game begins with {total}",
            mark=f"{total} in all",
            labels=(Label(piece.decl.name_span, f"{count} declared"),),
            hint=f"let a stock begin with them:  {named.name}: stock of {piece.name} "
            f"= {begin}",
        )
        return


def _copies(
    world: World, zone: VariableSymbol, piece: PieceSymbol, setting: Setting
) -> int | None:
    """In how many places the first value lies, for one owner; none if not known."""
    copies = 1
    keys = list(zone.all_keys)
    if piece.decl.each is not None:
        last = max(i for i, k in enumerate(keys) if isinstance(k.type, t.PlayerType))
        del keys[last]
    for key in keys:
        if isinstance(key.type, t.PlayerType):
            count = setting["player_count"]
            if not isinstance(count, int):
                return None
            copies *= count
        elif isinstance(key.type, t.EnumType):
            copies *= len(world.enum(key.type.name).values)
        elif key.low is not None and key.high is not None:
            try:
                low = cases(world, key.low, [setting])[0][1]
                high = cases(world, key.high, [setting])[0][1]
            except (NotFixed, IndexError):
                return None
            if not isinstance(low, int) or not isinstance(high, int):
                return None
            copies *= high - low + 1
        else:
            return None
    return copies
