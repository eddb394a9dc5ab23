"""Whatever a rule file holds, checking it ends in diagnostics or in a program."""

import re
from pathlib import Path

import pytest
from compiling import RULES, beside
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.problems.render import render_full, render_json, render_short

FILES = [RULES / "alhambra.rules", RULES / "connect_four.rules"]
WORDS = {
    path: re.findall(r"\s+|\w+|[^\w\s]", path.read_text("utf-8")) for path in FILES
}


def check(text: str, path: Path) -> None:
    """Compile and show everything that is found."""
    compiled = compile_rules(text, str(path), beside(path))

    assert (compiled.program is None) == any(
        d.severity.value == "error" for d in compiled.diagnostics
    )
    for diagnostic in compiled.diagnostics:
        assert render_full(diagnostic, compiled.sources)
        assert render_short(diagnostic)
    assert render_json(compiled.diagnostics)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_mutated_words(path: Path, data: st.DataObject) -> None:
    """Words taken out, doubled, exchanged and put in from elsewhere."""
    words = list(WORDS[path])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(words) - 1))
        other = data.draw(st.integers(0, len(words) - 1))
        match data.draw(st.sampled_from(["drop", "double", "swap", "put"])):
            case "drop":
                words[at] = ""
            case "double":
                words[at] += words[at]
            case "swap":
                words[at], words[other] = words[other], words[at]
            case _:
                words[at] = words[other]
    check("".join(words), path)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_mutated_lines(data: st.DataObject) -> None:
    """Lines taken out, doubled and moved."""
    path = FILES[0]
    lines = path.read_text("utf-8").splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        to = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "double", "move", "indent"])):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(to, lines[at])
            case "move":
                lines.insert(to, lines.pop(at))
            case _:
                lines[at] = "    " + lines[at]
    check("\n".join(lines), path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "language 1",
        "language 2\n",
        "language 1\n" + "(" * 10_000,
        "language 1\n" + "x" * 10_000_000,
        "language 1\nplay:\n"
        + "".join("    " * i + "while true:\n" for i in range(1, 500)),
        "language 1\nconstant x = " + "not " * 400 + "true\n",
        "language 1\nconstant x = " + " + ".join(["1"] * 500) + "\n",
        "language 1\nconstant x = x\nplay:\n    pass\n",
        "language 1\nconstant x = y\nconstant y = x\nplay:\n    let z = x + y\n",
        "language 1\ntable t (k: 1..9 -> v: int):\n    1 | t[2]\nplay:\n    pass\n",
        "language 1\nboard b: square b x b\nplay:\n    pass\n",
        "language 1\nenum E: a, a\nenum E: b\nplay:\n    pass\n",
        'language 1\ncard C "c":\n    x: E or C or none\nsupply:\n    3 of each C\n',
    ],
    ids=range(15),
)
def test_strange_files(text: str) -> None:
    check(text, RULES / "strange.rules")
