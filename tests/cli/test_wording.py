"""Sentences, tables and help put together from parts, at their narrow and odd ends."""

import re
from contextlib import suppress

import click
import pytest
from running import rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.messages import helping, progress
from rulesrun.cli.messages.helping import Told, paragraphs
from rulesrun.cli.messages.progress import Progress, waiting
from rulesrun.cli.messages.translating import (
    lines_in,
    problem_in,
    problem_on_page,
    problems_in,
    retold,
    short_problem_in,
    summary_in,
)
from rulesrun.cli.messages.usage import usage_told
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import FSI, LRI, PDI, unmarked
from rulesrun.cli.output.outside import shown_streams
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax.nodes import Labels

PERSIAN = Words("fa")

# ---- wrong usage ---------------------------------------------------------------------


@click.command()
@click.argument("file", metavar="FILE")
@click.argument("logs", metavar="LOG...", nargs=-1)
@click.option("-s", "--seed", type=click.IntRange(0))
@click.option("--games", type=click.IntRange(1, 10**9))
@click.option("--many", type=click.IntRange(1, 10**9 + 1))
@click.option("--port", type=click.IntRange(9, 65535))
@click.option("--few", type=click.IntRange(1, 7))
@click.option("--fewer", type=click.IntRange(2, 6))
@click.option("--share", type=click.FloatRange(0, 1), default=0.25)
@click.option("--players", type=int, metavar="N")
@click.option("--engine", type=click.Choice(["auto", "python"]))
@click.option("--seat", metavar="N=KIND", required=True)
@click.option("-o", "out", metavar="PLACE")
@click.option("--plain", is_flag=True)
def command(**given: object) -> None:
    """A command with a value of every kind."""


command.context_class = helping.Context


USAGE = {
    "": "FILE is missing: write it as in `run alhambra --seat 2=random`",
    "a": "--seat is missing: write it as in `run alhambra --seat 2=random`",
    "a --seed x": "--seed takes a whole number from 0 on, such as `--seed 7`, not 'x'",
    "a --seed -1": "--seed takes a whole number from 0 on, such as `--seed 7`, not '-1'",
    "a -s": "something is missing behind -s: write it as in `-s 7`",
    "a --games 0": "--games takes a whole number from 1 to 1000000000, such as "
    "`--games 7`, not '0'",
    "a --many 0": "--many takes a whole number from 1 on, such as `--many 7`, not '0'",
    "a --port 8": "--port takes a whole number from 9 to 65535, such as `--port 9`, "
    "not '8'",
    "a --few 8": "--few takes a whole number from 1 to 7, such as `--few 7`, not '8'",
    "a --fewer 8": "--fewer takes a whole number from 2 to 6, such as `--fewer 2`, not '8'",
    "a --share 2": "--share takes a number from 0 to 1, such as `--share 0.25`, not '2.0'",
    "a --share x": "--share takes a number from 0 to 1, such as `--share 0.25`, not 'x'",
    "a --players x": "--players takes a whole number, such as `--players 2`, not 'x'",
    "a --engine x": "--engine is one of auto, python, not 'x'",
    "a --engine": "something is missing behind --engine: write it as in `--engine auto`",
    "a --seat": "something is missing behind --seat: write it as in `--seat 2=random`",
    "a -o": "something is missing behind -o: write it as in `-o PLACE`",
    "a --plain=1": "--plain takes no value: write it alone",
    "a --player 3": "there is no option '--player'; did you mean \"--players\"?",
    "a --qqq": "there is no option '--qqq'; `run --help` lists the options",
}


@pytest.mark.parametrize(("typed", "told"), USAGE.items(), ids=USAGE)
def test_what_is_said_of_a_wrong_call(typed: str, told: str) -> None:
    with (
        pytest.raises(click.UsageError) as result,
        command.make_context("run", typed.split()),
    ):
        pass
    assert usage_told(result.value) == told


# ---- help ----------------------------------------------------------------------------

ROWS = [
    ("--seat N=KIND", "Who sits where: human, random or greedy.  [default: human]"),
    ("-x", ""),
    ("--an-option-with-a-very-long-name VALUE", "It stands in a line of its own."),
    ("--force", "Write over a log that is there already."),
    ("--games N", "How many.  [default: 3; required; 1<=x<=5; x]"),
    ("replay", "Show or verify a..."),  # as click shortens it
    ("what", "Say why..."),
]


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("size", [44, 90])
def test_the_help_is_as_wide_as_the_screen(
    language: str,
    size: int,
    monkeypatch: pytest.MonkeyPatch,
    snapshot_txt: SnapshotAssertion,
) -> None:
    monkeypatch.setattr(helping, "columns", lambda: size)
    monkeypatch.setattr(helping, "spoken", lambda: language)
    told = Told()
    told.indent()
    told.write_usage("rulesrun play", "[OPTIONS] FILE")
    told.write_heading("Options")
    told.write_dl(ROWS)
    told.write_text(
        "One paragraph of words and words and words.\n\n\b\nas it\n  stands"
    )
    lines = [line.rstrip() for line in unmarked(told.getvalue()).split("\n")]
    assert max(map(len, lines)) <= size
    assert "\n".join(lines) == snapshot_txt


