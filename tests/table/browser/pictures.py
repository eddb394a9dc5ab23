"""Draws the pictures of `docs/table`: `make pictures`.

Each is what the first seat sees after some choices of its own, all made by chance from a
fixed seed; the other seats are played by chance, too.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from pathlib import Path
from typing import Literal

from attrs import frozen
from browsing import browser, opened, scene, served, until
from PIL import Image

FOLDER = Path(__file__).parents[3] / "docs" / "table"
LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
COLOURS = 160
"""Enough for a page, at a third of the size."""

SETTLED = 900
"""Milliseconds until nothing moves any more."""


@frozen
class Picture:
    """A picture of a game: how many sit there, and what the page looks like."""

    game: str
    players: int = 2
    choices: int = 12
    language: str = "en"
    kind: Literal["", "-phone", "-dark"] = ""

    @property
    def name(self) -> str:
        """What its file is called."""
        language = "" if self.language == "en" else f"-{self.language}"
        return f"{self.game}{language}{self.kind}"


PICTURES = (
    Picture("alhambra", 3, 14),
    Picture("alhambra", 3, 14, "fa"),
    Picture("alhambra", 3, 14, kind="-phone"),
    Picture("kingdom_builder", 3, 24),
    Picture("kingdom_builder", 3, 24, kind="-phone"),
    Picture("architects", 2, 24),
    Picture("architects", 2, 24, kind="-dark"),
    Picture("architects", 2, 24, "fa"),
    Picture("keyflower", 2, 16),
    Picture("keyflower", 2, 16, "fa"),
    Picture("keyflower", 2, 16, kind="-phone"),
    Picture("island", 3, 20),
    Picture("backgammon", 2, 16),
    Picture("hearts", 4, 8),
    Picture("keepers", 2, 9),
    Picture("keepers", 2, 9, "fa"),
    Picture("oasis", 2, 16),
    Picture("rails", 3, 14),
    Picture("pledge", 4, 10),
    Picture("djinns", 3, 10),
    Picture("spread", 3, 6),
    Picture("stories", 2, 12),
    Picture("nine_lines", 2, 24),
    Picture("weavers", 3, 5),
)


def draw(picture: Picture) -> bytes:
    """The picture as PNG."""
    chance = random.Random(picture.name)
    seats = [f"--seat={seat}=random" for seat in range(2, picture.players + 1)]
    settings = ("--players", str(picture.players), "--seed", "5", "--pace", "0")
    with (
        tempfile.TemporaryDirectory() as made,
        served(Path(made), picture.game, *settings, *seats) as server,
        browser() as window,
    ):
        page = opened(
            window,
            server.link(0, picture.language),
            viewport=PHONE if picture.kind == "-phone" else LAPTOP,
            color_scheme="dark" if picture.kind == "-dark" else "light",
        )
        for _ in range(picture.choices):
            until(page, "rulesrunTable.scene.question || rulesrunTable.scene.over")
            now = scene(page)
            if now["over"]:
                break
            option = chance.randrange(len(now["question"]["options"]))
            page.evaluate(f"rulesrunTable.act.choose({option})")
            until(page, f"rulesrunTable.scene.at !== {now['at']}")
        until(page, "rulesrunTable.scene.question || rulesrunTable.scene.over")
        page.wait_for_timeout(SETTLED)
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    made_of = io.BytesIO()
    shot.quantize(COLOURS, dither=Image.Dither.NONE).save(made_of, "PNG", optimize=True)
    return made_of.getvalue()


def main(names: tuple[str, ...]) -> None:
    """Draw those whose names begin with one of these; all if there are none."""
    for picture in PICTURES:
        if names and not picture.name.startswith(names):
            continue
        data = draw(picture)
        FOLDER.joinpath(f"{picture.name}.png").write_bytes(data)
        print(f"{picture.name:<24}{len(data) / 1000:>6.0f} kB", flush=True)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
