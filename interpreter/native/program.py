"""A whole game as one C file: its state, its tables, its routines.

More than 400 lines because what the parts of the file are, and in which order they stand,
is to be read in one place.
"""

from collections.abc import Mapping, Sequence
from importlib.resources import files

from attrs import evolve

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Read
from rulesrun.dsl.core.frames import Frame, frame_of, ranking_tail
from rulesrun.dsl.core.program import Core, Routine
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native import (
    chains,
    expressions,
    folds,
    prims,
    sampling,
    universes,
    walks,
)
from rulesrun.interpreter.native.description import Kept, Program
from rulesrun.interpreter.native.expressions import valued
from rulesrun.interpreter.native.heads import can, options
from rulesrun.interpreter.native.moving import zone_label
from rulesrun.interpreter.native.statements import Resume, Statements, storage_name
from rulesrun.interpreter.native.tables import rows_of
from rulesrun.interpreter.native.transfer import (
    clearing,
    numbers_at_the_end,
    transfer,
)
from rulesrun.interpreter.native.transfer import parts as parts_of_state
from rulesrun.interpreter.native.types import (
    INTEGER,
    NUMBER,
    Kind,
    Unsupported,
    components,
    stored,
)
from rulesrun.interpreter.native.view_digests import hides_anything, sights
from rulesrun.interpreter.native.writer import MOST_AT_ONCE, Function, Unit
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.c import Printer
from rulesrun.interpreter.plan.making import Planned
from rulesrun.interpreter.runtime.layout import BOX
from rulesrun.interpreter.runtime.name_mangling import spelled

FEW_SETS = 4
"""So few sets are changed faster without a look at which of them it is."""

ZONE_KINDS = {
    "row": "ROW",
    "deck": "PILE",
    "pile": "PILE",
    "hand": "LOOSE",
    "area": "LOOSE",
    "bag": "LOOSE",
    "space": "SPACE",
    "grid": "GRID",
}


def compile_to_c(module: Module) -> Program:
    """Write the C of a game; raises Unsupported where something cannot be compiled yet."""
    try:
        return _Compiler(module).whole()
    except RecursionError:
        raise Unsupported("rules that call one another so many times over") from None


def lists() -> list[str]:
    """The functions for lists, once for ints and once for numbers."""
    form = files("rulesrun.interpreter.native").joinpath("lists.h").read_text("utf-8")
    words = ("@T@", "@V@", "@VV@", "@list@", "@lists@")
    result = []
    for names in (
        ("int", "V", "VV", "list", "lists"),
        ("num", "W", "WW", "wide", "wides"),
    ):
        text = form
        for word, name in zip(words, names, strict=True):
            text = text.replace(word, name)
        result.append(text)
    return result


def switch(
    gives: str, name: str, of: str, functions: Sequence[str] | Mapping[int, str]
) -> str:
    """A function of the state that calls one of several, by number."""
    form = "{0}(S); return;" if gives == "void" else "return {0}(S);"
    if not isinstance(functions, Mapping):
        functions = dict(enumerate(functions))
    cases = [f"    case {n}: {form.format(f)}" for n, f in functions.items()]
    last = "" if gives == "void" else " return 0;"
    lines = [f"static {gives} {name}(State *S) {{", f"    switch ({of}) {{", *cases]
    return "\n".join([*lines, "    default: break;", f"    }}{last}", "}"])


WRITTEN_IN_PLACE = 2
"""Sets of so many words at most: with more, compiling takes longer than it is worth."""


def bits(w: int) -> str:
    """Sets of that many words, and what can be done with them."""
    in_place = 1 < w <= WRITTEN_IN_PLACE
    how = (
        "static inline __attribute__((always_inline))" if in_place else "static inline"
    )
    unrolled = '_Pragma("GCC unroll 8")' if in_place else ""
    return (
        f"#undef BITS_INLINE\n#undef BITS_UNROLLED\n#define BITS_INLINE {how}\n"
        f"#define BITS_UNROLLED {unrolled}\nDEFINE_BITS({w})"
    )


