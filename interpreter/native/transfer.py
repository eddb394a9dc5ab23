"""The C that carries states over to the host and back, and clears what nobody reads."""

from collections.abc import Sequence

from attrs import evolve

from rulesrun.dsl.core.statements import Best, Decide
from rulesrun.dsl.semantics.value_types import PLAYER
from rulesrun.interpreter.native import universes
from rulesrun.interpreter.native.description import Kept, Program
from rulesrun.interpreter.native.writer import Unit

PLAIN_ZONES = ("kinds", "stock", "post")
"""Zones that are kept in their variables alone."""


def clearing(program: Program) -> str:
    """The functions that clear the locals which nothing will read any more.

    `clear_locals` sees to the frames on the stack, `clear_dead` to all of them.
    """
    live = program.module.live
    lines = [
        *([frames_by_place(program)] * bool(deep_frames(program))),
        "static void clear_locals(State *S, int depth) {",
        "    for (int i = depth; i <= S->depth; i++) {",
    ]
    lines.append("        int top = i == S->depth;")
    lines.append("        int at = i - 1;")
    lines.append("        if (at < 0) continue;")
    lines.append("        switch (S->stack[at].procedure) {")
    for number, resumes in enumerate(program.resumes):
        lines.append(f"        case {number}: switch (S->stack[at].pc) {{")
        for position, result in enumerate(resumes):
            if result.what == "decision" and isinstance(result.node, Decide):
                alive = set(live.at_decision[result.node.number])
            elif result.what == "call":
                block = program.module.resumes[number].get(id(result.node))
                if block is None:
                    continue
                alive = set(live.at_block[number][block])
            else:
                continue
            dead = [
                f"memset(&{where}, 0, sizeof {where});"
                for place, field in enumerate(program.frames[number])
                if place not in alive
                for where in [frame_at(program, number, field)]
            ]
            if dead:
                lines.append(
                    f"            case {position + 1}: {' '.join(dead)} break;"
                )
        lines.append("        } break;")
    lines += [
        "        }",
        "        (void)top;",
        "    }",
        *(
            f"    for (int k = under_way(S, {n}); k < {room}; k++) "
            f"if (k) memset(&S->below{n}[k - 1], 0, sizeof S->below{n}[0]);"
            for n, room in deep_frames(program)
        ),
        (
            "    for (int i = S->depth; i < MOST_DEPTH; i++) "
            "S->stack[i].procedure = S->stack[i].pc = 0;"
        ),
        "}",
        "static void clear_dead(State *S, int depth) {",
        "    clear_locals(S, depth);",
    ]
    lines.append(
        f"    for (int p = 0; p < {len(program.module.core.procedures)}; p++) {{"
    )
    lines.append("        int there = 0;")
    lines.append(
        "        for (int i = 0; i < S->depth; i++) there |= "
        "S->stack[i].procedure == p;"
    )
    lines.append("        if (!there) switch (p) {")
    for number in range(len(program.module.core.procedures)):
        lines.append(
            f"        case {number}: memset(&S->frame{number}, 0, sizeof "
            f"S->frame{number}); break;"
        )
    lines += [
        "        }",
        "    }",
        "}",
    ]
    return "\n".join(lines)


def deep_frames(program: Program) -> list[tuple[int, int]]:
    """The procedures of which several frames may lie there, and how many."""
    return [(n, room) for n, room in enumerate(program.rooms) if room and room > 1]


def frame_at(program: Program, number: int, field: Kept) -> str:
    """A local of the procedure at the index `at` of the stack."""
    if number not in dict(deep_frames(program)):
        return f"S->{field.c}"
    _, _, name = field.c.partition(".")
    return f"(*frame{number}_at(S, at)).{name}"


def frames_by_place(program: Program) -> str:
    """The functions that say where the frame at an index of the stack lies."""
    return "\n".join(
        f"static __typeof__(((State *)0)->frame{n}) *frame{n}_at(State *S, int at) {{\n"
        f"    int before = 0, behind = 0;\n"
        f"    for (int i = 0; i < S->depth; i++) if (S->stack[i].procedure == {n}) "
        f"{{ before += i < at; behind += i > at; }}\n"
        f"    return behind ? (void *)&S->below{n}[before] : (void *)&S->frame{n};\n}}"
        for n, _ in deep_frames(program)
    )


