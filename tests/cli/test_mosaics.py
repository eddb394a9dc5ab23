"""Boards drawn with their corners and sides."""

import re

import pytest
from attrs import evolve
from click.testing import CliRunner

from rulesrun.cli.main import main
from rulesrun.cli.screen.mosaics import Layer, mosaic_lines, mosaic_width, room
from rulesrun.interpreter.runtime.boards import Board, Shape, lattice_board
from rulesrun.interpreter.runtime.tessellation import with_parts

DRAWN: dict[Shape, str] = {
    "square": """\
A━━━1━━━┬───────┐
│   W   │   W   │
│  a1   +  b1   │
├───────┼───────┤
│   W   │   W   │
│  a2   │  b2   │
└───────┴───────B""",
    "hex": """\
┌───A━1━┬───────┐
│   W   │   W   │
│  a1   +  b1   │
└───┬───┴───┬───┴───┐
    │   W   │   W   │
    │  a2   │  b2   │
    └───────┴───B───┘""",
    "rhombus": """\
┌───A━1━┬───────┐
│   W   │   W   │
│  a1   +  b1   │
└───┬───┴───┬───┴───┐
    │   W   │   W   │
    │  a2   │  b2   │
    └───────┴───B───┘""",
    "flat hex": """\
A━━━1━━━┐
│   W   +
│  a1   ├───────┐
│       │   W   │
├───────┤  b1   │
│   W   │       │
│  a2   ├───────┤
│       │   W   │
└───────┤  b2   │
        │       │
        └───────B""",
}
MARKED = {
    "square": ("a1-nw", "b2-se", "a1-n", "a1-e"),
    "flat hex": ("a1-nw", "b2-se", "a1-n", "a1-ne"),
}
"""Where A and B stand, where a road lies, and where one can be laid."""


def layers(shape: Shape) -> tuple[Layer, Layer, Layer]:
    boards = with_parts(lattice_board(shape, 2, 2, "lettered"), ("corners", "sides"))
    a, b, road, free = MARKED.get(shape, ("a1-n", "b2-s", "a1-ne", "a1-e"))

    def layer(board: Board, texts: dict[str, str]) -> Layer:
        numbered = {board.parse_cell(name): text for name, text in texts.items()}
        return Layer(
            board,
            [numbered.get(at, "") for at in range(len(board.names))],
            lambda _, text: text,
        )

    cells = boards["cells"]
    return (
        layer(cells, dict.fromkeys(cells.names, "W")),
        layer(boards["corners"], {a: "A", b: "B"}),
        layer(boards["sides"], {road: "1", free: "+"}),
    )


@pytest.mark.parametrize("shape", DRAWN)
def test_what_lies_on_corners_and_sides_is_drawn_there(shape: Shape) -> None:
    cells, corners, sides = layers(shape)
    lines = mosaic_lines(cells, corners, sides)

    assert DRAWN[shape] == "\n".join(lines)
    assert max(map(len, lines)) <= mosaic_width(cells.board, 2)


def test_without_sides_there_are_corners_alone() -> None:
    cells, corners, _ = layers("hex")

    assert "┌───A───┬" in "\n".join(mosaic_lines(cells, corners, None))


def test_what_lies_on_a_side_hides_nothing_in_the_cells() -> None:
    cells, corners, sides = layers("hex")
    west, east = map(sides.board.parse_cell, ("b1-w", "b1-e"))
    for text in ("r2", "r2+", "r2T+"):
        texts = [text if at in (west, east) else "" for at in range(len(sides.texts))]
        sides = evolve(sides, texts=texts)
        lines = mosaic_lines(cells, corners, sides)

        assert "\n".join(lines).count("a1") == "\n".join(lines).count("b1") == 1
        assert "\n".join(lines).count(text) == 2
        size = room(cells, sides)
        assert max(map(len, lines)) <= mosaic_width(cells.board, size) + 1


def test_no_sign_stands_for_two_things_that_a_player_owns() -> None:
    """Huts, halls and paths are told apart, also from the goods at harbours."""
    words = ["play", "island", "--seed", "3"]
    shown = CliRunner().invoke(main, words, input="1\n1\nquit\n").output
    legend = " ".join(shown.rsplit("───", 1)[1].split("bank")[0].split())

    signs = re.findall(r"(\S+) = (\w+)", legend)
    assert {("p1", "path"), ("h1", "hut")} <= set(signs), legend
    assert len(signs) == len({sign for sign, _ in signs})
    assert "p1T━h1" in shown