class _Compiler:
    """Writes one file."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.plan = module.plan if isinstance(module, Planned) else None
        self.printer: Printer | None = None
        self.core: Core = module.core
        self.layout = module.layout
        writers = {
            **expressions.WRITERS,
            **folds.WRITERS,
            **prims.WRITERS,
            **walks.WRITERS,
        }
        self.unit = Unit(self.core, self.layout, writers)
        self.numbers = {symbol: n for n, symbol in enumerate(self.core.procedures)}
        self.program = Program(module)
        self.routines: list[str] = []
        self.frame_fields: list[str] = []
        self.decisions: dict[int, tuple[stmt.Decide, Function, str]] = {}
        self.otherwise: dict[int, int] = {}
        self.drawn_decisions: set[int] = set()
        self.looking: set[int] = set()
        self.explorations: dict[int, stmt.Best] = {}
        self.lines: dict[int, int] = {}  # of decisions, and of explorations
        self.explored_at: dict[int, int] = {}
        self.frames: list[Frame] = [Frame()] * len(self.core.procedures)
        deep = chains.most_under_way(self.core)
        self.program.rooms = [deep.get(symbol) for symbol in self.core.procedures]
        self.deep = deep

    def whole(self) -> Program:
        """The file."""
        self.families()
        self.program.frames = [[] for _ in self.core.procedures]
        self.program.resumes = [[] for _ in self.core.procedures]
        self.frame_fields = [""] * len(self.core.procedures)
        if self.plan is not None:
            self.planned(self.plan)
        else:
            self.compiled()
        if self.unit.room > MOST_AT_ONCE:
            raise Unsupported("lists that need so much room together")
        program = self.program
        program.text = self.assembled()
        program.spans = self.unit.spans
        program.messages = self.unit.messages
        program.texts = list(self.unit.texts)
        program.options_are_wide = self.unit.options_are_wide
        f = Function(self.unit)
        program.rows = {table: rows_of(f, table) for table in self.core.tables}
        return program

    def compiled(self) -> None:
        """The functions of all routines."""
        for symbol, routine in self.core.routines.items():
            if symbol in self.core.actions:
                self.head(symbol)
            if symbol.asks or symbol is self.core.play:
                self.procedure(symbol, routine)
            else:
                room = self.unit.room
                self.function(symbol, routine)
                self.unit.room += (self.unit.room - room) * (
                    self.deep.get(symbol, 1) - 1
                )

    def planned(self, plan: ir.Plan) -> None:
        """The functions of a game that is played by its plan."""
        printer = self.printer = Printer(plan, self.unit)
        printer.whole()
        for number, symbol in enumerate(self.core.procedures):
            frame = frame_of(symbol, self.core.routines[symbol].body)
            places = self.places(number, frame, Function(self.unit))
            self.program.frames[number] = places
            fields = (f"{k.kind.c} {k.c.partition('.')[2]};" for k in places)
            inside = " ".join(fields) or "int unused;"
            self.frame_fields[number] = chains.frame_fields(number, inside, None)
            for pause, passed in printer.pauses[number]:
                match pause:
                    case ir.Carry(source=source):
                        resume = Resume(source, "call")
                    case ir.Ask(decision=decision):
                        what = "otherwise" if passed else "decision"
                        resume = Resume(self.core.decisions[decision], what)
                        if passed:
                            result = len(self.program.resumes[number]) + 1
                            self.otherwise[decision] = result
                self.program.resumes[number].append(resume)
        self.drawn_decisions = {d.number for d in plan.decisions if printer.is_drawn(d)}
        self.routines = printer.out

    # ---- the state -------------------------------------------------------------------------

    def families(self) -> None:
        """The fields for the variables."""
        unit = self.unit
        unit.zone_sets[None] = 0
        self.set_count = 1
        for number, variable in enumerate(self.core.variables):
            name = f"x{number}_{variable.name}"
            unit.families[variable] = name
            family = family_of(self.layout, variable)
            assert family is not None
            unit.families_of[variable] = family
            field = Kept(name, unit.kind(variable.type), variable.type, family.size)
            zone = variable.zone
            if zone is not None and zone.kind == "kinds":
                field = evolve(field, kind=evolve(field.kind, few=True))
            if zone is not None and zone.kind in ("hand", "area", "bag", "grid"):
                unit.zone_sets[variable] = self.set_count
                self.set_count += family.size
            if zone is not None and zone.kind in ("deck", "pile", "row"):
                field = Kept(name, field.kind, variable.type, family.size, row=True)
            self.program.variables.append((variable, field))

    def declaration(self, variable: Variable, field: Kept) -> str:
        """The C of a field of the state; none for zones without an order."""
        zone, unit = variable.zone, self.unit
        many = f"{field.c}[{field.count}];"
        if zone is not None:
            match zone.kind:
                case "hand" | "area" | "bag":
                    return ""
                case "deck" | "pile" | "row":
                    size = unit.sizes.of_variable(variable) or components(self.core)
                    return f"struct {{ int16_t n; int16_t v[{size + 1}]; }} {many}"
                case "space" | "post":
                    return f"int16_t {many}"
                case "grid":
                    return f"G {many}"
                case "stock":
                    return f"int32_t {many}"
        match field.kind.name:
            case "int":
                return f"{stored(variable.type)} {many}"
            case "list":
                size = unit.room_for(unit.sizes.of_variable(variable) or None)
                item = field.kind.item
                return f"struct {{ int n; {item} v[{max(1, size)}]; }} {many}"
            case "lists":
                item = field.kind.item
                return f"struct {{ int n; int at[257]; {item} v[3072]; }} {many}"
            case _:
                return f"{field.kind.c} {many}"

    @property
    def piece(self) -> str:
        """The type in C of how many pieces of a kind lie somewhere."""
        zones = (v.zone for v in self.core.variables if v.zone is not None)
        counts = [zone.pieces for zone in zones if zone.kind == "kinds"]
        few = all(count is not None and count < 2**15 for count in counts)
        return "int16_t" if few else "int32_t"

    def most_on_grid(self) -> int:
        """How many components any grid can hold."""
        sizes = [
            self.unit.sizes.of_variable(v) or components(self.core)
            for v in self.core.variables
            if v.zone is not None and v.zone.kind == "grid"
        ]
        return max([1, *sizes]) + 1

    def zones(self) -> str:
        """What is known of every slot that is a zone of components."""
        kinds = list(self.core.components)
        lines = []
        layout = self.layout
        rows: dict[int, str] = {BOX: self.zone(None, 0, kinds)}
        for variable, field in self.program.variables:
            zone = variable.zone
            if zone is None or zone.kind not in ZONE_KINDS:
                continue
            family = family_of(layout, variable)
            assert family is not None
            for index in range(family.size):
                rows[family.base + index] = self.zone(variable, index, kinds)
            del field
        last = max(rows)
        for slot in range(last + 1):
            lines.append(rows.get(slot, "{0}"))
        head = (
            "typedef struct "
            "{ uint8_t kind, face_down, is_bag; int16_t most, set; int name; "
            "int offset; uint64_t holds; } Zone;\n"
        )
        return (
            f"{head}static const Zone ZONES[{last + 1}] = "
            f"{{\n{(',' + chr(10)).join(lines)}\n}};"
        )

    def zone(self, variable: Variable | None, index: int, kinds: Sequence[str]) -> str:
        """One entry."""
        first_set = self.unit.zone_sets.get(variable)
        if variable is None:
            kind, holds, most, offset = "bag", tuple(kinds), -1, "0"
        else:
            zone = variable.zone
            assert zone is not None
            kind, holds = zone.kind, zone.holds
            most = -1 if zone.capacity is None else zone.capacity
            name = self.unit.families[variable]
            loose = ZONE_KINDS[kind] == "LOOSE"
            offset = "0" if loose else f"(int)offsetof(State, {name}[{index}])"
        mask = sum(1 << kinds.index(k) for k in holds)
        label = "box" if variable is None else zone_label(variable)
        name_number = self.unit.message(label)
        face_down = int(kind in ("deck", "bag"))
        return (
            f"{{{ZONE_KINDS[kind]}, {face_down}, {int(kind == 'bag')}, "
            f"{most}, {-1 if first_set is None else first_set + index}, "
            f"{name_number}, {offset}, {mask}ull}}"
        )

    # ---- routines ----------------------------------------------------------------------------

    def params(self, f: Function, params: Sequence[Local]) -> str:
        """The parameters of a function."""
        parts = ["State *S"]
        for param in params:
            name = f"v{param.id}_{param.name}"
            f.written[param] = name
            parts.append(f"{f.kind(param.type).c} {name}")
        return ", ".join(parts)

    def add(self, signature: str, f: Function, lines: Sequence[str]) -> None:
        """A function of C."""
        self.unit.prototypes.append(f"{signature};")
        inside = [*f.declared, *f.buffers, *lines]
        body = "\n".join(f"    {line}" for line in inside)
        self.routines.append(f"{signature} {{\n{body}\n}}\n")

    def function(self, symbol: RoutineSymbol, routine: Routine) -> None:
        """A routine that asks for no choice."""
        f = Function(self.unit)
        assigned = {
            node.local
            for node in walk(routine.body)
            if isinstance(node, stmt.SetLocal | stmt.ForEach)
        }
        params = self.params(f, symbol.params)
        copying: list[str] = []
        for param in symbol.params:
            if param in assigned:
                kind = f.kind(param.type)
                if kind.name not in ("int", "bits", "bundle"):
                    raise f.unsupported(
                        f"a parameter that is {param.type} and gets another value"
                    )
        ctype = "void"
        s = Statements(f, self.numbers, symbol.returns)
        if symbol.returns is not None:
            kind = f.kind(symbol.returns)
            ctype = kind.c
            s.returned = expressions.returned_bound(f, symbol)
            params += {
                "list": f", {kind.item} *out_",
                "lists": f", {kind.item} *out_, int *out_at_",
                "grid": ", G *out_",
            }.get(kind.name, "")
        s.block(routine.body)
        if symbol.returns is not None:
            s.emit(f"return {kind.zero};")
        self.add(
            f"static {ctype} {self.unit.routine(symbol)}({params})",
            f,
            [*copying, *s.out],
        )

    def head(self, symbol: RoutineSymbol) -> None:
        """The options of an action, and whether it has any."""
        action = self.core.actions[symbol]
        f = Function(self.unit)
        f.line = self.unit.line(symbol.span)
        params = self.params(f, action.params)
        lines = options(f, action.head, "item")
        self.add(f"static void head_{symbol.name}({params}, int item)", f, [lines])
        if symbol in self.core.asked:
            f = Function(self.unit)
            params = self.params(f, action.params)
            self.add(
                f"static int can_{symbol.name}({params})", f, [can(f, action.head)]
            )

    def procedure(self, symbol: RoutineSymbol, routine: Routine) -> None:
        """A routine that can stop."""
        number = self.numbers[symbol]
        f = Function(self.unit)
        frame_places = self.frames[number] = frame_of(symbol, routine.body)
        frame = f"S->frame{number}"
        ending = chains.ending(number, self.program.rooms[number])
        s = Statements(f, self.numbers, None, True, frame, frame_places, ending=ending)

        for local in frame_places.places:
            storage_name(s, local)
        s.block(routine.body)
        s.emit(s.ending)
        fields = " ".join(f.declared) or "int unused;"
        f.declared.clear()
        room = self.program.rooms[number]
        self.frame_fields[number] = chains.frame_fields(number, fields, room)
        jumps = "".join(
            f" case {i + 1}: goto resume{i + 1};" for i in range(len(s.resumes))
        )
        start = f"switch (S->stack[S->depth - 1].pc) {{ default: break;{jumps} }}"
        self.add(
            f"static int p_{symbol.kind}_{symbol.name}(State *S)", f, [start, *s.out]
        )
        self.program.resumes[number] = s.resumes
        self.program.frames[number] = self.places(number, frame_places, f)
        for position, result in enumerate(s.resumes):
            if result.what == "decision" and isinstance(result.node, stmt.Decide):
                self.decision(result.node, f.written)
            elif result.what == "otherwise" and isinstance(result.node, stmt.Decide):
                self.otherwise[result.node.number] = position + 1
            elif result.what == "best":
                self.exploration(result.node, f.written)

    def places(self, number: int, frame_places: Frame, f: Function) -> list[Kept]:
        """The fields of a frame by their places."""
        kepts: list[Kept | None] = [None] * frame_places.size

        def keep(place: int, name: str, kind: Kind, of: t.Type) -> None:
            kepts[place] = Kept(f"frame{number}.{name}", kind, of, alone=True)

        for local, place in frame_places.places.items():
            name = f"v{local.id}_{local.name}"
            keep(place, name, f.kind(local.type), local.type)
        for place in range(frame_places.size):
            if kepts[place] is None:
                if place in frame_places.listed:
                    item = frame_places.listed[place]
                    keep(place, f"items{place}", f.kind(item), item)
                    keep(place + 1, f"at{place + 1}", INTEGER, t.INT)
                else:
                    keep(place, f"left{place}", NUMBER, t.INT)
        return [kept_ for kept_ in kepts if kept_ is not None]

    def decision(self, node: stmt.Decide, written: dict[Local, str]) -> None:
        """Who chooses, and from what."""
        f = Function(self.unit, dict(written))
        f.line = self.lines[node.number] = self.unit.line(node.span)
        self.add(
            f"static int who_{node.number}(State *S)",
            f,
            [f"return {f.e(node.player)};"],
        )
        f = Function(self.unit, dict(written))
        lines = []
        for position, item in enumerate(node.items):
            f.line = self.unit.line(item.span)
            lines.append(f"if (WANTED(0, {position})) {{")
            if item.when is not None:
                lines.append(f"if ({f.e(item.when)}) {{")
            if item.kind == "action" and item.action is not None:
                pairs = zip(item.args, item.action.symbol.params, strict=False)
                args = ", ".join(["S", *(valued(f, a, p.type) for a, p in pairs)])
                lines.append(f"head_{item.action.symbol.name}({args}, {position});")
            elif item.kind == "value":
                g = Function(self.unit, dict(written), f.buffers, f.declared, f.line)
                for local in item.chosen:
                    g.written.pop(local, None)
                lines.append(options(g, item.head, str(position)))
            else:
                lines.append(
                    f"option_end(&run->options, option_new(&run->options, {position}, "
                    "0));"
                )
            if item.when is not None:
                lines.append("}")
            lines.append("}")
        self.add(f"static void options_{node.number}(State *S)", f, lines)
        self.looks(node)
        drawing = sampling.drawing(self.unit, node, written)
        if drawing is not None:
            signature = f"static int drawn_{node.number}(State *S, uint64_t *x_)"
            self.add(signature, *drawing)
            self.drawn_decisions.add(node.number)

    def looks(self, node: stmt.Decide) -> None:
        """The items of a decision that are looked ahead at in a state, as bits."""
        f = Function(self.unit, {})
        lines = ["uint64_t items = 0;"]
        for position, item in enumerate(node.items):
            if item.look_ahead and item.action is not None and item.action.symbol.asks:
                f.line = self.unit.line(item.span)
                test = "" if item.sure is None else f"if (!({f.e(item.sure)})) "
                lines.append(f"{test}items |= {1 << position}ull;")
        if len(lines) > 1:
            self.looking.add(node.number)
            signature = f"static uint64_t looks_{node.number}(State *S)"
            self.add(signature, f, [*lines, "return items;"])

    def exploration(self, node: object, written: dict[Local, str]) -> None:
        """What is asked of choices to be made as well as possible."""

        assert isinstance(node, stmt.Best)
        self.explorations[node.number] = node
        self.explored_at[node.number] = self.unit.line(node.span)
        for name, part in (("worth", node.by), ("chooser", node.player)):
            f = Function(self.unit, dict(written))
            f.line = self.unit.line(node.span)
            self.add(
                f"static {f.kind(part.type).c} {name}_{node.number}(State *S)",
                f,
                [f"return {f.e(part)};"],
            )
        f = Function(self.unit, dict(written))
        lines = ["return 0;"]
        if node.gained and isinstance(node.by, Read):
            finding, _, where = expressions.located(f, node.by.variable, node.by.keys)
            lines = [f"{finding}num before = {where}; {where} = 0; return before;"]
        self.add(f"static num gained_{node.number}(State *S)", f, lines)

    # ---- the whole ---------------------------------------------------------------------

    def assembled(self) -> str:
        """The text."""
        unit, core = self.unit, self.core
        zones = self.zones()
        clear = clearing(self.program)
        fields = [
            field
            for variable, field in self.program.variables
            if self.declaration(variable, field)
        ]
        filling = self.printer.filling() if self.printer else ()
        carrying = transfer(self.program, unit, fields, filling)
        regions = self.regions()
        scoring = self.scoring()
        texts = files("rulesrun.interpreter.native")
        hides = hides_anything(self.program.module)
        count = max(1, components(core))
        depth = sum(room or 1 for room in self.program.rooms) + 1
        deep = "; int16_t depth" if any(self.program.rooms) else ", depth"
        state = [
            "typedef struct {",
            "    uint64_t seed, counter;",
            "    int32_t turns, reveals;",
            "    int16_t decision, actor, turn, phase, explore;",
            "    num points[PLAYERS];  // by what players were ranked first",
            f"    int8_t has_result, has_points, probe{deep};",
            "    int8_t result[PLAYERS];",
            "    struct { int16_t procedure, pc; } stack[MOST_DEPTH];",
            *(f"    {line}" for line in self.frame_fields),
            *(
                f"    {line}"
                for variable, field in self.program.variables
                if (line := self.declaration(variable, field))
            ),
            f"    int16_t where[{count}];",
            f"    B{unit.words} zone_sets[{self.set_count}];",
            *(
                f"    B{universes.words_of(unit, variable)} "
                f"sets_{unit.families[variable]}[{count_of + 1}];"
                for variable, count_of in unit.mirrors.items()
            ),
            *(
                f"    {line}"
                for line in (self.printer.fields() if self.printer else ())
            ),
            "} State;",
        ]
        kinds = list(core.components)
        kind_of = [kinds.index(c.kind) for c in self.layout.components] or [0]
        faces = [c.face for c in self.layout.components] or [0]
        decisions = range(len(core.decisions))
        procedures = [f"p_{s.kind}_{s.name}" for s in core.procedures]
        if self.plan is not None:
            procedures = [f"p_{p.name}" for p in self.plan.procedures]
        passing = [-1 if d.passing is None else d.passing for d in core.decisions]
        bests = range(core.explorations)

        def array(head: str, items: Sequence[object]) -> str:
            return (
                f"{head}[{max(1, len(items))}] = "
                f"{{{', '.join(map(str, items)) or '0'}}};"
            )

        play = self.numbers[core.play]
        push = (
            "static void push(State *S, int procedure) {\n"
            "    if (UNLIKELY(S->depth >= MOST_DEPTH)) fault(FAULT_ROUNDS, "
            "0, 0, 0, 0);\n"
            "    S->stack[S->depth].procedure = (int16_t)procedure;\n"
            "    S->stack[S->depth].pc = 0;\n    S->depth++;\n"
            "    switch (procedure) {\n"
            + "".join(
                f"    case {n}: {chains.putting_away(n, room)}"
                f"memset(&S->frame{n}, 0, sizeof S->frame{n}); break;\n"
                for n, room in enumerate(self.program.rooms)
            )
            + "    }\n}\n"
        )
        parts = [
            f"#define OPTION {'num' if unit.options_are_wide else 'int'}",
            f"#define PLAYERS {core.players}",
            f"#define PARTICIPANTS {core.participants}",
            f"#define DECISIONS {len(core.decisions)}",
            f"#define COMPONENTS {count}",
            f"#define MOST_CHOSEN {max(count, unit.most_chosen)}",
            f"#define MOST_DEPTH {depth}",
            f"#define MOST_ON_GRID {self.most_on_grid()}",
            f"#define PLAY {play}",
            f"#define HIDES {int(hides)}",
            "#include <stddef.h>",
            texts.joinpath("runtime.h").read_text("utf-8"),
            *lists(),
            texts.joinpath("places.h").read_text("utf-8"),
            texts.joinpath("choices.h").read_text("utf-8"),
            texts.joinpath("counted.h").read_text("utf-8"),
            texts.joinpath("payments.h").read_text("utf-8"),
            texts.joinpath("grids.h").read_text("utf-8"),
            texts.joinpath("loops.h").read_text("utf-8"),
            *map(bits, sorted(unit.bits)),
            f"#define SET B{unit.words}",
            f"#define set_nth bits{unit.words}_nth",
            f"typedef {self.piece} piece;",
            *(
                f"typedef struct {{ {item} v[{k}]; }} {name}{k};"
                for k in sorted(unit.bundles)
                for item, name in (("num", "N"), ("piece", "P"))
            ),
            *regions,
            *self.sets_of_the_plan(),
            "\n".join(state),
            *([chains.UNDER_WAY] * any(self.program.rooms)),
            zones,
            array("static const int16_t KIND", kind_of),
            array("static const int16_t FACE", faces),
            *unit.tables.values(),
            *self.moved(),
            *(self.printer.tables.values() if self.printer else ()),
            *(self.printer.moving() if self.printer else ()),
            *(self.printer.prototypes if self.printer else ()),
            *unit.prototypes,
            switch("int", "proceed", "S->stack[S->depth - 1].procedure", procedures),
            self.drawing(),
            switch("void", "offer", "S->decision", [f"options_{n}" for n in decisions]),
            switch(
                "uint64_t",
                "looks",
                "S->decision",
                {n: f"looks_{n}" for n in sorted(self.looking)},
            ),
            switch("int", "chooser_of", "S->decision", [f"who_{n}" for n in decisions]),
            switch("num", "worth", "S->explore", [f"worth_{n}" for n in bests]),
            switch(
                "int", "best_chooser", "S->explore", [f"chooser_{n}" for n in bests]
            ),
            switch(
                "num", "forget_gained", "S->explore", [f"gained_{n}" for n in bests]
            ),
            array(
                "static const int16_t OTHERWISE",
                [self.otherwise.get(n, 0) for n in decisions],
            ),
            array("static const int16_t PASSING", passing),
            array(
                "static const int ASKED_AT", [self.lines.get(n, 0) for n in decisions]
            ),
            array("static const int EXPLORED_AT", [self.explored_at[n] for n in bests]),
            push,
            clear,
            parts_of_state(self.program, [self.explorations[n] for n in bests]),
            carrying,
            texts.joinpath("machine.h").read_text("utf-8"),
            texts.joinpath("playing.h").read_text("utf-8"),
            scoring,
            texts.joinpath("looking.h").read_text("utf-8"),
            texts.joinpath("met.h").read_text("utf-8"),
            texts.joinpath("search.h").read_text("utf-8"),
            texts.joinpath("solve.h").read_text("utf-8"),
            numbers_at_the_end(self.program),
            texts.joinpath("seeded.h").read_text("utf-8"),
            texts.joinpath("record.h").read_text("utf-8"),
            *(
                [sights(self.program), texts.joinpath("replay.h").read_text("utf-8")]
                * hides
            ),
            *(self.mixing() * hides),
            *unit.functions,
            *self.routines,
        ]
        return "\n".join(parts)

    def mixing(self) -> list[str]:
        """How players mix, where they play for a payoff."""
        family = self.program.module.layout.payoff
        names = [
            field.c
            for variable, field in self.program.variables
            if field.kind.name == "int"
            and family is not None
            and family_of(self.program.module.layout, variable) is family
        ]
        if not names:
            return []
        secret = [int(decision.secret) for decision in self.core.decisions]
        text = files("rulesrun.interpreter.native").joinpath("mixing.h")
        return [
            f"#define PAYOFF(S, p) ((double)(S)->{names[0]}[p])",
            "static const int8_t SECRET_DECISIONS[] = "
            f"{{{', '.join(map(str, secret)) or '0'}}};",
            text.read_text("utf-8"),
        ]

    def sets_of_the_plan(self) -> list[str]:
        """The types of sets of a game that is played by its plan."""
        if self.printer is None:
            return []
        text = files("rulesrun.interpreter.plan").joinpath("sets.h").read_text("utf-8")
        return [text, *self.printer.types()]

    def scoring(self) -> str:
        """What is carried out if the game ended now: `begin_scoring` ranks the players.

        `begin_estimate` does so by what the game names, if it does, and for the search only.
        """
        final = self.ranking(early=False)
        if final is None and self.ranking_tail():
            final = "f_tail(S); return OVER;"
        early = final if self.core.estimate is None else self.ranking(early=True)
        alike = self.core.endings.cooperative or self.core.players == 1
        return "\n".join(
            [
                f"#define HAS_SCORING {int(early is not None)}",
                f"#define ALIKE {int(alike)}  /* whatever happens is worth the same to all */",
                f"#define ALL_CAN_WIN {int(self.core.endings.wins)}",
                "static void f_tail(State *S);",
                self.beginning("begin_scoring", final),
                self.beginning("begin_estimate", early),
            ]
        )

    def beginning(self, name: str, body: str | None) -> str:
        """A function that begins to score a state; without a body there is nothing to do."""
        body = body or "(void)S; return OVER;"
        return f"static int {name}(State *S, int player) {{ (void)player; {body} }}"

    def ranking(self, *, early: bool) -> str | None:
        """What begins to rank the players: a rule that is given only players or numbers."""
        ranking = self.core.ranking(early=early)
        if ranking is None:
            return None
        rule, _ = ranking
        if any(self.unit.kind(p.type).name != "int" for p in rule.params):
            return None
        names = [f"v{p.id}_{p.name}" for p in rule.params]
        kinds = [isinstance(p.type, t.PlayerType) for p in rule.params]
        values = ["player" if is_player else "0" for is_player in kinds]
        if not rule.asks:
            parameters = ", ".join(["S", *values])
            name = self.unit.routine(rule)
            if self.plan is not None:
                name = spelled("rule", name=rule.name)
            return f"{name}({parameters}); return OVER;"
        number = self.numbers[rule]
        setting = " ".join(
            f"S->frame{number}.{name} = {value};"
            for name, value in zip(names, values, strict=True)
        )
        return f"push(S, {number}); {setting} return go_on(S);"

    def ranking_tail(self) -> bool:
        """Whether what follows the last choice of the play ranks them; written as `f_tail`."""
        tail = ranking_tail(self.core.routines[self.core.play].body)
        if tail is None:
            return False
        if self.plan is not None:
            return self.plan.tail is not None  # it is among its functions
        f = Function(self.unit)
        s = Statements(f, self.numbers)
        s.block(tail)
        self.add("static void f_tail(State *S)", f, s.out)
        return True

    def drawing(self) -> str:
        """The function that draws an option, or gives -1 where all must be listed."""
        cases = " ".join(
            f"case {n}: return drawn_{n}(S, x);" for n in sorted(self.drawn_decisions)
        )
        return (
            "static inline int draw_option(State *S, uint64_t *x) {\n"
            f"    switch (S->decision) {{ {cases} default: return -1; }}\n}}"
        )

    def moved(self) -> list[str]:
        """The functions that keep the sets of variables true."""
        result = []
        for variable, field in self.program.variables:
            if universes.values_of(self.unit, variable) is None:
                continue
            count = self.unit.mirrors.get(variable)
            if count is None:
                result.append(f"#define moved_{field.c}(S, i, old) (void)(old)")
                continue
            w, first = universes.words_of(self.unit, variable), variable.keys[0].first
            if count < FEW_SETS:
                result.append(
                    f"static inline void moved_{field.c}(State *S, int i, int old) {{ "
                    f"int to = set_of(S->{field.c}[i], {count}); i += {first}; "
                    f"uint64_t bit = 1ull << (i & 63); (void)old; "
                    f"for (int k = 0; k <= {count}; k++) {{ "
                    f"uint64_t *w = &S->sets_{field.c}[k].w[(unsigned)i >> 6]; "
                    f"*w = (*w & ~bit) | (k == to ? bit : 0); }} }}"
                )
                continue
            result.append(
                f"static inline void moved_{field.c}(State *S, int i, int old) {{ "
                f"bits{w}_remove(&S->sets_{field.c}[set_of(old, {count})], i + {first}); "
                f"bits{w}_add(&S->sets_{field.c}[set_of(S->{field.c}[i], {count})], "
                f"i + {first}); }}"
            )
        return result

    def regions(self) -> list[str]:
        """Functions over boards, for each size of a set of cells."""
        template = (
            files("rulesrun.interpreter.native").joinpath("boards.h").read_text("utf-8")
        )
        sizes = {max(1, (cells + 63) // 64) for cells in self.core.cells.values()}
        self.unit.bits.update(sizes)
        return [template.replace("@W@", str(w)) for w in sorted(sizes)]
