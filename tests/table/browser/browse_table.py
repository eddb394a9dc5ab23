"""What else must hold in a real browser: nothing is lost, and everybody can use it."""

from __future__ import annotations

import json
import random
import re
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import (
    Server,
    browser,
    click_option,
    faults_in_persian,
    free_port,
    opened,
    questions,
    scene,
    serious_faults,
    served,
    unnamed,
    until,
    wait_for,
)

from rulesrun.interpreter.logs import read_log

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_killed_server_loses_no_choice(tmp_path: Path) -> None:
    port = free_port()
    with ExitStack() as left, browser() as windows:
        server = Server(tmp_path, port, "tic_tac_toe", "--seed", "1")
        left.callback(server.stop)
        pages = [opened(windows, server.link(seat)) for seat in (0, 1)]
        for made in range(4):
            click_option(pages[made % 2], 0)
            server.stop(signal.SIGKILL)
            kept = read_log(server.log.read_text("utf-8"), whole=False)
            assert len(kept.entries) == made + 1
            server = Server(tmp_path, port, "--resume", "table.log")
            left.callback(server.stop)
            for page in pages:
                until(page, "window.rulesrunTable.connected")
                wait_for(page, made + 1)
        assert [len(scene(page)["story"]) for page in pages] == [4, 4]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("alhambra", "en"),
        ("kingdom_builder", "fa"),
        ("keyflower", "fa"),
        ("architects", "en"),
        ("oasis", "en"),
    ],
)
def test_axe_finds_no_serious_fault(
    name: str, language: str, scheme: str, tmp_path: Path
) -> None:
    args = (name, "--players", "2", "--seed", "5")
    looks = {"color_scheme": scheme, "bypass_csp": True}
    with served(tmp_path, *args) as server, browser() as windows:
        links = (server.link(seat, language) for seat in (0, 1))
        pages = [opened(windows, link, **looks) for link in links]
        asked = next(page for page in pages if "question" in scene(page))
        expect_no_serious_fault(asked)


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(
    "name",
    ["alhambra", "kingdom_builder", "architects", "keyflower", "oasis", "island"],
)
def test_what_is_read_on_a_thing_is_what_it_is_called(
    name: str, language: str, tmp_path: Path
) -> None:
    """At some positions of a game, and axe finds nothing there."""
    args = (name, "--players", "2", "--seed", "5", "--pace", "0", "--seat=2=random")
    chance = random.Random(3)
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0, language), bypass_csp=True)
        for made in range(13):
            until(page, "rulesrunTable.scene.question || rulesrunTable.scene.over")
            now = scene(page)
            if made in (6, 12) or now["over"]:
                assert unnamed(page) == []
                expect_no_serious_fault(page)
            if now["over"]:
                break
            number = chance.randrange(len(now["question"]["options"]))
            page.evaluate(f"rulesrunTable.act.choose({number})")
            until(page, f"rulesrunTable.scene.at > {now['at']}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_none_where_a_game_is_looked_back_at(
    scheme: str, tmp_path: Path
) -> None:
    """At the end, with the slider open and a chart of points; and the rulebook beside it."""
    args = ("kingdom_builder", "--players", "2", "--seed", "5", "--pace", "0")
    looks = {"color_scheme": scheme, "bypass_csp": True}
    chance = random.Random(5)
    with (
        served(tmp_path, *args, "--seat=2=random") as server,
        browser() as windows,
    ):
        page = opened(windows, server.link(0), **looks)
        for now in questions(page):
            number = chance.randrange(len(now["question"]["options"]))
            page.evaluate(f"rulesrunTable.act.choose({number})")
            until(page, f"rulesrunTable.scene.at > {now['at']}")
        page.click("#ledger summary")
        page.wait_for_selector("#ledger table")
        expect_no_serious_fault(page)
        page.click("#look-back")
        page.wait_for_selector("#film-at")
        page.fill("#film-at", "20")
        expect_no_serious_fault(page)
        page.click("#rules")
        page.wait_for_selector("#rulebook .paragraph")
        expect_no_serious_fault(page)