def test_paragraphs_of_a_help_text() -> None:
    text = "\none\n  line\n\n\b\n  a\n    b\n\n \n\ntwo"
    assert paragraphs(text) == ["one line", "  a\n    b", "", "two"]


@pytest.mark.parametrize("args", [("trace",), ("nothing",), ("trace", "nim", "--qqq")])
def test_wrong_usage_is_told_with_the_call_and_where_help_is(
    args: tuple[str, ...],
) -> None:
    usage, hint, nothing, line = rulesrun(*args).err.splitlines()
    command = "rulesrun trace" if args[0] == "trace" else "rulesrun"
    assert usage.startswith(f"Usage: {command} [OPTIONS]")
    assert (hint, nothing) == (f"Try '{command} --help' for help.", "")
    assert line.startswith("Error: ")


# ---- how far it is -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("done", "seconds", "known", "text"),
    [
        (0, 50, True, "0 of 8 games"),
        (1, 0.9, True, "1 of 8 games"),
        (1, 1.0, True, "1 of 8 games, 7 s left"),
        (2, 30, True, "2 of 8 games, 90 s left"),
        (4, 200, True, "4 of 8 games, 3 min left"),
        (8, 9, True, "8 of 8 games, 1 s left"),
        (1, 50, False, "1 game"),
        (3, 50, False, "3 games"),
    ],
)
def test_how_long_it_will_take(
    done: int, seconds: float, known: bool, text: str
) -> None:
    result = Progress(8, "games", done, known, words=Words(), began=100.0)
    assert result._text(100.0 + seconds) == text


def test_the_line_changes_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [10.0], list[str]()
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr(Progress, "_line", lambda _, text: told.append(text))
    result = Progress(9, shown=True, words=Words())
    result.add()
    result.add()
    now[0] += 0.3
    result.add(3)
    now[0] += 0.1
    result.add(2)
    hidden = Progress(9, shown=False, words=Words())
    hidden.add()

    assert told == ["1 of 9 games", "5 of 9 games"]
    assert (result.done, hidden.done) == (7, 1)


def test_a_line_is_as_wide_as_the_screen_and_goes_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "columns", lambda: 9)
    result = Progress(9, shown=True, words=Words())
    with shown_streams():
        result.hide()
        result.add(2)
        result.hide()
        result.hide()
        monkeypatch.setattr(progress, "on_a_terminal", lambda: True)
        with suppress(KeyError), waiting("wait"):
            raise KeyError
        monkeypatch.setattr(progress, "on_a_terminal", lambda: False)
        with waiting("wait"):
            pass

    assert capsys.readouterr().err == "\r2 of 9 …\r        \rwait\r    \r"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "1 s"),
        (1.4, "1 s"),
        (99.4, "99 s"),
        (99.6, "2 min"),
        (150, "2 min"),
        (5999, "100 min"),
        (6000, "1.7 h"),
        (36000, "10.0 h"),
    ],
)
def test_a_time_is_told_in_fitting_units(seconds: float, text: str) -> None:
    assert Words().duration(seconds) == text


KINDS = {
    "path": (f"{LRI}a1{PDI}", f"{LRI}خانه{PDI}", "۵"),
    "code": (f"{LRI}a1{PDI}", "خانه", f"{LRI}5{PDI}"),
    "typed": (f"{FSI}a1{PDI}", f"{FSI}خانه{PDI}", "۵"),
    "linked": (f"{LRI}a1{PDI}", "خانه\u200cی", "۵"),
    "": (f"{LRI}a1{PDI}", "خانه", "۵"),
}


@pytest.mark.parametrize(("kind", "told"), KINDS.items(), ids=KINDS)
def test_values_run_as_their_kind_does(kind: str, told: tuple[str, ...]) -> None:
    """A name in Latin letters, one in Persian letters, and a number."""
    template = f"{{0:{kind}}}" if kind else "{0}"
    values = ("a1", "خانه", 5)
    assert told == tuple(PERSIAN.filled(template, [value]) for value in values)
    assert [Words().filled(template, [value]) for value in values] == [
        str(value) for value in values
    ]


# ---- words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), ""),
        (("one",), "one"),
        (("one", "two"), "one, two"),
        (("one, and two", "three"), "one, and two; three"),
        (("one", "two, or three"), "one; two, or three"),
    ],
)
def test_clauses_are_told_apart(parts: tuple[str, ...], text: str) -> None:
    assert Words().clauses(parts) == text


def test_what_a_thing_is_called() -> None:
    labels = Labels(text="purse", translations=(("fa", "کیسه"),))
    for words, own, other in (
        (Words(), "purse", "old bag"),
        (Words("en"), "purse", "old bag"),
        (PERSIAN, "کیسه", "old bag"),
    ):
        assert words.label(labels, "old_bag") == own
        assert words.label(Labels(), "old_bag") == other
    assert PERSIAN.label(Labels(text="purse"), "old_bag") == "purse"


