"""What tools tell of rules, scenarios and rulebooks, in Persian."""

import re
from pathlib import Path

import pytest
from running import PLOTS, ROOT, Ran, rulesrun

from rulesrun.cli.output.direction import LRI, PDI, RLI, unmarked

LATIN = re.compile("[A-Za-z]{2,}")

FAILING = """
scenario "one":
    players 2
    expect player 2 to act

scenario "two":
    players 2
    expect player_count == 3

scenario "three":
    players 2
    player 1: put c=0,0
    expect refused player 2: put c=0,1

scenario "four":
    players 2
    player 1: put c=9,9
"""


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    path = tmp_path_factory.mktemp("game") / "failing.rules"
    rules = (ROOT / "rules" / "tic_tac_toe.rules").read_text("utf-8")
    path.write_text(rules + FAILING, "utf-8")
    return rulesrun("test", path, "--coverage", "--lang", "fa")


def told(lines: list[str]) -> list[str]:
    """The lines that hold English outside of names and pieces of rules."""
    return [
        line for line in lines if LATIN.search(re.sub(f"{LRI}[^{PDI}]*{PDI}", "", line))
    ]


def test_failures_are_told(failing: Ran) -> None:
    assert 1 == failing.code
    lines = [line for line in failing.out.split("\n") if not line.startswith("───")]
    assert told(lines[1:]) == []
    text = unmarked(failing.out)
    assert "نوبت بازیکن ۱ است، نه بازیکن ۲" in text
    assert "این برقرار نیست" in text
    assert "این رد نمی‌شود" in text
    assert "۴ ناموفق" in text


def test_what_is_not_reached_is_told(failing: Ran) -> None:
    table = failing.out[failing.out.index("دستورها") :].split("\n")
    assert all(line.startswith(RLI) for line in table[1:] if line)
    assert any("هرگز رسیده نشده" in line for line in table)


def test_the_page_of_what_is_reached(tmp_path: Path) -> None:
    page = tmp_path / "reached.html"
    rules = "rules/tic_tac_toe.rules"
    ran = rulesrun("test", rules, "--coverage", "--html", page, "--lang", "fa")
    assert 0 == ran.code
    html = page.read_text("utf-8")
    assert '<html lang="fa" dir="rtl">' in html
    code = r'<span class="line[^"]*" id=.*?</span>(?=<span class="line|</div>)'
    notes = re.findall("class='note'>(.*?)</span>", html)
    prose = re.sub(f"<style>.*?</style>|{code}|<bdi dir.*?</bdi>", "", html, flags=re.S)
    text = " ".join([prose.partition("<body>")[2], *notes])
    assert LATIN.findall(re.sub("<[^>]+>", " ", text)) == []
    assert "آنچه آزمون‌ها به آن می‌رسند" in prose


def test_the_paragraphs_of_a_rulebook() -> None:
    ran = rulesrun("trace", PLOTS, "--all", "--lang", "fa")
    lines = ran.out.partition("\n\n")[0].split("\n")
    assert told(lines[:1]) == []
    assert len(lines) > 3
    assert unmarked(lines[0]).split()[0] == "بند"
    assert all(line.startswith(RLI) for line in lines)