def test_axe_finds_none_in_tips_and_in_tables_of_the_rulebook(tmp_path: Path) -> None:
    """What is wider or longer than its place can be read without a mouse."""
    laptop = {"width": 1366, "height": 768}
    with (
        served(tmp_path, "alhambra", "--players", "2", "--seed", "5") as server,
        browser() as windows,
    ):
        page = next(
            page
            for page in (
                opened(windows, server.link(seat), bypass_csp=True, viewport=laptop)
                for seat in (0, 1)
            )
            if "question" in scene(page)
        )
        page.click("#rules")
        page.wait_for_selector("#rulebook table")
        expect_no_serious_fault(page)
        page.keyboard.press("Escape")
        page.hover("#shared .tile-card >> nth=0")
        page.wait_for_selector("#tip table")
        expect_no_serious_fault(page)
        tip = "document.getElementById('tip')"
        assert page.evaluate(f"{tip}.scrollHeight <= {tip}.clientHeight + 1")


def expect_no_serious_fault(page: Page) -> None:
    """No fault that axe-core calls serious or critical."""
    serious = serious_faults(page)
    assert not serious, json.dumps(serious, indent=1, ensure_ascii=False)


def test_the_keyboard_alone_plays(tmp_path: Path) -> None:
    with served(tmp_path, "tic_tac_toe", "--seed", "1") as server, browser() as windows:
        page = opened(windows, server.link(0))
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.cell')"):
                break
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.textContent") == "1,1"
        page.keyboard.press("Enter")
        wait_for(page, 1)
        assert "1,1" in scene(page)["story"][-1]["told"]


def test_what_is_not_lit_says_why(tmp_path: Path) -> None:
    with served(tmp_path, "tic_tac_toe", "--seed", "1") as server, browser() as windows:
        first, second = (opened(windows, server.link(seat)) for seat in (0, 1))
        click_option(first, 4)
        wait_for(second, 1)
        second.hover(".cell.dim")
        second.wait_for_selector("#tip .why p")
        assert second.inner_text("#tip .why p")


BIDS = """\
language 1

game bids "Bids":
    players 2

each player:
    first "first bid": int, seen by owner
    second "second bid": int, seen by owner

play:
    ORDER
            p secretly chooses n in 1..3
            p.second = p.first
            p.first = n
    rank players by most it.first
"""

ORDERS = {
    "one after the other": "for each p in players:\n        repeat 2 times:",
    "in turn": "repeat 2 times:\n        for each p in players:",
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_double_click_answers_one_question(
    order: str, seat: int, tmp_path: Path
) -> None:
    (tmp_path / "bids.rules").write_text(BIDS.replace("ORDER", ORDERS[order]), "utf-8")
    with served(tmp_path, "bids.rules") as server, browser() as windows:
        page = opened(windows, server.link(seat))
        button = page.get_by_role("button", name="3", exact=True).first
        button.dblclick()
        page.wait_for_timeout(500)
        if seat == 0:
            assert scene(page)["at"] == 1
        else:
            assert scene(page)["made"] == ["3"]
        page.wait_for_timeout(500)  # clicks of another burst count again
        if seat == 1 or order == "one after the other":
            page.get_by_role("button", name="2", exact=True).first.click()
            until(page, f"rulesrunTable.scene.{'made?.length' if seat else 'at'} === 2")
        page.reload()
        button = page.get_by_role("button", name="Undo")
        if seat == 1:
            button.dblclick()
            page.wait_for_timeout(500)
            assert len(scene(page)["made"]) == 1


def test_a_phone_shows_everything_without_moving_sideways(tmp_path: Path) -> None:
    phone = {"width": 390, "height": 844}
    with served(tmp_path, "alhambra", "--players", "2") as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=phone, has_touch=True)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= phone["width"]


def test_a_finger_that_rests_tells_and_picks_nothing(tmp_path: Path) -> None:
    phone = {"width": 390, "height": 844}
    with served(tmp_path, "alhambra", "--seed", "4") as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=phone, has_touch=True)
        until(page, "rulesrunTable.scene.question")
        box = page.locator(".card.lit").first.bounding_box()
        assert box is not None
        at = {"x": box["x"] + 10, "y": box["y"] + 20}
        touch = page.context.new_cdp_session(page)

        def send(kind: str, *points: dict[str, float]) -> None:
            values = {"type": kind, "touchPoints": list(points)}
            touch.send("Input.dispatchTouchEvent", values)

        send("touchStart", at)
        page.wait_for_selector("#tip:not([hidden])")
        send("touchEnd")
        page.wait_for_timeout(300)
        assert page.is_visible("#tip")
        assert page.evaluate("rulesrunTable.picks.length") == 0
        assert scene(page)["at"] == 0
        page.touchscreen.tap(at["x"], at["y"])
        until(page, "rulesrunTable.picks.length || rulesrunTable.scene.at")


