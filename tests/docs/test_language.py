"""Every example of the reference is run, and every construct has one."""

import re
from pathlib import Path

import pytest

from rulesrun.cli.web.tries import whole
from rulesrun.dsl.compile import Compilation, compile_rules
from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.dsl.problems.render import render_full
from rulesrun.dsl.syntax import build
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import run_scenario

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "language.md").read_text("utf-8")
FENCED = re.compile(r"^```rules( \w+)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    (PAGE.count("\n", 0, m.start()) + 1, (m.group(1) or " plain").strip(), m.group(2))
    for m in FENCED.finditer(PAGE)
]
NAMED = re.compile(r"^```text (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = dict(NAMED.findall(PAGE))


def read(name: str) -> str | None:
    if name == "nim.rules":
        return next(text for _, _, text in BLOCKS if "game nim" in text)
    return FILES.get(name)


def compiled(kind: str, text: str) -> Compilation:
    return compile_rules(whole(PAGE, kind, text), "example.rules", read)


@pytest.mark.parametrize(
    ("kind", "text"),
    [pytest.param(kind, text, id=f"line {line}") for line, kind, text in BLOCKS],
)
def test_an_example_runs(kind: str, text: str) -> None:
    result = compiled(kind, text)
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]

    assert not errors, "\n\n".join(render_full(d, result.sources) for d in errors)
    assert result.program is not None
    game = Game(result.program, 2)
    game.start(seed=1)
    for scenario in result.program.world.scenarios:
        outcome = run_scenario(
            result.program,
            scenario,
            lambda n, o: Game(result.program, n, o),  # type: ignore[arg-type]
        )
        assert outcome.message is None, outcome


def test_every_construct_has_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rule of the grammar builds a node in some example."""
    grammar = (ROOT / "dsl" / "syntax" / "grammar.lark").read_text("utf-8")
    aliases = {a for a in re.findall(r"-> (\w+)", grammar) if hasattr(build.Builder, a)}
    used: set[str] = set()
    for alias in aliases:
        method = getattr(build.Builder, alias)
        monkeypatch.setattr(build.Builder, alias, spy(alias, method, used))
    from rulesrun.dsl.syntax.parse import parse
    from rulesrun.dsl.syntax.reader import the_reader

    the_reader.cache_clear()
    for _, kind, text in BLOCKS:
        parse(whole(PAGE, kind, text), "example.rules")
    the_reader.cache_clear()

    old = {alias for alias in aliases if alias.startswith("old_")}  # of edition 1
    assert old == aliases - used


def spy(alias: str, method: object, used: set[str]) -> object:
    """A method that also notes that it was called."""

    def noted(*args: object, **named: object) -> object:
        used.add(alias)
        return method(*args, **named)  # type: ignore[operator]

    for name, value in vars(method).items():
        setattr(noted, name, value)
    return noted
