"""`--help` and wrong usage speak the language of the reader."""

import inspect
import re

import click
import pytest
from running import rulesrun

from rulesrun.cli.main import COMMANDS, EPILOG, loaded, main
from rulesrun.cli.messages.helping import help_in, language_in, paragraphs
from rulesrun.cli.output.direction import FSI, LRI, PDI, RLI, balanced, unmarked

LATIN = re.compile("[A-Za-z]{2,}")


def texts_of(command: click.Command) -> list[str]:
    """All that the help of a command says."""
    result = paragraphs(inspect.cleandoc(command.help or ""))
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            result.append(" ".join(param.help.split()))
    if isinstance(command, click.Group) and command is not main:
        for inner in command.commands.values():
            result += texts_of(inner)
    return result


TEXTS = {
    *paragraphs(EPILOG),
    *(line for _, line in COMMANDS.values()),
    *texts_of(main),
    *(text for name in COMMANDS for text in texts_of(loaded(name))),
    "Show this message and exit.",
    "Show the version and exit.",
}


def test_every_text_of_the_help_is_translated_and_no_other() -> None:
    known = {text for _, text in help_in("fa").entries}
    assert known == TEXTS


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_in_persian(name: str) -> None:
    command = [name] if name else []
    ran = rulesrun(*command, "--help", "--lang", "fa")

    assert (0, "") == (ran.code, ran.err)
    lines = [line for line in ran.out.split("\n") if line]
    assert "کاربرد" in lines[0]
    for line in lines:
        assert line.startswith(RLI), line
        assert balanced([line]) == [line]
        assert not LATIN.search(re.sub(f"{LRI}[^{PDI}]*{PDI}", "", line)), line


def test_help_in_english_is_that_of_click() -> None:
    ran = rulesrun("play", "--help")
    assert ran.out.startswith("Usage: ")
    assert "Show this message and exit." in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play",), "نام بازی را بدهید"),
        (("trace",), "FILE داده نشده است"),
        (("play", "nim", "--nothing"), "گزینه‌ای به نام --nothing نیست"),
        (("play", "nim", "--sed", "3"), "منظورتان"),
        (("play", "nim", "more"), "«more» اینجا جایی ندارد"),
        (("simulate", "nim", "--games", "x"), "یک عدد صحیح از ۱ تا"),
        (("simulate", "nim", "--games", "-5"), "یک عدد صحیح از ۱ تا"),
        (("play", "nim", "--players"), "چنین بنویسید: --players 2"),
        (("nothing",), "فرمانی به نام «nothing» نیست"),
        (("debug", "nothing"), "فرمانی به نام «nothing» نیست"),
    ],
)
def test_wrong_usage_in_persian(words: tuple[str, ...], told: str) -> None:
    ran = rulesrun("--lang", "fa", *words)

    assert 2 == ran.code
    assert told in unmarked(ran.err)
    shown = re.sub(f"[{LRI}{FSI}][^{PDI}]*{PDI}", "", ran.err)
    assert not LATIN.search(shown), ran.err


def test_the_language_is_known_before_the_command_is_read() -> None:
    assert "fa" == language_in(["play", "--lang", "fa", "x"])
    assert "de" == language_in(["--lang=de"])
    assert language_in(["play", "--", "--lang", "fa"]) is None
    assert language_in(["play", "--lang"]) is None