@pytest.mark.parametrize(
    ("kind", "about", "text"),
    [
        ("no choice", ("rent",), "rent"),
        ("too many", ("cards", "2", "3"), "cards"),
    ],
)
def test_reasons_of_the_interpreter(
    kind: str, about: tuple[str, ...], text: str
) -> None:
    assert Words().reason(kind, about) is None
    assert PERSIAN.reason("", about) is None
    said = PERSIAN.reason(kind, about) or ""
    assert text in said
    assert ("۲" in said and "۳" in said) == (len(about) > 1)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "no options"), (1, "1 option"), (2, "2 options"), (11, "11 options")],
)
def test_sentences_for_none_one_and_more(number: int, text: str) -> None:
    assert Words().say("options", n=number) == text
    persian = PERSIAN.say("options", n=number)
    assert ("۰" in persian) is False
    assert str(number) not in persian


# ---- sentences in sentences ----------------------------------------------------------


def sentences() -> list[tuple[str, str]]:
    entries = problems_in("fa").entries.values()
    return [(entry.text, entry.said[0]) for entry in entries if entry.done]


def _with(text: str, values: list[object]) -> str:
    return re.sub(r"\{(\d)\}", lambda result: str(values[int(result[1])]), text)


def test_every_sentence_of_the_catalogue_is_known_with_its_values() -> None:
    """Each is said with the values that stand in it; another that fits as well may be."""
    other = []
    for text, said in sentences()[::12]:
        names = set(re.findall(r"\{\d\}", text))
        counted = re.fullmatch(r"\{0\} \w+", text)
        values: list[object] = [70 if counted else f"x{n}y" for n in range(len(names))]
        told = unmarked(retold(_with(text, values), PERSIAN) or "")
        assert told
        if told != unmarked(PERSIAN.filled(said, values)):
            other.append(text)
    assert len(other) < len(sentences()) // 100


TEXTS = """
there is no player 5: 3 are playing
12 is outside 0..9
-12 is outside 1.5..2.0
123456789 is outside 0..1234567890
007 is outside 0..9
no rule is called `x`
no rule is called `x`, no rule is called `y`
no rule is called `x`, and nobody knows
nobody knows, nobody cares
no rule is called `x, y`
there is no language 'xx' here; known are en, fa
there is no language 'xx' here; did you mean "fa"?
there is no file and no shipped game called 'x'; did you mean "y"?
there are several games x: a, b
seat 3 is given twice
player 1 is to choose, not player 2
  seat 3 is given twice
the option x is one of a, b, not 'c'
a.rules:7:8: error[unknown-rule]: no rule is called `x` -- did you mean "y"?
a.rules:7:8: warning[unknown-rule]: no rule is called `x`
a.rules:7:8: note[unknown-rule]: nobody has said this -- nor this
a.rules:7:8: error[unknown-rule]: no rule is called `x` -- no such hint
new:  a.rules:7:8: error[unknown-rule]: no rule is called `x` -- did you mean "y"?
with 2 players the game cannot be set up: no rule is called `x`
the save a: the save b: the save c: seat 3 is given twice
the save a: the save b: the save c: the save d: the save e: no rule is called `x`
3 cards
many cards
"""


def test_sentences_in_persian(snapshot_txt: SnapshotAssertion) -> None:
    told = []
    for line in TEXTS.strip("\n").split("\n"):
        text = line.replace("the save", "cannot read the script")
        told += [text, f"    {unmarked(lines_in(text, PERSIAN))}"]
        with_comma = retold(text, PERSIAN, comma=True)
        told.append(f"    {unmarked(with_comma) if with_comma else with_comma}")
    told.append(unmarked(lines_in("seat 3 is given twice\n\n    so there", PERSIAN)))
    for counts in ((1, 0, 0, 0), (3, 1, 2, 1), (2, 0, 1, 0)):
        told += [summary_in(*counts, Words()), unmarked(summary_in(*counts, PERSIAN))]
    assert "\n".join(told) == snapshot_txt


def problem(message: str, hint: str | None) -> Diagnostic:
    span = Span("a.rules", 1, 6, 1, 7)
    return Diagnostic(
        code="unknown-rule",
        severity=Severity.ERROR,
        message=message,
        span=span,
        hint=hint,
    )


def test_problems_in_persian(snapshot_txt: SnapshotAssertion) -> None:
    told = []
    sources = {"a.rules": "  do x\n"}
    for message in ("no rule is called `x`", "nobody has said this"):
        for hint in (None, 'did you mean "y"?', "do y"):
            result = problem(message, hint)
            for words in (Words(), PERSIAN):
                told.append(short_problem_in(result, words))
                told.append(problem_in(result, sources, words, colour=False))
                told.append(problem_on_page(result, sources, words))
    assert unmarked("\n".join(told)) == snapshot_txt
