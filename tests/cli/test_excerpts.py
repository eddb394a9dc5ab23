"""Which lines of the rules stand beside a paragraph that they cite."""

import re
from pathlib import Path

import pytest
from running import rulesrun

from rulesrun.cli.web.excerpts import lines_above, lines_around

TEXT = """\
when arrived(p, c) and c.ground == grass order 1:
    p.silver += 1
    for each n in c.neighbours:
        p.points += 1

rule day(p: player):
    turn p:
        if p.silver > 2:
            p.silver -= 1
            # a remark

        else if p.silver > 1:
            pass
        else:
            p.points += 1
        repeat:
            p chooses one of:
                option done "Done" when p.silver > 0:
                    p.points += 2
                otherwise:
                    p.points += 3
        until p.points > 9
    p.points = 0

action pay(p: player):
    choose card from p.hand
        where card.value > 2
            "too little"
    p.points += 1

amount toll(p: player) = 1
""".splitlines()


def shown(words: str) -> list[str]:
    """The lines that are shown of the line that has these words, without the indentation."""
    line = next(n for n, text in enumerate(TEXT, 1) if words in text)
    numbers = [*lines_above(TEXT, line), *lines_around(TEXT, line)]
    return [TEXT[n - 1].strip() for n in numbers]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "when arrived",
            [
                "when arrived(p, c) and c.ground == grass order 1:",
                "p.silver += 1",
                "for each n in c.neighbours:",
                "p.points += 1",
            ],
        ),
        (
            "p.silver += 1",
            ["when arrived(p, c) and c.ground == grass order 1:", "p.silver += 1"],
        ),
        ("p.silver -= 1", ["if p.silver > 2:", "p.silver -= 1"]),
        (
            "else:",
            ["if p.silver > 2:", "else if p.silver > 1:", "else:", "p.points += 1"],
        ),
        (
            "p.points += 3",
            ["repeat:", "p chooses one of:", "otherwise:", "p.points += 3"],
        ),
        (
            "p.points += 2",
            [
                "repeat:",
                "p chooses one of:",
                'option done "Done" when p.silver > 0:',
                "p.points += 2",
            ],
        ),
        ("until", ["repeat:", "until p.points > 9"]),
        ("p.points = 0", ["p.points = 0"]),
        (
            "where",
            ["choose card from p.hand", "where card.value > 2", '"too little"'],
        ),
        ("amount", ["amount toll(p: player) = 1"]),
    ],
)
def test_a_line_is_shown_with_what_it_stands_under(
    words: str, expected: list[str]
) -> None:
    assert expected == shown(words)


def test_a_line_that_is_not_there() -> None:
    assert [] == lines_above([], 1)
    assert [] == list(lines_around([], 1))


def test_the_page_marks_what_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "g.md").write_text("G-1. One wins.\n")
    (tmp_path / "g.rules").write_text(
        "language 1\n\n"
        'game g "G":\n    players 2\n    rulebook "g.md"\n\n'
        "play:\n    if player_count == 2:\n        pass\n"
        "        player 1 wins  @G-1\n    nobody wins\n"
    )
    ran = rulesrun("docs", tmp_path / "g.rules", "-o", tmp_path / "pages")
    page = (tmp_path / "pages" / "g.html").read_text("utf-8")
    beside = page[page.index('id="G-1"') :].partition("</div></div></div>")[0]

    assert ran.code == 0
    told = re.sub("<[^>]*>", "", beside)
    assert "8if player_count == 2:⋮10    player 1 wins" in told.replace("\n", "")
