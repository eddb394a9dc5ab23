"""Boards drawn with their corners and sides."""

import pytest

from rulesrun.cli.screen.mosaics import Layer, mosaic_lines, mosaic_width
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