def test_what_is_alike_lies_in_stacks(tmp_path: Path) -> None:
    args = ("stories", "--seed", "5", "--seat", "2=random", "--pace", "0")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        names = page.evaluate(
            "new Set(rulesrunTable.marks.uncovered().map((one) => one.keys[0])).size"
        )
        assert page.locator("#shared .lapped").count() > 10
        assert names <= page.evaluate("rulesrunTable.marks.all.length") / 3


MARKUP = "<img src=x onerror=document.title=1>"

HOSTILE = f"""\
language 1

game hostile "{MARKUP}":
    players 2

each player:
    points "{MARKUP}": int, ledger

play:
    for each p in players:
        p chooses one of "{MARKUP}":
            option rest "{MARKUP}":
                p.points += 1
            option go "{MARKUP}":
                pass
    nobody wins
"""


def test_a_first_game_is_explained_until_somebody_turns_it_off(tmp_path: Path) -> None:
    with served(tmp_path, "alhambra", "--seed", "4") as server, browser() as windows:
        page = opened(windows, server.link(0))
        page.wait_for_selector(".guide .cite")
        assert "Take money" in page.inner_text(".guide summary")
        number = page.inner_text(".guide .cite")
        page.click(".guide .cite")
        assert number == page.inner_text("#rulebook .now cite >> nth=0").split()[0]
        page.keyboard.press("Escape")
        page.click(".guide .sources >> nth=0")
        sources = page.inner_text(".guide .sources ul")
        assert sources.split("\n") == ["outer walls", "buildings"]
        page.click(".guide .sources >> nth=1")
        assert "the most points wins" in page.inner_text(".guide .sources >> nth=1")
        page.click("#guide")
        assert page.locator(".guide").count() == 0
        page.reload()
        page.wait_for_selector("#choice h2")
        assert page.locator(".guide").count() == 0
        page.click("#guide")
        page.click("#guide-why")
        page.wait_for_selector(".hints li")
        assert "100" in page.inner_text(".guide")


def test_nobody_is_asked_whose_seat_plays_meanwhile(tmp_path: Path) -> None:
    args = ("tic_tac_toe", "--seed", "1", "--pace", "60")
    with served(tmp_path, *args) as server, browser() as windows:
        pages = [opened(windows, server.link(seat)) for seat in (0, 1)]
        page = next(page for page in pages if "question" in scene(page))
        page.click("#seat summary")
        page.click("#stand-in")
        page.wait_for_selector("#back-to-me")
        assert "question" not in scene(page)
        assert page.locator(".lit").count() == 0
        page.click("#back-to-me")
        until(page, "rulesrunTable.scene.question")


def test_the_history_says_what_a_choice_gave_and_lights_it_up(tmp_path: Path) -> None:
    args = ("alhambra", "--seed", "5", "--seat", "2=random", "--pace", "0")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        now = scene(page)
        click_option(page, len(now["question"]["options"]) - 1)  # buys a tile
        line = f"#story [data-at='{now['at'] + 1}']"
        page.wait_for_selector(line)
        assert re.search(r": \w+ · \w+ \d+ .*· \w+ \d", page.inner_text(line))
        page.reload()
        page.hover(line)
        page.wait_for_selector(".relit")


def test_the_history_says_what_workers_bring(tmp_path: Path) -> None:
    args = ("architects", "--seed", "5", "--seat", "2=random", "--pace", "0")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0))
        for _ in range(40):
            until(page, "rulesrunTable.scene.question")
            if page.locator("#story .gave").count():
                break
            at = scene(page)["at"]
            page.evaluate("rulesrunTable.act.choose(0)")
            until(page, f"rulesrunTable.scene.at > {at}")
        assert page.locator("#story .gave").count()


