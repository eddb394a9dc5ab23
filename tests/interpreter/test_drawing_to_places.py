"""Components drawn straight to a place of a growing grid."""

from collections.abc import Callable
from typing import Any

import pytest

Ended = Callable[..., dict[str, Any]]

RULES = """
tile Road "road":
    number: 1..3
    named "road {{number}}"

supply:
    1 of each Road

state:
    tiles: {zone} of Road
    camp: hex grid of Road

play:
    move Road to tiles
    draw 1 from tiles to camp at origin
    draw 1 from tiles to camp at step(origin, east)
    rank players by most 0
"""


@pytest.mark.parametrize("zone", ["deck", "bag"])
def test_each_lies_at_its_place(ended: Ended, zone: str) -> None:
    result = ended(RULES.format(zone=zone))

    assert [0, 1] == sorted(result["camp"])
    assert 1 == len(result["tiles"])
    assert 3 == len({*result["camp"].values(), *result["tiles"]})
