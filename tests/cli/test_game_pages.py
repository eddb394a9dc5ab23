"""The pages of `docs` and `trace`: what stands on them, and that nothing runs off the edge."""

import json
import re
import shutil
import subprocess
from html import escape
from pathlib import Path

import pytest
from running import rulesrun

from rulesrun.cli.files.shipped import shows
from rulesrun.cli.web.highlighting import coloured
from rulesrun.cli.web.rules_text import prose

ROOT = Path(__file__).parents[2]
WIDTHS = (320, 800, 1400)

SMALL = """\
language 1

game small "Small":
    players 2
    rulebook "small/rulebook.md"

enum Colour "colour":
    red "red"
    blue "blue"

card Gem "gem":
    name: text
    colour "colour": Colour
    worth "worth": 0..9
    cost "cost": 0..9
    also "also": bool

supply:
    1 of Gem("ruby", red, 3, 0, true)
    1 of Gem("opal", blue, 0, 2, false)

board field: square 2 x 2

map plan (row: 0..1, column: 0..1 -> colour: Colour):
    R = red
    B = blue
    "RB"
    "BR"

each cell of field:
    ground: Colour

# A line as long as any, with a word in it that nobody would write: {long_word}

event taken(p: player, g: Gem)

each player:
    points "points": int
    gems: area of Gem

action take(p: player) "Take":                                              @S-1
    choose gem in Gem
        where gem in box
    move gem to p.gems
    raise taken(p, gem)

when taken(p, g) by g:
    "ruby": p.points += 3                                                   @S-2

play:
    for each c in field:
        c.ground = plan[c.row, c.column]
    turn first(players):
        first(players) chooses one of:
            take(first(players))
    rank players by most it.points

scenario "a ruby is worth it":                                              @S-2
    player 1: take gem=ruby
    expect player 1.points == 3
""".replace("{long_word}", "gem" * 60)
BOOK = """\
# Small

## Taking

S-1. A player takes a gem; *gems* are rare. See S-2.

S-2. A ruby brings 3 points.

S-3. Nobody says `this`. {no rule}
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    path = folder / "small.rules"
    path.write_text(SMALL, "utf-8")
    (folder / "small").mkdir()
    (folder / "small" / "rulebook.md").write_text(BOOK, "utf-8")
    return path


@pytest.fixture(scope="module")
def page(small: Path) -> str:
    ran = rulesrun("docs", small, "-o", small.parent)
    assert ran.err == ""
    return (small.parent / "small.html").read_text("utf-8")


def test_the_rulebook_comes_first_and_contents_stand_at_the_side(page: str) -> None:
    places = [page.index(f'<h2 id="{part}">') for part in ("rulebook", "components")]
    assert places == sorted(places)
    side = page[page.index('<nav class="side">') : page.index("</nav>")]
    links = re.findall(r'href="#([^"]+)"', side)
    for anchor in ("rulebook", "kind-Gem", "board-field", "map-plan", "effects-taken"):
        assert anchor in links


def test_a_paragraph_leads_to_its_scenario_and_back(page: str) -> None:
    start = page.index('id="S-2"')
    pair = page[start : page.index('class="pair"', start)]
    assert "tested by 1 scenario" in pair
    assert (
        '<a href="#scenario-0"><cite dir="auto">a ruby is worth it</cite></a>' in pair
    )
    scenario = page[page.index('id="scenario-0"') :]
    assert '<a class="cite" href="#S-2">S-2</a>' in scenario


def test_rules_lead_to_scenarios(page: str) -> None:
    rules = page[page.index('<h2 id="rules">') :]
    block = rules[rules.index(" by g") :]
    assert block.index("tested by 1 scenario") < block.index("rank")


def test_a_card_shows_what_its_line_does(page: str) -> None:
    ruby, opal = (page.index(f"<bdi>{name}</bdi></h4>") for name in ("ruby", "opal"))
    assert "what it does" in page[ruby:opal]
    assert "what it does" not in page[opal : page.index('<h2 id="maps">')]
    effects = page[page.index('id="effects-taken"') :]
    assert ".points += " in effects[: effects.index("</details>")]


def test_maps_and_boards_are_drawn(page: str) -> None:
    board = page[page.index('id="board-field"') : page.index('id="map-plan"')]
    assert board.count("<rect") == 4
    assert board.count('fill="#c0392f"') == 2
    plan = page[page.index('id="map-plan"') : page.index('<h2 id="effects">')]
    fills = re.findall(r'<rect class="ground"[^>]*fill="([^"]+)"', plan)
    assert fills == ["#c0392f", "#2f6fb0", "#2f6fb0", "#c0392f"]


def test_stars_and_backticks_of_a_rulebook_are_read(page: str) -> None:
    assert "<em>gems</em> are rare. See" in page
    assert "Nobody says <code>this</code>." in page
    assert prose("2 * 3 * 4") == "2 * 3 * 4"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("rule refill:", '<span class="d">rule</span> refill:'),
        (
            "    players 2",
            '    <span class="n">players</span> <span class="n">2</span>',
        ),
        ("    let size = 3", '<span class="k">let</span> size ='),
        ("    x = size(y)", '<span class="f">size</span>(y)'),
        ('    "a < b" x', '<span class="s">"<bdi>a &lt; b</bdi>"</span> x'),
        ("    x  # if", '<span class="c"># if</span>'),
        ('    "left open', '<span class="s">&quot;left open</span>'),
    ],
)
def test_words_of_the_language_are_coloured(line: str, expected: str) -> None:
    assert expected in coloured(line)


# ---- trace ---------------------------------------------------------------------------


def test_trace_writes_a_page(small: Path) -> None:
    target = small.parent / "trace.html"
    assert rulesrun("trace", small, "--html", target).code == 0
    text = target.read_text("utf-8")
    assert re.search(r'id="S-2">.*?reached</bdi>.*?1 scenario<', text, re.DOTALL)
    assert re.search(r'id="S-3">.*?states no rule', text, re.DOTALL)
    assert ".points += " in text[text.index('id="S-2"') :]
    again = rulesrun("trace", small, "--html", target)
    assert again.code == 0, "a page of ours may be written over"


def test_trace_writes_over_nothing_else(small: Path) -> None:
    target = small.parent / "mine.html"
    target.write_text("mine", "utf-8")
    assert rulesrun("trace", small, "--html", target).code == 2
    assert target.read_text("utf-8") == "mine"
    assert rulesrun("trace", small, "--html", target, "--force").code == 0


# ---- in a browser --------------------------------------------------------------------

MEASURE = """<script>
onload = () => {
  const found = [...document.querySelectorAll("iframe")].map((frame) => {
    const page = frame.contentDocument;
    const root = page.documentElement;
    const closed = root.scrollWidth;
    for (const part of page.querySelectorAll("details")) part.open = true;
    const off = [...page.querySelectorAll("main *, nav *")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width && (box.right > frame.clientWidth + 1 || box.left < -1);
    });
    return [root.clientWidth, closed, root.scrollWidth, off.length];
  });
  document.body.dataset.found = JSON.stringify(found);
};
</script>"""


def measured(pages: list[Path], folder: Path) -> list[list[int]]:
    """Of each page at each width: how wide it is, and how much runs off the edge."""
    frames = (
        f'<iframe width="{width}" height="800" srcdoc="{escape(one.read_text("utf-8"))}">'
        "</iframe>"
        for one in pages
        for width in WIDTHS
    )
    whole = folder / "frames.html"
    whole.write_text(f"<!DOCTYPE html><body>{''.join(frames)}{MEASURE}</body>", "utf-8")
    command = f"""chromium --headless --no-sandbox --disable-gpu --disable-quic
        --no-first-run --disable-background-networking --disable-component-update
        --disable-sync --user-data-dir={folder / "profile"}
        --dump-dom {whole.as_uri()}"""
    ran = subprocess.run(command.split(), check=True, capture_output=True, timeout=240)
    match = re.search(rb'data-found="([^"]*)"', ran.stdout)
    assert match is not None
    result: list[list[int]] = json.loads(match[1])
    return result


@pytest.mark.skipif(
    shutil.which("chromium") is None, reason="chromium is not installed"
)
def test_nothing_runs_off_the_edge(small: Path, tmp_path: Path) -> None:
    for language in ("en", "fa"):
        folder = tmp_path / language
        assert rulesrun("docs", small, "-o", folder, "--lang", language).code == 0
        trace = folder / "trace.html"
        assert rulesrun("trace", small, "--html", trace, "--lang", language).code == 0
    pages = sorted(tmp_path.glob("*/*.html"))
    assert len(pages) == 4

    result = measured(pages, tmp_path)

    assert [
        (closed <= across, opened <= across, off)
        for across, closed, opened, off in result
    ] == [(True, True, 0)] * len(WIDTHS) * len(pages)


def test_the_gallery_is_shown_on_a_page_that_leads_to_all_of_its_games(
    tmp_path: Path,
) -> None:
    ran = rulesrun("docs", "--gallery", "-o", tmp_path, "--lang", "fa")
    page = (tmp_path / "gallery.fa.html").read_text("utf-8")
    links = re.findall(r'<h2><a href="([^"]+)"', page)

    assert ran.err == ""
    assert len(set(links)) == len(links) == len(shows())
    assert all((tmp_path / link).is_file() for link in links)
    assert all(said["fa"] in page for said in shows().values())
    pictures = ("<figure>", 'class="cards"', "<pre>")
    assert sum(map(page.count, pictures)) >= len(links)
    assert rulesrun("docs", "nim", "--gallery", "-o", tmp_path).code == 2
