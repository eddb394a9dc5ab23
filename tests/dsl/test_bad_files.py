"""Every kind of problem, in a rule file of its own that has this problem and no other.

A comment on the line says what is found there: `# error: code`, `# warning: code`
or `# note: code` (of other files notes do not count);
`# error-above: code` speaks of the line before, `# error-at tables/x.csv:3: code` of a
line of another file. The whole message is kept as a snapshot.
"""

import re
from pathlib import Path

import pytest
from compiling import beside
from syrupy.assertion import SnapshotAssertion

from rulesrun.dsl.compile import Compilation, compile_rules
from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity
from rulesrun.dsl.problems.render import render_full

BAD = Path(__file__).parents[1] / "bad"
FILES = sorted(BAD.glob("*.rules"))
EXPECTED = re.compile(
    r"# (?P<severity>error|warning|note)(?P<place>-above|-at (?P<path>\S+):(?P<line>\d+))?:"
    r" (?P<code>[a-z-]+)"
)


def compile_file(path: Path) -> Compilation:
    return compile_rules(path.read_bytes().decode(), path.name, beside(path))


def found_in(path: Path, compilation: Compilation) -> list[Diagnostic]:
    """What is told of a file; notes only where the file is about one."""
    code = CATALOGUE[re.sub(r"-\d+$", "", path.stem)]
    notes = compilation.notes if code.severity is Severity.NOTE else ()
    return [*compilation.diagnostics, *notes]


def expected(path: Path) -> list[tuple[str, int, str, str]]:
    """The problems that the comments of a file announce."""
    result = []
    text = path.read_bytes().decode().replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        for match in EXPECTED.finditer(line):
            where = (match["path"] or path.name, int(match["line"] or number))
            if match["place"] == "-above":
                where = (path.name, number - 1)
            result.append((*where, match["severity"], match["code"]))
    return sorted(result)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_file(path: Path, snapshot_txt: SnapshotAssertion) -> None:
    compilation = compile_file(path)
    told = found_in(path, compilation)

    result = [(d.span.path, d.span.line, d.severity.value, d.code) for d in told]
    assert expected(path) == sorted(result)

    rendered = [render_full(d, compilation.sources) for d in told]
    assert snapshot_txt == "\n\n".join(rendered) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_named_for_its_problem(path: Path) -> None:
    code = re.sub(r"-\d+$", "", path.stem)

    assert code in CATALOGUE
    assert code in {result for *_, result in expected(path)}


def test_every_code_has_a_bad_file() -> None:
    codes = {code for path in FILES for *_, code in expected(path)}

    assert set(CATALOGUE) - codes == set()
