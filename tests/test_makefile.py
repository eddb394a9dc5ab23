"""The Makefile names nothing that it does not define: make expands that to nothing."""

import re
from pathlib import Path

MAKEFILE = (Path(__file__).parents[1] / "Makefile").read_text("utf-8")
#: What whoever calls make may give.
GIVEN = {"ARGS", "ASLEEP", "DIR", "GAMES", "KIND", "PYTHONS"}


def test_every_variable_is_defined() -> None:
    """An undefined variable would leave a step out in silence."""
    used = set(re.findall(r"\$\(([A-Z_]+)\)", MAKEFILE))
    defined = set(re.findall(r"^([A-Z_]+) *[:?]?=", MAKEFILE, re.MULTILINE))

    assert used - GIVEN <= defined
    assert "BIN" in defined & used