def test_what_others_did_is_stepped_through(tmp_path: Path) -> None:
    """One after the other, each lit up in the history and on the table."""
    args = ("kingdom_builder", "--players", "3", "--seed", "5", "--pace", "0")
    others = ("--seat=2=random", "--seat=3=random")
    with served(tmp_path, *args, *others) as server, browser() as windows:
        page = opened(windows, server.link(0))
        mine = None
        while mine is None or scene(page)["at"] - mine < 3:
            until(page, "rulesrunTable.scene.question")
            mine = scene(page)["at"] + 1
            page.evaluate("rulesrunTable.act.choose(0)")
            until(page, f"rulesrunTable.scene.at >= {mine}")
            until(page, "rulesrunTable.scene.question")
        others_made = scene(page)["at"] - mine
        for made in range(others_made):
            page.click("#story .step-through")
            line = page.locator("#story li.shown")
            assert line.get_attribute("data-at") == str(mine + made + 1)
            if "Build a settlement" in line.inner_text():
                assert page.locator(".cell.relit").count() == 1
        page.click("#story .step-through")  # and from the first one again
        shown = page.locator("#story li.shown")
        assert shown.get_attribute("data-at") == str(mine + 1)


def test_a_line_of_the_list_lights_up_what_it_speaks_of(tmp_path: Path) -> None:
    args = ("kingdom_builder", "--seed", "4", "--seat", "2=random", "--pace", "0")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0))
        page.click(".listed summary")
        page.hover(".listed [data-option='0']")
        [cell] = page.locator(".relit").all()
        coordinates = cell.text_content().split(",  ")[0].split(", ")[0]
        assert page.inner_text(".listed [data-option='0']").endswith(coordinates)
        page.hover("#title")
        assert page.locator(".relit").count() == 0


def test_what_belongs_to_a_board_lies_beside_it(tmp_path: Path) -> None:
    """Nothing of the shared table is hidden below the own panel of a laptop."""
    args = ("kingdom_builder", "--seed", "4", "--seat", "2=random", "--pace", "0")
    laptop = {"width": 1366, "height": 768}
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=laptop)
        until(page, "rulesrunTable.scene.question")
        page.wait_for_selector("#shared.beside")
        own = page.evaluate(
            "document.getElementById('mine').getBoundingClientRect().top"
        )
        lowest = page.evaluate(
            "Math.max(...[...document.querySelectorAll('#shared .zone, #shared svg.fixed')]"
            ".map((one) => one.getBoundingClientRect().bottom))"
        )
        assert lowest <= own + 2


def test_options_of_the_rules_have_labels_in_the_rulebook(tmp_path: Path) -> None:
    with served(tmp_path, "architects", "--seed", "4") as server, browser() as windows:
        page = opened(windows, server.link(0, "fa"))
        page.click("#rules")
        page.wait_for_selector("#rulebook .paragraph")
        assert "discard_any_time" not in page.inner_text("#rulebook")
        assert faults_in_persian(page) == []


def test_cells_and_numbers_say_what_the_rulebook_says(tmp_path: Path) -> None:
    with (
        served(tmp_path, "kingdom_builder", "--seed", "4") as server,
        browser() as windows,
    ):
        page = opened(windows, server.link(0))
        page.hover(".cell:not(.lit) >> nth=3", force=True)
        page.wait_for_selector("#tip dl dd")
        assert page.locator("#tip .paragraph").count()
        page.hover("#mine .fact.score")
        page.wait_for_selector("#tip .paragraph")
        assert page.inner_text("#tip h4") == "gold"


def test_copies_that_are_alike_can_all_be_chosen(tmp_path: Path) -> None:
    args = ("spread", "--players", "3", "--seed", "5", "--seat", "3=random")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        assert page.locator("#mine .card.dim").count() == 0
        names = page.evaluate(
            """rulesrunTable.scene.question.values
            .map((value) => value.key).filter((key) => key.includes("bread"))"""
        )
        assert len(names) == 1
        other = page.evaluate(
            f"""rulesrunTable.marks.all.find((mark) => mark.token === "{names[0]}"
            && !mark.keys.includes("{names[0]}")).element.dataset.mark"""
        )
        page.click(f'[data-mark="{other}"]')
        until(page, "rulesrunTable.scene.at > 0")


def test_a_thing_in_a_place_that_can_be_chosen_says_what_it_is(tmp_path: Path) -> None:
    with served(tmp_path, "alhambra", "--seed", "4") as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        page.click("#choice [data-item] >> text=Buy a building")
        page.hover(".key-slot:is(.lit, .later) .tile-card")
        page.wait_for_selector("#tip dl dd")
        assert "price" in page.inner_text("#tip dl")
        assert page.locator("#tip .why").count() == 0
        page.hover("#tools")
        page.focus(".key-slot:is(.lit, .later) .key")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("#tip dl dd")
        assert "price" in page.inner_text("#tip dl")


