"""What the pages say of commands, modules, messages and examples is so."""

import re
import shutil
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from rulesrun.cli.main import main
from rulesrun.dsl.builtins import FUNCTIONS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def block(page: str, beginning: str) -> str:
    """The fenced block that begins so, without its fences."""
    start = page.index(beginning)
    return page[start : page.index("```", start)]


def test_the_readme_names_every_command() -> None:
    listed = re.findall(r"^\| `rulesrun ([a-z-]+)", README, re.MULTILINE)
    assert sorted(listed) == sorted(main.list_commands(Context(main)))


def test_the_example_of_a_message_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    rules = tmp_path / "rules" / "alhambra.rules"
    text = rules.read_text("utf-8")
    wrong = text.replace(">= market[slot].cost ", ">= market[slot].cots ")
    rules.write_text(wrong, "utf-8")
    monkeypatch.chdir(tmp_path)

    result = CliRunner().invoke(main, ["validate", "rules/alhambra.rules"])

    command, _, printed = block(README, "$ rulesrun validate").partition("\n")
    assert command == "$ rulesrun validate rules/alhambra.rules"
    assert printed == result.output


def test_the_example_of_rules_stands_in_the_game() -> None:
    rules = (ROOT / "rules" / "alhambra.rules").read_text("utf-8")
    for start in ("action buy", "rule refill"):
        part = README[README.index(start) :].partition("\n\n")[0].partition("```")[0]
        assert part.strip() in rules


def test_the_example_in_python_runs() -> None:
    exec(block(README, "import random"), {})


APART = {
    "cli": ("commands",),
    "dsl": ("checks", "core", "inference"),
    "interpreter": ("codegen", "native"),
}
"""Folders whose modules the page does not list with those of the folder around them."""


@pytest.mark.parametrize(
    "folder", ["cli", "dsl", "dsl/core", "interpreter", "language_server"]
)
def test_every_module_is_named_once(folder: str) -> None:
    section = ARCHITECTURE.partition(f"\n## `{folder}`")[2].partition("\n## ")[0]
    apart = APART.get(folder, ())
    rows = [line for line in section.splitlines() if line[:3] == "| `"]
    listed = [
        row for row in rows if not row.startswith(tuple(f"| `{a}/" for a in apart))
    ]
    named = re.findall(r"`(\w+\.py)`", "\n".join(listed))
    modules = [
        path.name
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "__init__.py" and not {*path.parts} & {*apart}
    ]
    assert sorted(named) == sorted(modules)


LANGUAGE = (ROOT / "docs" / "language.md").read_text("utf-8")


def test_every_function_is_listed() -> None:
    listed = LANGUAGE.partition("## The functions of the language")[2]
    assert block(listed, "size(S)").splitlines() == [
        f.says for f in FUNCTIONS.values() if not f.now
    ]


@pytest.mark.parametrize("name", [f.name for f in FUNCTIONS.values() if not f.now])
def test_every_function_stands_in_an_example(name: str) -> None:
    examples = re.findall(r"^```rules.*?^```$", LANGUAGE, re.MULTILINE | re.DOTALL)
    assert any(re.search(rf"\b{name}\(", example) for example in examples)


def test_the_reference_is_short_enough_to_be_read() -> None:
    # 54 more lines than edition 1 had at first: sentences that were looked up and missed,
    # and what players know
    assert len(LANGUAGE.splitlines()) <= 1400
