"""Everything that generated code may call by name."""

import operator
from collections.abc import Callable
from typing import Any

from rulesrun.dsl.syntax.words import BUILTIN_ENUMS
from rulesrun.interpreter.codegen import tools
from rulesrun.interpreter.evaluator.primitives import CLOCKWISE, opposite
from rulesrun.interpreter.runtime import (
    effects,
    grids,
    payments,
    support,
    traversal,
    veils,
)
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.loops import longest_loop
from rulesrun.interpreter.runtime.metering import UNBOUNDED
from rulesrun.interpreter.runtime.trails import trail_of_points, trail_of_sides

_TOOLS: tuple[Callable[..., Any], ...] = (
    support.bits,
    support.mask,
    support.kinds_in,
    support.nth,
    support.first_of,
    support.last_of,
    support.only_of,
    support.greatest,
    support.smallest,
    support.minus,
    support.shared,
    support.position_of,
    support.bundle,
    support.covers,
    support.changed,
    payments.pays,
    payments.pays_in_part,
    support.held,
    support.divided,
    support.remainder,
    support.ranks,
    support.placed,
    support.with_at,
    support.without_at,
    support.look_up,
    support.in_range,
    support.sized,
    support.sized_or_none,
    support.sized_bundle,
    veils.looked,
    support.GameOver,
    traversal.frontier,
    traversal.walk_places,
    traversal.walk_cells,
    traversal.cheapest_cells,
    traversal.cheapest_places,
    traversal.place_steps,
    traversal.cell_steps,
    traversal.board_cell,
    traversal.cell_toward,
    traversal.place_distance,
    traversal.groups_joined,
    traversal.item_steps,
    traversal.walk_items,
    longest_loop,
    trail_of_points,
    trail_of_sides,
    grids.enclosed,
    grids.outline,
    grids.longest_run,
    grids.regions,
    grids.coordinates,
    tools.always,
    tools.best_of,
    tools.best_or,
    tools.fail,
    tools.first_or,
    tools.is_within,
    tools.keep,
    tools.look_up_or,
    tools.outside,
    tools.standings,
    tools.ties,
)

_TURNS = tuple((name, len(BUILTIN_ENUMS[name]), way) for name, way in CLOCKWISE.items())
"""Enums of sides: how many there are, and whether they are declared clockwise."""


def surroundings(layout: Layout) -> dict[str, Any]:
    """By name, what the generated code of a layout calls and looks up."""
    names: dict[str, Any] = effects.bound_to(layout)
    names |= {tool.__name__: tool for tool in _TOOLS}
    names |= {"add": operator.add, "sub": operator.sub}
    names["UNBOUNDED"] = UNBOUNDED
    names["place_at"] = traversal.place_at
    names["grid_neighbours"] = grids.neighbours
    names["place_toward"] = grids.toward
    for top in ("SQUARE", "HEX"):
        names[top] = getattr(grids, top)
        names[f"{top}_BESIDE"] = traversal.BESIDE[names[top]]
    for name, count, clockwise in _TURNS:
        turns = range(0, count * clockwise, clockwise)
        once = [[(side + turn) % count for side in range(count)] for turn in turns]
        names[f"ROTATED_{name}"] = once
        names[f"OPPOSITE_{name}"] = tuple(opposite(name, side) for side in range(count))
        names[f"ROTATED_{name}_SETS"] = [
            [
                support.mask(sides[s] for s in support.bits(whole))
                for whole in range(1 << count)
            ]
            for sides in once
        ]
    count = layout.players
    names["LEFT"] = tuple((p + 1) % count for p in range(count))
    names["RIGHT"] = tuple((p - 1) % count for p in range(count))
    names["CLOCKWISE"] = tuple(
        tuple((p + i) % count for i in range(count)) for p in range(count)
    )
    names["OTHERS"] = tuple(round_[1:] for round_ in names["CLOCKWISE"])
    return names