def test_an_action_tells_all_that_it_does(tmp_path: Path) -> None:
    """Also what follows from it, which no family could guess."""
    with served(tmp_path, "alhambra", "--seed", "4") as server, browser() as windows:
        page = opened(windows, server.link(0))
        page.hover("#choice [data-item] >> text=Buy a building")
        page.wait_for_selector("#tip .paragraph")
        assert "exactly the price" in page.inner_text("#tip")
        page.hover("#choice [data-item] >> text=Take money")
        until(page, "document.querySelector('#tip h4')?.textContent === 'Take money'")
        whole = "or several cards from the display"
        assert whole in " ".join(page.inner_text("#tip").split())


def test_texts_for_players_lead_nowhere_and_those_of_the_rulebook_do(
    tmp_path: Path,
) -> None:
    with served(tmp_path, "alhambra", "--seed", "4") as server, browser() as windows:
        page = opened(windows, server.link(0))
        page.wait_for_selector(".guide .by")
        assert "There is no passing." in page.inner_text(".guide .by")
        assert "See" not in page.inner_text(".guide .by")
        page.click("#rules")
        number = page.inner_text("#rulebook .leads >> nth=0")
        page.click("#rulebook .leads >> nth=0")
        there = "document.activeElement.dataset.number"
        assert page.evaluate(there) == number


def test_a_sentence_with_a_colon_is_told_from_its_beginning(tmp_path: Path) -> None:
    args = ("oasis", "--players", "2", "--seed", "5", "--seat", "2=random")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        click_option(page, 0)
        until(page, "rulesrunTable.scene.at === 1 && rulesrunTable.scene.question")
        assert "Then one may send" in page.inner_text("#choice .action-does >> nth=0")


def test_a_place_is_called_by_words_that_stand_apart(tmp_path: Path) -> None:
    with served(tmp_path, "architects", "--seed", "4") as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene")
        labels = page.evaluate("rulesrunTable.marks.all.map((mark) => mark.label)")
        [stalls] = [one for one in labels if "small market" in one and "big" in one][:1]
        assert "small market, middle space, big market" in stalls


def test_a_board_shows_nothing_that_is_for_the_rules_alone(tmp_path: Path) -> None:
    with served(tmp_path, "nine_lines", "--seed", "1") as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        assert page.locator(".board .cell").count() == 81
        assert not page.locator(".board .cell text").all_inner_texts()


def test_labels_are_texts_whatever_they_say(tmp_path: Path) -> None:
    (tmp_path / "hostile.rules").write_text(HOSTILE, "utf-8")
    with served(tmp_path, "hostile.rules") as server, browser() as windows:
        page = opened(windows, server.link(0))
        click_option(page, 0)
        assert page.inner_text("#title") == MARKUP
        assert (
            page.inner_text("#story").count(MARKUP) == 2
        )  # the choice, and what it gave
        assert page.locator("img").count() == 0
        assert MARKUP in page.title()


BOATS = """\
language 1

game boats "Boats":
    players 2

enum Boat "boat": red, blue, green

each player:
    points "points": int, ledger

play:
    for each p in players:
        p chooses boat in Boat "Boat"
        p.points += 1
        do lend(p)
    nobody wins

rule lend(p: player):
    p chooses boat in Boat "Boat to lend"
    p.points += 1
"""


def test_a_choice_that_is_only_named_asks_to_choose_it(tmp_path: Path) -> None:
    (tmp_path / "boats.rules").write_text(BOATS, "utf-8")
    with served(tmp_path, "boats.rules") as server, browser() as windows:
        page = opened(windows, server.link(0))
        page.wait_for_selector(".guide")
        asked = page.inner_text(".guide")
        assert "Choose: boat." in asked
        at = scene(page)["at"]
        page.evaluate("rulesrunTable.act.choose(0)")
        until(page, f"rulesrunTable.scene.at > {at} && rulesrunTable.scene.question")
        assert page.inner_text("#choice h2") == "Boat to lend"
        assert "Choose: boat." in page.inner_text(".guide")