def parts(program: Program, explorations: Sequence[Best]) -> str:
    """The parts of a state that what is explored can change, beside where it stands.

    `PARTS` has them for all explorations one behind the other, `PARTS_AT` where those of
    each begin; where that is -1, it may change anything. `FRAME_PARTS` are the frames.
    """
    rows: list[str] = []
    at: list[int] = []
    fields = {variable: field.c for variable, field in program.variables}
    for node in explorations:
        changes = node.changes
        plain = changes is not None and all(
            v.zone is None or v.zone.kind in PLAIN_ZONES for v in changes
        )
        if changes is None or not plain or deep_frames(program):
            at.append(-1)
            continue
        at.append(len(rows))
        rows += [_part(name) for v, name in fields.items() if v in changes]
        rows.append("{0, 0}")
    frames = [_part(f"frame{n}") for n in range(len(program.frames))]
    return (
        "typedef struct { int at, size; } Part;\n"
        f"static const Part PARTS[] = {{{', '.join(rows) or '{0, 0}'}}};\n"
        f"static const int PARTS_AT[] = {{{', '.join(map(str, at)) or '-1'}}};\n"
        f"static const Part FRAME_PARTS[] = {{{', '.join(frames)}}};\n"
        "#define FRAMES_AT offsetof(State, frame0)"
    )


def _part(name: str) -> str:
    return f"{{offsetof(State, {name}), sizeof(((State *)0)->{name})}}"


def transfer(
    program: Program, unit: Unit, state: Sequence[Kept], filling: Sequence[str] = ()
) -> str:
    """The functions that carry a state over to the host and back.

    `import_state` gives how many items there is room for where there are more, else 0.
    `filling` are lines that make what a state holds once more.
    """
    out = [
        "static int export_state(const State *S, num *out, int room) {",
        "    int n = 0;",
    ]
    out.append("#define OUT(x) do { if (n < room) out[n] = (num)(x); n++; } while (0)")
    into = ["static int import_state(State *S, const num *in) {", "    int n = 0;"]
    into.append("#define IN(x) (x) = (__typeof__(x))in[n++]")
    into.append("#define ROOM(of, n) if ((n) > LENGTH(of)) return LENGTH(of)")
    for name in (
        "decision",
        "actor",
        "turn",
        "phase",
        "turns",
        "reveals",
        "has_result",
        "depth",
    ):
        out.append(f"    OUT(S->{name});")
        into.append(f"    IN(S->{name});")
    out.append(
        "    OUT((uint32_t)S->seed); OUT((uint32_t)(S->seed >> 32)); "
        "OUT((uint32_t)S->counter); OUT((uint32_t)(S->counter >> 32));"
    )
    into.append(
        "    { uint64_t a = (uint32_t)in[n], b = (uint32_t)in[n + 1]; "
        "S->seed = a | b << 32; n += 2; a = (uint32_t)in[n]; "
        "b = (uint32_t)in[n + 1]; S->counter = a | b << 32; n += 2; }"
    )
    out.append("    for (int i = 0; i < PLAYERS; i++) OUT(S->result[i]);")
    into.append("    for (int i = 0; i < PLAYERS; i++) IN(S->result[i]);")
    into.append("    ROOM(S->stack, S->depth);")
    out.append(
        "    for (int i = 0; i < S->depth; i++) "
        "{ OUT(S->stack[i].procedure); OUT(S->stack[i].pc); }"
    )
    into.append(
        "    for (int i = 0; i < S->depth; i++) "
        "{ IN(S->stack[i].procedure); IN(S->stack[i].pc); }"
    )
    lines = [carried(field) for frame in program.frames for field in frame]
    for number, _ in deep_frames(program):
        lines += _below(number, program.frames[number])
    lines += map(carried, state)
    for a, b in lines:
        out.append(a)
        into.append(b)
    count = len(unit.layout.components)
    out.append(f"    for (int i = 0; i < {count}; i++) OUT(S->where[i]);")
    into.append(f"    for (int i = 0; i < {count}; i++) IN(S->where[i]);")
    into.append("    memset(S->zone_sets, 0, sizeof S->zone_sets);")
    into.append(
        f"    for (int i = 0; i < {count}; i++) if (ZONES[S->where[i]].set >= 0) "
        f"bits{unit.words}_add(&S->zone_sets[ZONES[S->where[i]].set], i);"
    )
    for variable, field in program.variables:
        if variable in unit.mirrors:
            w = universes.words_of(unit, variable)
            values, first = unit.mirrors[variable], variable.keys[0].first
            into.append(
                f"    memset(S->sets_{field.c}, 0, sizeof S->sets_{field.c}); "
                f"for (int i = 0; i < {field.count}; i++) "
                f"bits{w}_add(&S->sets_{field.c}[set_of(S->{field.c}[i], {values})], "
                f"i + {first});"
            )
    into += filling
    out += ["    return n;", "}", "#undef OUT"]
    into += ["    return 0;", "}", "#undef IN", "#undef ROOM"]
    return "\n".join([*out, *into])


