"""Coverage, traces of the rulebook, new games, pages, and what the shell completes."""

import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from running import PLOTS, ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.main import main
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.testing.paragraphs import usages

RANDOM = ("--seat", "1=random", "--seat", "2=random")
GAMES = ROOT / "tests" / "cli" / "games"


@pytest.fixture
def plots(tmp_path: Path) -> Path:
    """A copy of the small game with its tests, to be changed."""
    for name in ("plots.rules", "plots.csv", "plots.md", "tests/plots.rules"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        shutil.copy(GAMES / name, path)
    return tmp_path / "plots.rules"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


# ---- coverage ------------------------------------------------------------------------


def test_coverage_of_a_small_game(snapshot_txt: SnapshotAssertion) -> None:
    ran = rulesrun("test", PLOTS, "--coverage", "-k", "purchase")
    assert ran.code == 0
    assert ran.text == snapshot_txt


@pytest.mark.parametrize("game", ["alhambra", "kingdom_builder"])
def test_coverage_of_a_shipped_game(
    game: str, tmp_path: Path, snapshot_txt: SnapshotAssertion
) -> None:
    page = tmp_path / "page.html"
    word = {"alhambra": "start", "kingdom_builder": "Paddock"}[game]
    ran = rulesrun("test", game, "-k", word, "--coverage", "--html", page)
    assert ran.code == 0
    table = ran.out[ran.out.index("        ") :].splitlines()[:8]
    assert "\n".join(table) == snapshot_txt
    assert_whole(page.read_text("utf-8"))
    rules = (ROOT / "rules" / f"{game}.rules").read_text("utf-8")
    assert rules.splitlines() == lines_of(page.read_text("utf-8"))


def test_logs_count_as_well(plots: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    assert rulesrun("play", plots, "--seed", 3, *RANDOM, "--log", log).code == 0
    args = ("test", plots, "--coverage", "-k", "purchase")
    before, after = rulesrun(*args).out, rulesrun(*args, "--log", log).out
    assert "announce" in before
    assert "announce" not in after


def test_colours(plots: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    rulesrun("test", plots, "--coverage", "-k", "purchase", "--html", page)
    text = page.read_text("utf-8")
    assert re.search(r'class="line good"[^\n]*?p\.points \+= tile\.worth', text)
    assert re.search(r'class="line bad"[^<]*<[^\n]*?announce', text)


def test_a_page_shows_text_as_text(plots: Path, tmp_path: Path) -> None:
    change(plots, 'game plots "Plots"', 'game plots "<script>alert(1)</script>&"')
    change(plots, "# A small game", "# </div><b> & A small game")
    page = tmp_path / "page.html"
    assert (
        rulesrun("test", plots, "-k", "waiting", "--coverage", "--html", page).code == 1
    )
    for written in (page, *docs_of(plots, tmp_path)):
        text = written.read_text("utf-8")
        assert "<script" not in text
        assert_whole(text)
        assert plots.read_text("utf-8").splitlines() == lines_of(text)


BAD_COVERAGE = {
    "html without coverage": (PLOTS, "--html", "x.html"),
    "log without coverage": (PLOTS, "--log", "x.log"),
    "no such log": (PLOTS, "-k", "purchase", "--coverage", "--log", "nowhere.log"),
    "page in no folder": (
        *(PLOTS, "-k", "purchase"),
        *("--coverage", "--html", "nowhere/x.html"),
    ),
}


@pytest.mark.parametrize("args", BAD_COVERAGE.values(), ids=BAD_COVERAGE.keys())
def test_bad_coverage(args: tuple[str, ...]) -> None:
    ran = rulesrun("test", *args)
    assert ran.code == 2
    assert ran.err.startswith("Error: ")


def test_a_log_of_another_game(plots: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    rulesrun("play", "tic_tac_toe", "--seed", 1, *RANDOM, "--log", log)
    for args in (("test", plots, "--coverage", "--log", log), ("trace", plots, log)):
        ran = rulesrun(*args)
        assert ran.code == 1
        assert "tic_tac_toe" in ran.err


# ---- the rulebook --------------------------------------------------------------------


@pytest.mark.parametrize("game", ["alhambra", "kingdom_builder"])
def test_no_rule_is_left_out(game: str, shipped: Callable[[str], Program]) -> None:
    result = usages(shipped(game)).values()
    assert not [u for u in result if u.paragraph.states_rule and not u.citations]


def test_trace_of_a_shipped_game() -> None:
    ran = rulesrun("trace", "alhambra")
    assert ran.code == 0
    assert "Rules that nothing cites: none\n" in ran.out


def test_trace(plots: Path, tmp_path: Path, snapshot_txt: SnapshotAssertion) -> None:
    log = tmp_path / "game.log"
    rulesrun("play", plots, "--seed", 3, *RANDOM, "--log", log)
    ran = rulesrun("trace", plots, log, "--games", 2, "--all")
    assert ran.text == snapshot_txt


def test_changed_paragraphs(plots: Path, snapshot_txt: SnapshotAssertion) -> None:
    """From the first acceptance on, a changed paragraph is told until it is accepted."""
    book = plots.with_suffix(".md")
    said = [rulesrun("trace", plots, "--accept").text]
    change(book, "every coin in hand is worth a point", "every coin is worth 2 points")
    said += [rulesrun("trace", plots).text, rulesrun("trace", plots, "--accept").text]
    said.append(rulesrun("trace", plots).text)
    assert "\n".join(said) == snapshot_txt


def test_uncited_and_unreached(plots: Path) -> None:
    book = plots.with_suffix(".md")
    book.write_text(book.read_text("utf-8") + "\nPL-7. Nobody does this.\n", "utf-8")
    ran = rulesrun("trace", plots)
    assert ran.code == 1
    assert "Rules that nothing cites: 1\n  PL-7" in ran.out
    assert "Cited, but never reached: " in ran.out


def test_trace_of_a_game_without_a_rulebook() -> None:
    ran = rulesrun("trace", "tic_tac_toe")
    assert (ran.code, ran.out) == (1, "")


# ---- new -----------------------------------------------------------------------------


def test_a_new_game_works(tmp_path: Path, snapshot_txt: SnapshotAssertion) -> None:
    made = rulesrun("new", "first_try", "-o", tmp_path)
    assert made.text == snapshot_txt
    rules, tests = tmp_path / "first_try.rules", tmp_path / "tests" / "first_try.rules"
    assert rulesrun("validate", "--strict", rules, tests).code == 0
    assert rulesrun("fmt", "--check", rules, tests).code == 0
    assert "4 passed\n" in rulesrun("test", rules).out
    assert "everything is reached" in rulesrun("test", rules, "--coverage").out
    assert rulesrun("trace", rules).code == 0
    assert rulesrun("simulate", rules, "--games", 20).code == 0


@pytest.mark.parametrize(
    "there", ["mine.rules", "mine/rulebook.md", "tests/mine.rules"]
)
def test_nothing_is_written_over(there: str, tmp_path: Path) -> None:
    path = tmp_path / there
    path.parent.mkdir(exist_ok=True)
    path.write_text("kept", "utf-8")
    ran = rulesrun("new", "mine", "-o", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "is there already" in ran.err
    assert [path] == [p for p in tmp_path.rglob("*") if p.is_file()]
    assert path.read_text("utf-8") == "kept"


def test_nothing_is_left_half_written(tmp_path: Path) -> None:
    (tmp_path / "tests").write_text("no folder", "utf-8")
    ran = rulesrun("new", "mine", "-o", tmp_path)
    assert ran.code == 2
    assert [tmp_path / "tests"] == list(tmp_path.rglob("*"))


@pytest.mark.parametrize(
    "name", ["Card", "my-game", "2nd", "", "if", "size", "../up", "بازی", "a" * 99]
)
def test_names_that_no_game_has(name: str, tmp_path: Path) -> None:
    ran = rulesrun("new", name, "-o", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert not list(tmp_path.iterdir())


def test_the_auction_is_tested_and_cited() -> None:
    """It was written from `rulesrun new` with nothing but the docs."""
    rules, tests = "rules/auction.rules", "rules/tests/auction.rules"
    assert rulesrun("validate", "--strict", rules, tests).code == 0
    ran = rulesrun("test", "auction", "--coverage")
    assert ran.code == 0
    assert "everything is reached" in ran.out
    traced = rulesrun("trace", "auction", "--games", 5)
    assert traced.code == 0
    assert "Cited, but never reached: none" in traced.out


# ---- the shell -----------------------------------------------------------------------


def completed(*words: str) -> list[str]:
    """What the shell offers for the last word."""
    shell = ShellComplete(main, {}, "rulesrun", "_RULESRUN_COMPLETE")
    return [item.value for item in shell.get_completions(list(words[:-1]), words[-1])]


def test_commands_complete() -> None:
    assert ["validate"] == completed("va")
    assert {"why", "ledger", "docs", "new", "test"} <= set(completed(""))


def test_games_complete() -> None:
    assert "alhambra" in completed("play", "al")
    assert "kingdom_builder" in completed("validate", "alhambra", "k")
    assert "classics/hex" in completed("docs", "classics/h")


def test_options_complete() -> None:
    assert ["first_game=yes", "first_game=no"] == completed(
        "play", "kingdom_builder", "--option", "first_game="
    )
    assert ["fa"] == completed("play", "alhambra", "--lang", "f")
    assert "--coverage" in completed("test", "--co")
    assert ["unknown-name"] == completed("explain", "unknown-na")


def test_files_complete() -> None:
    shell = ShellComplete(main, {}, "rulesrun", "_RULESRUN_COMPLETE")
    for words, kind in (
        (["replay"], "file"),
        (["why"], "file"),
        (["play", "alhambra", "--script"], "file"),
        (["docs", "alhambra", "-o"], "dir"),
    ):
        assert [kind] == [item.type for item in shell.get_completions(words, "x")]


@pytest.mark.parametrize("game", ["nowhere", PLOTS, "tests/bad/syntax.rules", ""])
def test_completion_never_fails(game: str) -> None:
    assert [] == completed("play", game, "--option", "x")


# ---- pages ---------------------------------------------------------------------------

VOID = {"meta", "br", "hr", "link"}


class Reader(HTMLParser):
    """Reads a page: that every tag is closed, where links lead, what lines say."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.lines: list[str] = []
        self.tags: dict[str, int] = {}
        self.root: dict[str, str | None] = {}
        self._spans: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        result = dict(attrs)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag == "html":
            self.root = result
        if tag not in VOID:
            self.open.append(tag)
        if result.get("id"):
            self.ids.append(str(result["id"]))
        if tag == "a":
            self.links.append(str(result.get("href")))
        self.loaded += [str(v) for k, v in attrs if k == "src"]
        kind = str(result.get("class")).split()
        if tag == "span":
            whole = "line" in kind and result.get("id")
            aside = "number" in kind or "note" in kind
            self._spans.append("line" if whole else "aside" if aside else "")
            if whole:
                self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "span":
            self._spans.pop()

    def handle_data(self, data: str) -> None:
        if "line" in self._spans and "aside" not in self._spans:
            self.lines[-1] += data


def read_page(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader


def assert_whole(text: str) -> None:
    """The page is well formed, needs nothing else, and its links lead somewhere."""
    page = read_page(text)
    assert page.open == []
    assert page.loaded == []
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert not re.search(r"https?:|@import|url\(", text)


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in read_page(text).lines]


def docs_of(game: object, folder: Path) -> list[Path]:
    ran = rulesrun("docs", game, "-o", folder / "pages")
    assert ran.code == 0
    persian = rulesrun("docs", game, "-o", folder / "pages", "--lang", "fa")
    assert persian.code == 0
    return sorted((folder / "pages").iterdir())


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of the two games, in two languages."""
    folder = tmp_path_factory.mktemp("docs0")
    for game in ("alhambra", "kingdom_builder"):
        docs_of(game, folder)
    return {p.name: p.read_text("utf-8") for p in (folder / "pages").iterdir()}


PAGES = ("alhambra.html", "alhambra.fa.html", "kingdom_builder.html")


@pytest.mark.parametrize("name", [*PAGES, "kingdom_builder.fa.html"])
def test_a_page_is_whole(name: str, pages: dict[str, str]) -> None:
    assert_whole(pages[name])
    page = read_page(pages[name])
    expected = (
        {"lang": "fa", "dir": "rtl"} if ".fa." in name else {"lang": "en", "dir": "ltr"}
    )
    assert page.root == expected
    rules = (ROOT / "rules" / f"{name.partition('.')[0]}.rules").read_text("utf-8")
    assert rules.splitlines() == page.lines


@pytest.mark.parametrize("game", ["alhambra", "kingdom_builder"])
def test_every_paragraph_is_there(game: str, pages: dict[str, str]) -> None:
    book = (ROOT / "rules" / game / "rulebook.md").read_text("utf-8")
    numbers = re.findall(r"^([A-Z]+-[A-Z]?\d+)\. ", book, re.MULTILINE)
    assert set(numbers) <= set(read_page(pages[f"{game}.html"]).ids)


def test_rules_stand_beside_their_paragraph(
    pages: dict[str, str], snapshot_txt: SnapshotAssertion
) -> None:
    result = []
    for name, number in (
        ("alhambra.fa.html", "AL-32"),
        ("kingdom_builder.html", "KB-29"),
    ):
        text = pages[name]
        start = text.index(f'<div class="pair" id="{number}">')
        result.append(text[start : text.index('<div class="pair"', start + 9)])
    assert "\n".join(result) == snapshot_txt


def test_effects_as_written(pages: dict[str, str]) -> None:
    text = pages["kingdom_builder.html"]
    row = text[text.index('<td data-label="name"><bdi>Hermits</bdi></td><td><div') :]
    written = re.sub("<[^>]+>", "", row[: row.index("</tr>")])
    assert "hermits: size(areas(p))" in written


def test_the_first_value_of_an_enum_is_shown(pages: dict[str, str]) -> None:
    assert (
        '<td data-label="terrain"><span class="chip" style="--tint: #a9c957"><i></i>'
        "<bdi>Grass</bdi></span></td>" in pages["kingdom_builder.html"]
    )


def test_docs_write_over_nothing(tmp_path: Path) -> None:
    args = ("docs", "tic_tac_toe", "-o", tmp_path)
    assert rulesrun(*args).code == 0
    again = rulesrun(*args)
    assert (again.code, again.out) == (2, "")
    assert rulesrun(*args, "--force").code == 0


@pytest.mark.parametrize(
    "args",
    [
        ("nowhere", "-o", "x"),
        ("tests/bad/syntax.rules", "-o", "x"),
        ("alhambra",),
        ("alhambra", "-o", "README.md"),
        ("alhambra", "-o", "x", "--lang", "xx"),
        (),
        ("alhambra", "--language"),
        ("--page", "langage"),
    ],
    ids=[
        "no file",
        "faulty rules",
        "no folder",
        "folder is a file",
        "no language",
        "nothing",
        "a page to be written",
        "no page",
    ],
)
def test_bad_docs(args: tuple[str, ...]) -> None:
    ran = rulesrun("docs", *args)
    assert ran.code in (1, 2)
    assert ran.out == ""
    assert not (ROOT / "x").exists()


def test_the_documentation_is_at_hand() -> None:
    reference = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert rulesrun("docs", "--language").out.strip() == reference.strip()
    assert rulesrun("docs", "--page", "designers").out.startswith("# From an empty")
    assert "  The language of .rules files\n" in rulesrun("docs", "--pages").out
    assert 'mean "language"?' in rulesrun("docs", "--page", "langage").err


@pytest.mark.skipif(
    shutil.which("chromium") is None, reason="chromium is not installed"
)
@pytest.mark.parametrize("name", ["alhambra.fa.html", "kingdom_builder.html"])
def test_a_browser_shows_the_page(
    name: str, pages: dict[str, str], tmp_path: Path
) -> None:
    page, picture = tmp_path / name, tmp_path / "page.png"
    page.write_text(pages[name], "utf-8")
    command = f"""chromium --headless --no-sandbox --disable-gpu --disable-quic
        --no-first-run --disable-background-networking --disable-component-update
        --disable-sync --user-data-dir={tmp_path / "profile"}
        --window-size=1200,900 --screenshot={picture} {page.as_uri()}"""
    subprocess.run(command.split(), check=True, capture_output=True, timeout=60)
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) > 20_000  # an empty page is far smaller


# ---- fmt -----------------------------------------------------------------------------

UNTIDY = 'language 2\n\n\n\ngame small "Small":\n    players   2\n\nplay:\n    nobody   wins\n'
TIDY = 'language 2\n\ngame small "Small":\n    players 2\n\nplay:\n    nobody wins\n'


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    path = tmp_path / "small.rules"
    path.write_text(UNTIDY, "utf-8")
    return path


def test_fmt(untidy: Path) -> None:
    ran = rulesrun("fmt", untidy)
    assert "TMP/small.rules formatted\n1 file read, 1 changed\n" == ran.out
    assert untidy.read_text("utf-8") == TIDY
    again = rulesrun("fmt", untidy)
    assert (0, "1 file read, 0 changed\n") == (again.code, again.out)


def test_fmt_check(untidy: Path) -> None:
    ran = rulesrun("fmt", "--check", untidy)
    assert ran.code == 1
    assert ran.out == "TMP/small.rules is not formatted\n1 file read, 1 would change\n"
    assert untidy.read_text("utf-8") == UNTIDY


def test_fmt_diff(untidy: Path, snapshot_txt: SnapshotAssertion) -> None:
    ran = rulesrun("fmt", "--diff", untidy)
    assert ran.text == snapshot_txt
    assert untidy.read_text("utf-8") == UNTIDY


@pytest.mark.parametrize(
    "data",
    [b"play:\n  nonsense (\n", b"\xff\xfe\x00", b"language 2\n\n\tgame x:\n", b"\0"],
    ids=["syntax", "not UTF-8", "tab", "binary"],
)
def test_fmt_leaves_alone_what_it_cannot_read(data: bytes, untidy: Path) -> None:
    untidy.write_bytes(data)
    ran = rulesrun("fmt", untidy)
    assert ran.code in (1, 2)
    assert ran.out == ""
    assert untidy.read_bytes() == data
    assert list(untidy.parent.iterdir()) == [untidy]


def test_fmt_of_what_is_not_there(tmp_path: Path) -> None:
    ran = rulesrun("fmt", tmp_path / "nowhere.rules")
    assert (ran.code, ran.out) == (2, "")


def test_fmt_keeps_who_may_read_a_file(untidy: Path) -> None:
    untidy.chmod(0o640)
    rulesrun("fmt", untidy)
    assert untidy.stat().st_mode & 0o777 == 0o640