def test_the_guide_tells_of_the_only_thing_that_can_be_done(tmp_path: Path) -> None:
    with served(tmp_path, "oasis", "--seed", "5") as server, browser() as windows:
        page = opened(windows, server.link(0))
        until(page, "rulesrunTable.scene.question")
        page.evaluate("rulesrunTable.act.choose(0)")
        until(
            page, "rulesrunTable.scene.question?.prompt === 'Do you send a gardener?'"
        )
        assert page.inner_text(".guide .cite") == "OA-9"


LAPTOP = {"width": 1366, "height": 768}

CUT = """[...document.querySelectorAll("#shared .card .does")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1).length"""


def test_texts_of_cards_stand_whole_where_there_is_room(tmp_path: Path) -> None:
    with served(tmp_path, "stories", "--seed", "5") as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        page.wait_for_selector("#shared .card .does")
        assert page.evaluate(CUT) == 0
        page.evaluate("document.body.classList.add('brief')")
        assert page.evaluate(CUT) > 0


def test_what_is_on_cards_in_ones_own_hand_is_seen_however_close(
    tmp_path: Path,
) -> None:
    args = ("architects", "--seed", "5", "--players", "2")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        until(page, "rulesrunTable.scene.question")
        while not page.locator("#mine .zone.hand .body").count():
            at = scene(page)["at"]
            page.evaluate("rulesrunTable.act.choose(0)")
            until(page, f"rulesrunTable.scene.at > {at}")
        page.evaluate("document.body.classList.add('brief', 'close', 'closer')")
        assert page.locator("#mine .zone.hand .body").first.is_visible()


def test_tiles_of_a_shared_grid_can_be_read(tmp_path: Path) -> None:
    with served(tmp_path, "oasis", "--seed", "5") as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        page.wait_for_selector(".square-tile .caption")
        size = page.evaluate(
            "(12 * document.querySelector('.square-tile').getBoundingClientRect().width)"
            " / 100"
        )
        assert size >= 11


def test_texts_in_ones_own_panel_are_shorter_where_it_would_be_cut(
    tmp_path: Path,
) -> None:
    with served(tmp_path, "stories", "--seed", "5") as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        page.wait_for_selector("#mine .zone.hand")
        assert not page.evaluate("document.getElementById('mine').matches('.brief')")
        page.set_viewport_size({"width": 1366, "height": 420})
        page.wait_for_selector("#mine.brief")


def test_what_lies_somewhere_only_now_and_then_is_shown_then(tmp_path: Path) -> None:
    """A supply that has run out is empty; a settlement is lifted for a moment only."""
    args = ("kingdom_builder", "--seed", "4")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        page.wait_for_selector("#mine .fact")
        facts = page.inner_text("#mine")
        assert "supply" in facts
        assert "lifted" not in facts


def test_tips_tell_no_numbers_of_paragraphs(tmp_path: Path) -> None:
    args = ("kingdom_builder", "--seed", "4")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        page.hover(".cell.dim >> nth=3", force=True)
        page.wait_for_selector("#tip .paragraph")
        assert "(Water has one exception.)" in page.inner_text("#tip")
        assert "KB-" not in page.inner_text("#tip")


def test_tiles_say_nothing_that_only_a_table_goes_on_with(tmp_path: Path) -> None:
    args = ("alhambra", "--seed", "4")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        page.wait_for_selector("#shared .tile-card")
        assert page.locator("#shared .does").count() == 0


def test_hidden_cards_in_a_row_have_numbers(tmp_path: Path) -> None:
    args = ("weavers", "--players", "2", "--seed", "4")
    with served(tmp_path, *args) as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        page.wait_for_selector("#mine .back")
        numbers = page.locator("#mine .back > b").all_inner_texts()
        assert numbers == ["1", "2", "3", "4", "5"]


def test_a_game_is_drawn_closer_only_as_long_as_it_has_to_be(tmp_path: Path) -> None:
    args = ("alhambra", "--players", "2", "--seed", "5", "--seat=2=random")
    with served(tmp_path, *args, "--pace", "0") as server, browser() as windows:
        page = opened(windows, server.link(0), viewport=LAPTOP)
        until(page, "rulesrunTable.scene.question")
        page.evaluate("document.body.classList.add('brief', 'close', 'closer')")
        turns = scene(page)["turns"]
        while scene(page)["turns"] == turns:
            at = scene(page)["at"]
            page.evaluate("rulesrunTable.act.choose(0)")
            until(page, f"rulesrunTable.scene.at > {at}")
        until(page, "rulesrunTable.scene.question")
        assert not page.evaluate("document.body.matches('.closer')")