def _below(number: int, frame: Sequence[Kept]) -> list[tuple[str, str]]:
    """How the frames of a procedure that lie below its innermost one go out and come in."""
    loop = (
        f"    for (int b_ = 0; b_ < under_way(S, {number}) - 1; b_++) {{",
        f"    ROOM(S->below{number}, b_ + 1);",
    )
    fields = [
        carried(evolve(field, c=f"below{number}[b_].{field.c.partition('.')[2]}"))
        for field in frame
    ]
    return [(loop[0], "".join(loop)), *fields, ("    }", "    }")]


def carried(field: Kept) -> tuple[str, str]:
    """How one field goes out and comes in."""
    x = f"S->{field.c}" if field.alone else f"S->{field.c}[i]"
    loop = "    " if field.alone else f"    for (int i = 0; i < {field.count}; i++) "
    k = field.kind.size
    match field.kind.name:
        case "int":
            return f"{loop}OUT({x});", f"{loop}IN({x});"
        case "list":
            a = (
                f"{loop}{{ OUT({x}.n); for (int k = 0; k < {x}.n; k++) "
                f"OUT({x}.v[k]); }}"
            )
            b = (
                f"{loop}{{ ROOM({x}.v, in[n]); IN({x}.n); for (int k = 0; k < {x}.n; "
                f"k++) IN({x}.v[k]); }}"
            )
            return a, b
        case "lists":
            a = (
                f"{loop}{{ OUT({x}.n); for (int k = 0; k <= {x}.n; k++) "
                f"OUT({x}.at[k]); for (int k = 0; k < {x}.at[{x}.n]; k++) "
                f"OUT({x}.v[k]); }}"
            )
            b = (
                f"{loop}{{ ROOM({x}.at, in[n] + 1); IN({x}.n); "
                f"ROOM({x}.v, in[n + {x}.n]); for (int k = 0; k <= {x}.n; k++) "
                f"IN({x}.at[k]); for (int k = 0; k < {x}.at[{x}.n]; k++) "
                f"IN({x}.v[k]); }}"
            )
            return a, b
        case "bits":
            a = (
                f"{loop}for (int k = 0; k < {k}; k++) {{ OUT((uint32_t){x}.w[k]); "
                f"OUT((uint32_t)({x}.w[k] >> 32)); }}"
            )
            b = (
                f"{loop}for (int k = 0; k < {k}; k++) {{ uint64_t a = "
                f"(uint32_t)in[n], b = (uint32_t)in[n + 1]; {x}.w[k] = a | b << "
                f"32; n += 2; }}"
            )
            return a, b
        case "bundle":
            a = f"{loop}for (int k = 0; k < {k}; k++) OUT({x}.v[k]);"
            b = f"{loop}for (int k = 0; k < {k}; k++) IN({x}.v[k]);"
            return a, b
        case _:
            a = (
                f"{loop}{{ OUT({x}.n); for (int k = 0; k < {x}.n; k++) {{ "
                f"OUT({x}.at[k]); OUT({x}.what[k]); }} }}"
            )
            b = (
                f"{loop}{{ ROOM({x}.at, in[n]); IN({x}.n); for (int k = 0; k < {x}.n; "
                f"k++) {{ "
                f"IN({x}.at[k]); IN({x}.what[k]); }} }}"
            )
            return a, b


def numbers_at_the_end(program: Program) -> str:
    """The function that writes down what players have of their counters.

    Those are kept as a ledger; of several keys it is the sum. The host knows them by
    `Program.counters`.
    """
    participants = program.module.core.participants
    lines = []
    for variable, field in program.variables:
        symbol = variable.symbol
        if symbol is None or not symbol.decl.ledger or symbol.owner != PLAYER:
            continue
        if field.kind.name != "int":
            continue
        each = field.count // participants
        lines.append(
            f"    for (int p = 0; p < {participants}; p++, out++) {{ *out = 0; for "
            f"(int i = 0; i < {each}; i++) *out += S->{field.c}[p * {each} + i]; }}"
        )
        program.counters.append(symbol)
    return "\n".join(
        [
            f"#define NUMBERS {len(lines) * participants}",
            "static void numbers_of(const State *S, int64_t *out) {",
            *lines,
            "    (void)S; (void)out;",
            "}",
        ]
    )
