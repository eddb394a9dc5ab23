"""At a terminal of 80 by 24 nothing scrolls out of sight unread."""

import codecs
import fcntl
import os
import re
import select
import struct
import termios
import time
from collections.abc import Iterator

import pytest
from attrs import Factory, define
from running import become

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import unmarked
from rulesrun.cli.playing.dialogue import paragraphs, pieces
from rulesrun.dsl.text import width

pty = pytest.importorskip("pty")

ROWS, COLUMNS = 24, 80
_ACTING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@define
class Terminal:
    """A command that runs at a terminal; what it shows, up to each time it waits."""

    number: int
    seen: str = ""
    decoder: codecs.IncrementalDecoder = Factory(codecs.getincrementaldecoder("utf-8"))

    def until(self, *texts: str) -> tuple[str, str]:
        """What is shown before the first of some texts, and which of them it was."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            there = [text for text in texts if text in self.seen]
            if there:
                first = min(there, key=self.seen.index)
                before, _, self.seen = self.seen.partition(first)
                return before, first
            if select.select([self.number], [], [], 1)[0]:
                data = self.decoder.decode(os.read(self.number, 65536))
                self.seen += unmarked(_ACTING.sub("", data)).replace("\r", "")
        raise AssertionError(f"none of {texts} in {self.seen!r}")

    def typed(self, text: str) -> None:
        """Type a line."""
        os.write(self.number, f"{text}\n".encode())


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    load_program(request.param[0])  # so that the child has it
    child, number = pty.fork()
    if child == 0:  # pragma: no cover
        os.environ |= {"TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        become(("play", *request.param), after_a_line=True)
    size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
    fcntl.ioctl(number, termios.TIOCSWINSZ, size)
    result = Terminal(number)
    result.typed("")  # the size is known by now
    result.until("\n")
    try:
        yield result
    finally:
        os.close(number)
        os.waitpid(child, 0)


def screens(terminal: Terminal, words: Words, player: int = 1) -> list[list[str]]:
    """The lines of each screen up to the next question; Enter leads to the next one."""
    pause, prompt = words.say("pause"), words.say("prompt", n=player)
    result = []
    while True:
        lines, asked = terminal.until(unmarked(pause), unmarked(prompt))
        result.append(lines.split("\n"))
        if asked == unmarked(prompt):
            return result
        terminal.typed("")
        terminal.until("\n")


GAME = ("keyflower", "--seed", "4", "--players", "3", "--lang")


@pytest.mark.parametrize(
    ("terminal", "language"),
    [((*GAME, "en"), "en"), ((*GAME, "fa"), "fa")],
    indirect=["terminal"],
    ids=["en", "fa"],
)
def test_a_position_is_shown_a_screen_at_a_time(
    terminal: Terminal, language: str
) -> None:
    words = Words(language)
    result = screens(terminal, words)
    assert len(result) > 2
    last = "\n".join(result[-1])
    assert unmarked(words.say("for help")) in last

    terminal.typed("153")  # pass
    again = screens(terminal, words)
    assert unmarked(words.say("changed only")) in "\n".join(again[0])
    assert len(again) < len(result)

    terminal.typed("show")
    whole = screens(terminal, words)
    assert len(whole) >= len(result) - 1

    boards = [screen for screen in result if any("┌" in line for line in screen)]
    drawn = "\n".join(boards[-1])
    assert 1 == len(boards), "a drawing is not cut in two"
    assert drawn.count("┌") == drawn.count("└")

    for screen in (*result, *again, *whole):
        assert len(screen) <= ROWS
        assert max(map(width, screen)) <= COLUMNS


@pytest.mark.parametrize("terminal", [(*GAME, "en")], indirect=True)
def test_a_choice_may_be_typed_before_all_is_shown(terminal: Terminal) -> None:
    pause = Words().say("pause")
    terminal.until(pause)
    terminal.typed("pass")
    shown, _ = terminal.until(pause, "player 1> ")
    assert "player 1  Pass" in shown
    assert "options)" not in shown[: shown.index("player 1  Pass")]


TURN = """\

─── turn 1 ───
  season  spring
  boats
        each of them: boat
                   workers    skill
                   by season  tiles
      Keyflower    7, 7, 3    1
      Sea Bastion  6, 6, 6    2
      Sea Breese
  bag  91 hidden
  homes

                   points
      Home 1       3
      Home 2       4
  boxes""".split("\n")


@pytest.mark.parametrize("rows", range(6, 17))
def test_no_heading_stands_alone_at_the_foot_of_a_screen(rows: int) -> None:
    """Also not the column heads of a table, which stand further in than its rows."""
    result = [piece for part in paragraphs(TURN) for piece in pieces(part, rows)]
    assert TURN == [line for piece in result for line in piece]
    for piece in result:
        assert len(piece) <= rows
        assert piece[-1] not in (TURN[1], *TURN[3:7], TURN[13]), piece


def test_a_table_that_fits_on_a_screen_stands_on_one() -> None:
    assert TURN[3:10] in pieces(TURN[:12], 8)


@pytest.mark.parametrize(
    ("terminal", "language"),
    [
        (("kingdom_builder", "--seed", "5", "--lang", "en"), "en"),
        (("kingdom_builder", "--seed", "5", "--lang", "fa"), "fa"),
    ],
    indirect=["terminal"],
    ids=["en", "fa"],
)
def test_a_drawing_of_nearly_a_screen_is_on_one(
    terminal: Terminal, language: str
) -> None:
    words = Words(language)
    rows = [words.number(row) for row in range(20)]
    for _ in range(2):
        whole = [
            screen
            for screen in screens(terminal, words)
            if {line.split()[0] for line in screen if line.strip()}.issuperset(rows)
        ]
        assert 1 == len(whole)
        assert max(map(width, whole[0])) <= COLUMNS
        terminal.typed("1")
