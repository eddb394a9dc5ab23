"""Every command of the chapter for designers is run, every change to a file made."""

import re
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from attrs import frozen
from click.testing import CliRunner

from rulesrun.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "designers.md"
FENCED = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPEED = re.compile(r"[\d.]+ games and \d+ decisions a second")
ENGINE = re.compile(r", (in Python|compiled)$", re.MULTILINE)
"""Which engine plays depends on how fast the machine is, and is the same games anyway."""


@frozen
class Step:
    """A fenced block of the page: what it is, of which file, and what it holds."""

    kind: str
    name: str | None
    text: str


def steps(page: str) -> list[Step]:
    return [Step(*match.groups()) for match in FENCED.finditer(page)]


def split_console(text: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
    assert parts[0] == ""
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(command: str) -> str:
    """What a command prints, problems and results as a terminal shows them."""
    command, _, typed = command.partition(" <<< ")
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', command)]
    assert words[0] == "rulesrun"
    answers = "".join(f"{line}\n" for line in typed.strip('"').split("; "))
    result = CliRunner().invoke(main, words[1:], input=answers, prog_name="rulesrun")
    assert result.exit_code in (0, 1), result.output
    return SPEED.sub("(speed)", result.output)


def matches(expected: str, actual: str) -> bool:
    """Whether an output is as the page says; a line `...` stands for any lines."""
    expected, actual = (ENGINE.sub("", text) for text in (expected, actual))
    pieces = [
        re.escape(p) for p in re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)
    ]
    return re.fullmatch("(?:.*\n)*?".join(pieces), actual) is not None


def change(path: Path, text: str) -> None:
    """Replace the lines with - by those with +."""
    lines = text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    before = path.read_text("utf-8")
    assert before.count(old) == 1, old
    path.write_text(before.replace(old, new), "utf-8")


def carry_out(step: Step, folder: Path) -> None:
    """Make a change to a file, add to one, or look whether the page quotes it truly."""
    assert step.name is not None
    path = folder / step.name.removeprefix("+")
    if step.kind == "diff":
        change(path, step.text)
    elif step.name.startswith("+"):
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(step.text)
    else:
        assert step.text in path.read_text("utf-8")


def follow(page: str, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Do all that the page says; gives each command, its output there and here."""
    with chdir(folder):
        for step in steps(page):
            if step.kind == "console":
                for command, expected in split_console(step.text):
                    yield command, expected, run(command)
            elif step.name is not None:
                carry_out(step, folder)


def test_everything_is_as_the_page_says(tmp_path: Path) -> None:
    number = 0
    for command, expected, actual in follow(PAGE.read_text("utf-8"), tmp_path):
        assert matches(expected, actual), f"{command}\n{actual}"
        number += 1
    assert number > 15
