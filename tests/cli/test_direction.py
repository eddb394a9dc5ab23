"""Persian runs from right to left, line by line, as a bidirectional engine shows it."""

import re
from html import unescape
from pathlib import Path

import pytest
from bidi import get_display  # type: ignore[import-untyped]
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.cli.main import main
from rulesrun.cli.output.direction import (
    FSI,
    LRI,
    PDI,
    RLI,
    RLM,
    balanced,
    number_in,
    unmarked,
)
from rulesrun.cli.output.streams import whole_line
from rulesrun.cli.output.terminal import cut, folded, width

RULES = Path(__file__).parents[2] / "rules"

GAMES = ["alhambra", "architects", "keyflower", "kingdom_builder"]

TYPED = "۱\nنمایش\nگزینه‌ها\nچرا pass\nحساب\nتاریخچه\n1\n2\n۱\nنمایش ۱\nخروج\n"

REFUSED = (
    "چرا ۹۹۹۹\n"
    "چرا take cards=12\n"
    "چرا buy slot=دینار\n"
    "چرا bid n=9999\n"
    "چرا use colour=رنگی\n"
    "چرا build h=0,0\n"
    "چرا place=۹\n"
    "خروج\n"
)

SCRIPT = "players 3\nseed 5\nrandom 40\nshow\nrandom to end\n"


def pieces(line: str, gap: str) -> list[str]:
    """A line in its gaps and what stands between them, as far as both lie in no isolate.

    `gap` is a pattern for the blanks that part two pieces.
    """
    result, depth, start = [], 0, 0
    for match in re.finditer(rf"{gap}|.", line):
        part = match[0]
        depth += (part in (LRI, RLI, FSI)) - (part == PDI)
        if depth == 0 and part.isspace() and re.fullmatch(gap, part):
            result += [line[start : match.start()], part]
            start = match.end()
    return [part for part in (*result, line[start:]) if part]


def shown(text: str, base: str) -> str:
    """A text as an engine puts it on the screen."""
    return unmarked(str(get_display(text, base_dir=base)))


def expected(line: str) -> str:
    """Each column as it is shown alone, the first of them at the right."""
    return "".join(shown_alone(part) for part in reversed(pieces(line, " {2,}")))


def shown_alone(part: str) -> str:
    """A column; in one from left to right, such as a line of a map, piece by piece."""
    if not (part.startswith(LRI) and part.endswith(PDI)):
        return shown(part, "R")
    inner = part[1:-1]
    return "".join(shown(piece, "L") for piece in pieces(inner, " +"))


def check(line: str) -> None:
    """What holds for every line of Persian."""
    assert line[0] == RLI
    assert line[-2:] == RLM + PDI
    assert balanced([line]) == [line]
    depth = 0
    for at, sign in enumerate(line):
        depth += (sign in (LRI, RLI, FSI)) - (sign == PDI)
        assert depth > 0 or at == len(line) - 1
    assert depth == 0
    assert width(line) == 100
    inner = line[1:-2]
    assert shown(line, "L") == shown(line, "R") == expected(inner)
    assert not re.search(r"[A-Za-z_.@:-]-?[۰-۹]", line), "a name with other digits"


def english_in(line: str) -> list[str]:
    """The words of a line that are neither code, nor a path or number of a paragraph."""
    result = re.findall(rf"{LRI}([^{PDI}]*){PDI}", line)
    rest = re.sub(rf"{LRI}[^{PDI}]*{PDI}", "", line)
    names = [piece for piece in result if not re.search(r"[./@=\[_(]|[A-Z]-", piece)]
    return re.findall("[A-Za-z]{2,}", " ".join([rest, *names]))


