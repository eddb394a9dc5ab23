"""Observations, as C: what `Observer` says.

More than 400 lines: one class writes every kind of block, as one class fills them in Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import Factory, define

from rulesrun.agents.features import IN_ORDER, MOST_ONE_HOT, Few, from_eyes
from rulesrun.agents.numbering import array
from rulesrun.agents.observation import Cards, Observer, Sizes, Values
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.audiences import owner_key
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.native.description import Kept, Program
from rulesrun.interpreter.native.types import Unsupported, none_of
from rulesrun.interpreter.runtime.layout import Family, Layout


def observation_in_c(observer: Observer, program: Program) -> str:
    """The function that writes what a player sees; raises Unsupported."""
    return _Writer(observer, program).whole()


MANY_SLOTS = 64
"""So many slots of a variable are compared one by one, fewer are all written anew."""

_TOOLS = """
static inline int flattened(num n) {
    return (int)(n < 128 ? n : 128 + 127 * (n - 127) / (n + 129));
}
static inline int steep(num n) { return (int)(255 * n / (n + 10)); }
static inline int share(num n, num most) {
    return most ? (n * 255 / most > 255 ? 255 : (int)(n * 255 / most)) : flattened(n);
}
static inline int bounded(num n, num low, num high) {
    num part = (n - low) * 255;
    return n < low ? 0 : part / (high - low) > 255 ? 255 : (int)(part / (high - low));
}
static inline int along(int n) { return n < -32 ? 0 : 128 + 4 * n > 255 ? 255 : 128 + 4 * n; }
"""


@define(eq=False)
class _Writer:
    observer: Observer
    program: Program
    tables: list[str] = Factory(list)
    members: dict[tuple[t.ComponentType, bool], str] = Factory(dict)

    @property
    def layout(self) -> Layout:
        return self.observer.game.layout

    def whole(self) -> str:
        layout, observer = self.layout, self.observer
        players = layout.players
        fields = {v.symbol: field for v, field in self.program.variables}
        lines = list[str]()
        for number, values in enumerate(observer.values):
            lines += self.variable(number, values, fields[values.symbol])
        cards = [
            line
            for number, each in enumerate(observer.cards)
            for line in self.cards(number, each)
        ]
        if observer.sizes is not None:
            cards += self.sizes(observer.sizes)
        eyes = [
            from_eyes(layout, p, seat)
            for seat in range(players)
            for p in range(layout.participants)
        ]
        head = 3 * players + observer.decisions
        seat = "if ({0} >= 0 && {0} < {2}) out[{1} + FROM_EYES[player][{0}]] = 255;"
        varies = "1" if any(self.varies(each) for each in observer.cards) else "0"
        return "\n".join(
            (
                _TOOLS,
                self.sees(),
                *self.tables,
                f"#define OBSERVED {observer.size}",
                self.seats("FROM_EYES", eyes, layout.participants, "int16_t"),
                "/* Writes what a seat sees into `out`. `before` is what was written there",
                "   last, for the seat `eyes`, and becomes what is written now; below 0 there",
                "   is nothing yet. */",
                *self.before(fields),
                "static void observe(const State *S, Before *before, int eyes, int player,",
                "                    uint8_t *out) {",
                "    int fresh = eyes < 0, turned = eyes != player;",
                "    if (fresh) memset(out, 0, OBSERVED);",
                f"    else memset(out, 0, {head});",
                "    out[player] = 255;",
                "    " + seat.format("S->actor", players, players),
                "    " + seat.format("S->turn", 2 * players, players),
                f"    if (S->decision >= 0) out[{3 * players} + S->decision] = 255;",
                *lines,
                "    if (fresh || turned || "
                f"{varies} || memcmp(S->where, before->where, sizeof S->where)) {{",
                *cards,
                "        if (before) memcpy(before->where, S->where, sizeof S->where);",
                "    }",
                "}",
            )
        )

    def seats(self, name: str, values: Sequence[int], row: int, kind: str) -> str:
        """A table with a row for each seat that sees."""
        listed = ", ".join(map(str, values))
        players = self.layout.players
        return (
            f"static const {kind} {name}[{players}][{max(1, row)}] = {{{listed or 0}}};"
        )

    # ---- who sees ------------------------------------------------------------------------

    def sees(self) -> str:
        """The function that says whether a seat sees a slot, where the state says it."""
        lines = list[str]()
        varying = self.observer.game.machine.secrecy.audiences.varying
        for symbol, family in self.layout.variables.items():
            slots = range(family.base, family.base + family.size)
            if any(slot in varying for slot in slots):
                lines.append(
                    f"    if (slot >= {family.base} && slot < {slots.stop}) return "
                    f"{self.audience_test(symbol, family, f'slot - {family.base}')};"
                )
        return "\n".join(
            (
                *self.tables_of_owners(),
                "static int sees(const State *S, int slot, int player) {",
                *lines,
                "    (void)S; (void)slot; (void)player;",
                "    return 1;",
                "}",
            )
        )

    def tables_of_owners(self) -> Iterator[str]:
        """For variables of which the state says who sees them: whose each slot is."""
        varying = self.observer.game.machine.secrecy.audiences.varying
        for symbol, family in self.layout.variables.items():
            slots = range(family.base, family.base + family.size)
            at = owner_key(symbol)
            if at is not None and any(slot in varying for slot in slots):
                owners = [family.indexes(slot)[at] for slot in slots]
                yield array(f"OWNER_{family.base}", owners)

    def audience_test(self, symbol: VariableSymbol, family: Family, at: str) -> str:
        """The expression of the rules that says whether a seat sees a slot."""
        assert symbol.audience is not None
        args = ["(State *)S", "player"]
        if owner_key(symbol) is not None:
            args.insert(1, f"OWNER_{family.base}[{at}]")
        return f"f_function_{symbol.audience.name}({', '.join(args)})"

    def hidden(self, values: Values) -> str:
        """Whether the player cannot look into slot `i` of the variable."""
        if not values.has_flag:
            return "0" if values.is_visible else "1"
        symbol, family = values.symbol, values.family
        layout, slots = self.layout, range(family.base, family.base + family.size)
        audiences = self.observer.game.machine.secrecy.audiences
        if any(slot in audiences.varying for slot in slots):
            return f"!{self.audience_test(symbol, family, 'i')}"
        seats = range(layout.players)
        everybody = frozenset(seats)
        seen = [
            int(seat in audiences.fixed.get(slot, everybody))
            for slot in slots
            for seat in seats
        ]
        name = f"SEES_{family.base}"
        self.tables.append(array(name, seen))
        return f"!{name}[i * {layout.players} + player]"

    # ---- variables -----------------------------------------------------------------------

    def variable(self, number: int, values: Values, field: Kept) -> Iterator[str]:
        """All slots of a variable, where any has changed."""
        block, symbol, family = values.block, values.symbol, values.family
        x, step = f"S->{field.c}[i]", values.step
        name = f"AT_{number}"
        flat = [place for row in values.at for place in row]
        self.tables.append(self.seats(name, flat, family.size, "int32_t"))
        audiences = self.observer.game.machine.secrecy.audiences
        slots = range(family.base, family.base + family.size)
        whole, players = "fresh", _of_players(symbol.type)
        if any(slot in audiences.varying for slot in slots):
            whole = "1"
        elif values.has_flag or len(set(values.at)) > 1:
            whole = "fresh || turned"
        one_by_one = family.size >= MANY_SLOTS and _is_one_number(symbol.type)
        if players and not one_by_one and whole == "fresh":
            whole = "fresh || turned"
        why = f"{whole} || turned" if players else whole
        same = f"memcmp(S->{field.c}, before->{field.c}, sizeof S->{field.c})"
        yield f"    if ({why} || {same}) {{ // {symbol.name}"
        if one_by_one:
            yield f"        int whole = {whole};"
            yield f"        if (whole && !fresh) memset(out + {block.first}, 0, {block.size});"
        else:
            yield f"        if (!fresh) memset(out + {block.first}, 0, {block.size});"
        yield f"        for (int i = 0; i < {family.size}; i++) {{"
        if one_by_one:
            yield from self.unchanged(symbol, field, family.size)
        yield f"            uint8_t *o = out + {name}[player][i];"
        if one_by_one:
            features = self.observer.features.width(symbol.type) * values.is_visible
            features += values.has_flag + values.counts
            each = f"for (int f = 0; f < {features}; f++)"
            yield f"            if (!whole) {each} o[f * {step}] = 0;"
        yield f"            int hidden = {self.hidden(values)};"
        if values.has_flag:
            yield "            if (hidden) o[0] = 255;"
        first = int(values.has_flag) * step
        if values.counts:
            yield f"            int n = 0; {self.count(symbol, x)}"
            yield f"            o[{first}] = flattened(n);"
        first += int(values.counts) * step
        if values.is_visible:
            inner = self.encoded(symbol.type, x, str(first), step, values.most)
            yield f"            if (!hidden) {{ {inner} }}"
            if symbol.decl.kinds_known:  # whether there are any
                size = self.observer.features.width(symbol.type)
                each = f"{x}.v[k]" if t.bundle_of(symbol.type) is not None else x
                yield (
                    f"            else for (int k = 0; k < {size}; k++) "
                    f"if ({each} > 0) o[{first} + k * {step}] = 255;"
                )
        yield "        }"
        c = field.c
        yield f"        if (before) memcpy(before->{c}, S->{c}, sizeof S->{c});"
        yield "    }"

    def unchanged(
        self, symbol: VariableSymbol, field: Kept, size: int
    ) -> Iterator[str]:
        """Passes over slots that look as they did, many at a time."""
        here, before, many = f"S->{field.c}", f"before->{field.c}", MANY_SLOTS // 2
        turned = "!turned && " if _of_players(symbol.type) else ""
        yield (
            f"            if (!whole && {turned}i % {many} == 0 && i + {many} <= {size} && "
            f"!memcmp({here} + i, {before} + i, {many} * sizeof {here}[0])) "
            f"{{ i += {many - 1}; continue; }}"
        )
        also = f" && (!turned || {here}[i] == NONE)" if turned else ""
        yield f"            if (!whole && {here}[i] == {before}[i]{also}) continue;"

    def before(self, fields: Mapping[VariableSymbol | None, Kept]) -> Iterator[str]:
        """What is compared with what was written last."""
        yield "typedef struct {"
        for values in self.observer.values:
            name = fields[values.symbol].c
            yield f"    __typeof__(((State *)0)->{name}) {name};"
        yield "    __typeof__(((State *)0)->where) where;"
        yield "} Before;"

    def count(self, symbol: VariableSymbol, x: str) -> str:
        """How many lie there, as far as that is known (see `known_count`)."""
        bundle = t.bundle_of(symbol.type)
        if bundle is None:
            return f"if (!hidden) n = {x}.n;" if symbol.decl.secret else f"n = {x}.n;"
        size = len(self.layout.world.enum(bundle.enum).values)
        secret = symbol.decl.secret and not symbol.decl.kinds_known
        is_visible = "1" if secret else "!hidden"
        return f"if ({is_visible}) for (int k = 0; k < {size}; k++) n += {x}.v[k];"

    # ---- components ----------------------------------------------------------------------

    def varies(self, cards: Cards) -> bool:
        """Whether the state says of any of the zones who sees them."""
        varying = self.observer.game.machine.secrecy.audiences.varying
        return any(any(row[slot] >= 0 for row in cards.at) for slot in varying)

    def cards(self, number: int, cards: Cards) -> Iterator[str]:
        """Components of one kind: what has been written of them goes, and they are written."""
        flat = [place for row in cards.at for place in row]
        slots = len(cards.steps)
        self.tables.append(self.seats(f"ZONE_{number}", flat, slots, "int32_t"))
        self.tables.append(array(f"STEP_{number}", cards.steps, "int32_t"))
        self.tables.append(array(f"ROW_{number}", cards.rows, "int16_t"))
        self.tables.append(array(f"UNIT_{number}", cards.units, "uint8_t"))
        cell = f"out[at + ROW_{number}[c{number}] * STEP_{number}[slot]]"
        seen = " && sees(S, slot, player)" if self.varies(cards) else ""
        yield f"        if (!fresh) {self.each(number, cards, 'before', 'eyes')}"
        yield f"            if (at >= 0) {cell} = 0; }}"
        yield f"        {self.each(number, cards, 'S', 'player')}"
        yield f"            if (at >= 0{seen}) {cell} += UNIT_{number}[c{number}]; }}"

    def each(self, number: int, cards: Cards, state: str, eyes: str) -> str:
        """The beginning of a loop over components, with the place of each of them."""
        c, first = f"c{number}", cards.span.start
        return (
            f"for (int {c} = 0; {c} < {len(cards.span)}; {c}++) {{ "
            f"int slot = {state}->where[{c} + {first}], "
            f"at = ZONE_{number}[{eyes}][slot];"
        )

    def sizes(self, sizes: Sizes) -> Iterator[str]:
        """How many components lie in zones."""
        first, size = sizes.block.first, sizes.block.size
        flat = [max(place - first, -1) for row in sizes.at for place in row]
        slots = len(sizes.most)
        self.tables.append(self.seats("SIZE_AT", flat, slots, "int32_t"))
        most = [1] * size
        for row in sizes.at:
            for slot, place in enumerate(row):
                if place >= 0:
                    most[place - first] = sizes.most[slot]
        self.tables.append(array("SIZE_MOST", most))
        yield f"        int many[{size}] = {{0}};"
        yield "        for (int c = 0; c < COMPONENTS; c++) {"
        yield "            int at = SIZE_AT[player][S->where[c]];"
        yield "            if (at >= 0) many[at]++;"
        yield "        }"
        yield f"        for (int i = 0; i < {size}; i++)"
        yield f"            out[{first} + i] = share(many[i], SIZE_MOST[i]);"

    # ---- values --------------------------------------------------------------------------

    def encoded(
        self, kind: t.Type, x: str, at: str, step: int, most: int | None = None
    ) -> str:
        """The statements that write the features of a value, from feature `at` on."""
        features = self.observer.features

        def put(feature: str, byte: str) -> str:
            more = "" if feature == "0" else f" + ({feature}) * {step}"
            return f"o[{at}{more}] = {byte};"

        match t.bundle_of(kind) or kind:
            case t.IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
                return put(f"(int)({x} - ({low}))", "255")
            case t.IntType(int(low), int(high)):
                return put("0", f"bounded({x}, {low}, {high})")
            case t.IntType():
                size = f"({x} < 0 ? -(num)({x}) : (num)({x}))"
                return (
                    put("0", f"flattened({size})")
                    + put("1", f"steep({size})")
                    + put("2", f"{x} < 0 ? 255 : 0")
                )
            case t.ZoneType("stock", t.PieceType()):
                return put("0", f"share({x}, {most or 0})")
            case t.BundleType(enum):
                size = str(len(self.layout.world.enum(enum).values))
                return (
                    f"for (int k = 0; k < {size}; k++) "
                    f"{put('k', f'share({x}.v[k], {most or 0})')}"
                )
            case t.OptionalType(item):
                more = not features.is_one_hot(item)
                there = put("0", "255") if more else ""
                inner = self.encoded(item, x, f"{at} + {step * more}", step)
                return f"if ({x} != {none_of(item)}) {{ {there} {inner} }}"
            case t.ListType(item):
                width = 1 + features.width(item)
                here = f"{at} + k * {width * step}"
                inner = self.encoded(
                    self.single(item), "value", f"{here} + {step}", step
                )
                return (
                    f"for (int k = 0; k < {x}.n && k < {IN_ORDER}; k++) {{ "
                    f"__auto_type value = {x}.v[k]; o[{here}] = 255; {inner} }}"
                )
            case t.ZoneType("space", t.PieceType()):
                return f"if ({x} != NONE) {put(f'FROM_EYES[player][{x}]', '255')}"
            case t.SetType(
                t.ComponentType() | t.EnumType() | t.PlayerType() | t.CellType() as item
            ):
                return (
                    f"for (int w = 0; w < (int)(sizeof {x} / 8); w++) "
                    f"for (uint64_t b = {x}.w[w]; b; b &= b - 1) {{ "
                    "int k = w * 64 + __builtin_ctzll(b); "
                    f"{put(self.member(item, 'k'), '255')} }}"
                )
            case t.GridType(_, t.ComponentType() as item):
                place = f"3 * {self.member(item, f'{x}.what[k]', alone=True)}"
                return (
                    f"for (int k = 0; k < {x}.n; k++) {{ int f = {place}; "
                    f"{put('f', '255')} {put('f + 1', f'along(place_x({x}.at[k]))')} "
                    f"{put('f + 2', f'along(place_y({x}.at[k]))')} }}"
                )
            case t.PlaceType():
                return put("0", f"along(place_x({x}))") + put(
                    "1", f"along(place_y({x}))"
                )
            case t.CellType() as cell if not features.is_one_hot(cell):
                board = self.layout.board_of(cell)
                columns, rows = board.columns, board.rows
                return put("0", f"{x} % {columns} * 255 / {columns - 1}") + put(
                    "1", f"{x} / {columns} * 255 / {rows - 1}"
                )
            case t.BoolType():
                return put("0", f"{x} ? 255 : 0")
            case (
                t.EnumType() | t.PlayerType() | t.CellType() | t.ComponentType() as few
            ):
                return put(self.member(few, x), "255")
            case other if not features.width(other):
                return ""
            case other:
                raise Unsupported(f"observations of {other}")

    def single(self, kind: t.Type) -> t.Type:
        """The type of items that are one number each; raises Unsupported."""
        inner = kind.item if isinstance(kind, t.OptionalType) else kind
        if isinstance(inner, t.ListType | t.SetType | t.BundleType | t.GridType):
            raise Unsupported(f"observations of lists of {kind}")
        return kind

    def member(self, kind: Few, x: str, *, alone: bool = False) -> str:
        """The feature of a value among those of its type."""
        if isinstance(kind, t.PlayerType):
            return f"FROM_EYES[player][{x}]"
        if not isinstance(kind, t.ComponentType):
            return x
        name = self.members.get((kind, alone))
        if name is None:
            name = self.members[kind, alone] = f"MEMBER_{len(self.members)}"
            features = self.observer.features
            places = [0] * len(self.layout.components)
            for number, feature in features.members(kind).items():
                places[number] = (
                    features.place_among(kind, number) if alone else feature
                )
            self.tables.append(array(name, places))
        return f"{name}[{x}]"


def _is_one_number(kind: t.Type) -> bool:
    """Whether a value is one number, in states and to compare."""
    match kind:
        case (
            t.IntType()
            | t.BoolType()
            | t.EnumType()
            | t.PlayerType()
            | t.ComponentType()
        ):
            return True
        case t.CellType() | t.ZoneType("space", t.PieceType()):
            return True
        case t.OptionalType(item):
            return not isinstance(item, t.OptionalType) and _is_one_number(item)
        case _:
            return False


def _of_players(kind: t.Type) -> bool:
    """Whether values of a type tell of players."""
    match kind:
        case t.PlayerType() | t.ZoneType("space", t.PieceType()):
            return True
        case t.OptionalType(item) | t.ListType(item) | t.SetType(item):
            return _of_players(item)
        case _:
            return False
