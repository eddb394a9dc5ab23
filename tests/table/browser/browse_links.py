"""A link between cells tells what it is, and takes no click from the cells below it."""

from __future__ import annotations

from pathlib import Path

from browsing import browser, opened, scene, served, until

RULES = """\
language 2

game gates "Gates":
    players 2
    rulebook "gates/rulebook.md"

board land "land": square 1 x 5 named algebraic
board tunnels "tunnels": links of land from "gates/tunnels.csv"     @GA-1

each cell of land:
    ground "ground": player or none

play:
    turns of p from player 1 until no c in land where c.ground is none:
        expect some c in land where c.ground is none
        p chooses c in land "Where?"
            where c.ground is none
        c.ground = p
    nobody wins
"""


def test_a_link_over_cells_has_a_tip(tmp_path: Path) -> None:
    folder = tmp_path / "gates"
    folder.mkdir()
    (tmp_path / "gates.rules").write_text(RULES, "utf-8")
    (folder / "rulebook.md").write_text("GA-1. A tunnel joins two cells.\n", "utf-8")
    (folder / "tunnels.csv").write_text("from,to\na1,d1\n", "utf-8")
    args = ("gates.rules", "--seed", "1", "--seat=2=random", "--pace", "0")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        way = page.locator(".part.over .way").bounding_box()
        cell = page.locator(".cell").nth(2).bounding_box()
        assert way is not None
        assert cell is not None
        x = cell["x"] + cell["width"] / 2
        y = way["y"] + way["height"] / 2
        at = scene(page)["at"]
        page.mouse.move(x, y)
        page.wait_for_selector("#tip:not([hidden])")
        assert page.inner_text("#tip h4") == "c1"  # what can be chosen comes first
        page.mouse.click(x, y)
        until(page, f"rulesrunTable.scene.at > {at} && rulesrunTable.scene.question")
        page.mouse.move(2, 2)
        page.mouse.move(x, y)
        until(page, "document.querySelector('#tip').innerText.includes('tunnel')")
        assert "A tunnel joins two cells" in page.inner_text("#tip")