def names_beside(game: str) -> set[str]:
    """The words of English names that stand in brackets beside the Persian ones."""
    book = (RULES / game / "rulebook.fa.md").read_text("utf-8")
    return set(
        re.findall("[A-Za-z]{2,}", " ".join(re.findall(r"\([A-Z][^()،]*", book)))
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_no_english_but_names(game: str, tmp_path: Path) -> None:
    path = str(RULES / f"{game}.rules")
    lines_of("docs", path, "-o", str(tmp_path), "--lang", "fa")
    page = (tmp_path / f"{game}.fa.html").read_text("utf-8")
    rules = '<div class="code[^"]*">.*?</div>|<code.*?</code>|<cite.*?</cite>'
    tables = re.findall('<a href="#(?:table|board)-[^"]*">(.*?)</a>', page)
    assert not [one for one in tables if "<code" in one]
    prose = re.sub(f"<style>.*?</style>|{rules}", "", page, flags=re.S)
    words = re.findall(
        r"[A-Za-z][\w.-]+", unescape(re.sub(r"<[^>]+>|`[^`]+`", " ", prose))
    )
    names = names_beside(game)
    known = re.compile(r"[A-Z]+-.*|.*\.rules")
    assert [w for w in words if w not in names and not known.fullmatch(w)] == []


def lines_of(*command: str, typed: str | None = None) -> list[str]:
    ran = CliRunner().invoke(main, command, input=typed)
    assert ran.exit_code in (0, 1), ran.output
    return [line for line in ran.stdout.split("\n") if line]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_session(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules").symlink_to(RULES)
    log, rules = "x-1.log", ("--rules", f"rules/{game}.rules")
    play = ("play", f"rules/{game}.rules", "--seed", "4", "--lang", "fa", "--log", log)
    told = lines_of(*play, typed=TYPED)
    told += lines_of("replay", log, *rules, "--verify", "--lang", "fa")
    told += lines_of("why", f"{log}@1", "pass", *rules, "--lang", "fa")
    for line in told:
        check(line)
    assert any("x-1.log" in line for line in told)


@pytest.mark.parametrize("game", [*GAMES, "island"])
def test_every_line_of_a_whole_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules").symlink_to(RULES)
    Path("s.script").write_text(SCRIPT, "utf-8")
    log, rules = "x.log", f"rules/{game}.rules"
    told = lines_of(
        "play",
        f"rules/{game}.rules",
        "--lang",
        "fa",
        "--script",
        "s.script",
        "--log",
        log,
    )
    told += lines_of("ledger", log, "--full", "--rules", rules, "--lang", "fa")
    for line in told:
        check(line)
        assert names_beside(game).issuperset(english_in(line)), line


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_speaks_of_labels_and_not_of_names(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play = ("play", str(RULES / f"{game}.rules"), "--seed", "4", "--lang", "fa")
    told = lines_of(*play, typed=REFUSED)
    heads = ("این کار ممکن نیست", "نزدیک‌ترین گزینه")
    matching = [line for line in map(unmarked, told) if line.strip().startswith(heads)]
    assert matching
    typed = set(re.findall("[A-Za-z]+", REFUSED))
    assert [one for one in matching if set(re.findall("[A-Za-z]+", one)) - typed] == []
    assert any("قابل انتخاب نیست" in one for one in matching) == (
        game != "kingdom_builder"  # there, all of these can be chosen now or never
    )


BIDI = st.text("aב۱2 .-()‎" + LRI + RLI + FSI + PDI, max_size=60)


@given(BIDI, st.integers(2, 30))
def test_what_is_folded_or_cut_stays_balanced(text: str, size: int) -> None:
    whole = balanced([text])[0]
    for line in (*folded(whole, size), cut(whole, size)):
        assert balanced([line]) == [line]
        assert width(line) <= size
    words = "".join("".join(map(unmarked, folded(whole, size))).split())
    assert words == "".join(unmarked(whole).split())


def test_a_piece_that_is_folded_goes_on_in_its_direction() -> None:
    assert [f"a {LRI}b{PDI}", f"  {LRI}c{PDI}", "  d"] == folded(
        f"a {LRI}b c{PDI} d", 4, indent="  "
    )


def test_a_column_of_numbers_keeps_its_place() -> None:
    row = "  ".join(number_in(n, "fa") for n in (-12, 3, -4))
    assert "−۴  ۳  −۱۲" == shown(whole_line(row, 10), "L").strip()


def test_a_line_of_another_language_is_read_as_it_is() -> None:
    line = shown(whole_line("  did you mean (this)?", 30), "L")
    assert line == "did you mean (this)?".rjust(28) + "  "


def test_columns_stand_under_their_heads_where_a_row_begins_with_a_path() -> None:
    rows = ["امتیاز            بازیکن ۱  بازیکن ۲", "a.rules:12 @A-7   ۳         ۴"]
    head, row = (shown(whole_line(line, 40), "L") for line in rows)
    assert head.index("۱ نکیزاب") + len("۱ نکیزاب") == row.index("۳") + 1
    assert row.index("۴") < row.index("۳") < row.index("a.rules:12 @A-7")


def test_names_without_a_label_are_told_by_their_kind() -> None:
    typed = "چرا استفاده از کاشی معدن سنگ کی قرمز ۲\nخروج\n"
    play = ("play", "keyflower", "--players", "2", "--seed", "5", "--lang", "fa")
    told = [unmarked(line).strip() for line in lines_of(*play, typed=typed)]
    assert "رنگ: قرمز" in told
    assert "چند رنگ: زرد" in told
