"""Hover, definition, references and rename follow what names stand for."""

from pathlib import Path

import pytest
from lsprotocol import types as lsp
from opened import Opened, opened_in

from rulesrun.dsl.problems.remedies import applied
from rulesrun.dsl.syntax.format import format_rules
from rulesrun.language_server import answers, navigation, outline


@pytest.fixture
def game(tmp_path: Path) -> Opened:
    return opened_in(tmp_path)


def hovered(game: Opened, marked: str) -> str:
    result = navigation.hover(game.analysis(), *game.place(marked))
    assert result is not None
    return result.text


def test_hover_tells_the_type_and_the_paragraphs(game: Opened) -> None:
    text = hovered(game, "buy(p|: player)")
    assert "p: player" in text
    text = hovered(game, "                b|uy(p)")
    assert "action buy(p: player)" in text
    assert "*Buy a plot* (خریدن کرت)" in text
    assert "**PL-3** Who buys a plot pays for it and scores its worth." in text
    text = hovered(game, "size(q.h|and)")
    assert "hand: hand of Coin" in text


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        ("@PL|-3", "Who buys a plot"),
        ("fro|ntier(p.farm)", "the empty places next to a component"),
        ("    wh|ile offer", "The game ends when no plot is on offer"),
        ('whe|at "wheat"', "wheat: Crop"),
        ("all t in Plot wh|ere", "where h.owner is none"),
        ("sum(cards.va|lue) >=", "value: 1..3"),
    ],
)
def test_hover_of_everything_else(game: Opened, marked: str, said: str) -> None:
    assert said in hovered(game, marked)


def test_hover_shows_the_comment_above(game: Opened) -> None:
    game.change("action wait", "# Whoever has no money.\naction wait")
    assert "Whoever has no money." in hovered(game, "                wa|it(p)")


@pytest.mark.parametrize(
    ("marked", "declared"),
    [
        ("sum(car|ds.value)", "choose |cards from"),
        ("move tile to p.fa|rm", '    |farm "farm"'),
        ("                b|uy(p)", "action |buy"),
        ("t.crop is no|t none to", None),
        ("t.cr|op is not none to bag", '    |crop "crop"'),
        ("where fences_|match(", "function |fences_match"),
        ("hand of Co|in", "card |Coin"),
        ("11 Pl|ot from", "tile |Plot"),
        ("3 if ri|ch else", "option |rich"),
    ],
)
def test_definition(game: Opened, marked: str, declared: str | None) -> None:
    definition = navigation.definition(game.analysis(), *game.place(marked))
    if declared is None:
        assert definition is None
    else:
        assert definition is not None
        assert (definition.line, definition.column) == game.place(declared)


def test_definition_of_paragraphs_and_files(game: Opened) -> None:
    definition = navigation.definition(game.analysis(), *game.place("@PL|-2"))
    assert definition is not None
    assert (definition.path, definition.line) == (
        f"{game.folder.as_posix()}/plots.md",
        5,
    )
    definition = navigation.definition(game.analysis(), *game.place('"plots|.csv"'))
    assert definition is not None
    assert definition.path.endswith("plots.csv")


def test_references_reach_the_scenarios(game: Opened) -> None:
    references = navigation.references(
        game.workspace, game.rules, *game.place("action b|uy")
    )
    assert [declares for span, declares in references.items() if declares] == [True]
    assert {span.path for span in references} == {game.rules, game.tests}


@pytest.mark.parametrize(
    ("marked", "new"),
    [
        ("action b|uy", "acquire"),
        ("choose ti|le in", "plot"),
        ("each s| in Side", "side"),
        ("tile Pl|ot", "Field"),
        ('    coi|ns "coins"', "purse"),
        ('    hand| "hand"', "cards_held"),
        ("function f|ences_match", "fits"),
    ],
)
def test_rename_means_the_same(game: Opened, marked: str, new: str) -> None:
    marked = marked.replace("each s", "every s")
    line, column = game.place(marked)
    edits = navigation.rename(game.workspace, game.rules, line, column, new)
    assert len(edits) > 1
    for path in {edit.span.path for edit in edits}:
        text = game.workspace.text(path)
        assert text is not None
        own = [edit for edit in edits if edit.span.path == path]
        game.workspace.put(path, applied(text, own))
    assert game.analysis().compilation.program is not None
    again = navigation.rename(game.workspace, game.rules, line, column, "as_before")
    assert len(again) == len(edits)


def test_rename_follows_who_chooses_into_a_menu(game: Opened) -> None:
    game.change("buy(p)\n", "buy\n")
    line, column = game.place("turn p|:")
    edits = navigation.rename(game.workspace, game.rules, line, column, "whoever")
    text = game.workspace.text(game.rules)
    assert text is not None
    changed = applied(text, edits)

    assert "                buy\n" in changed
    assert "turn whoever:" in changed
    assert len({edit.span for edit in edits}) == len(edits)


@pytest.mark.parametrize(
    ("marked", "new", "written"),
    [
        ("rule pay(|p: player", "who", {"do pay(p, 2)", "do pay(p, worth)"}),
        (
            "rule pay_all(|p: player",
            "who",
            {"do pay(who, 2)", "do pay(who, worth(who))"},
        ),
        ("function worth(|p: player", "who", {"do pay(2)", "do pay(worth(p))"}),
    ],
)
def test_what_was_handed_on_by_its_name_is_written(
    game: Opened, marked: str, new: str, written: set[str]
) -> None:
    rules = """rule pay(p: player, n: int):
    if size(p.hand) > n: nobody wins

function worth(p: player) -> int = size(p.hand) + 1

rule pay_all(p: player):
    do pay(2)
    do pay(worth)

action buy(p: player)"""
    game.change("action buy(p: player)", rules)
    line, column = game.place(marked)
    edits = navigation.rename(game.workspace, game.rules, line, column, new)
    text = game.workspace.text(game.rules)
    assert text is not None
    changed = applied(text, edits)

    assert written <= {row.strip() for row in changed.splitlines()}
    game.workspace.put(game.rules, changed)
    assert game.analysis().compilation.program is not None


def test_a_parameter_keeps_the_name_that_says_what_it_is(game: Opened) -> None:
    game.change("action buy(p: player)", "names p: player\n\naction buy(p)")
    line, column = game.place("action buy(p|)")

    with pytest.raises(navigation.Refused, match="not said what `q` is"):
        navigation.rename(game.workspace, game.rules, line, column, "q")


@pytest.mark.parametrize(
    ("marked", "new", "why"),
    [
        ("action b|uy", "wait", "then"),
        ('whe|at "wheat"', "corn", "plots.csv.* is no Crop"),
        ("action b|uy", "player", "word of the language"),
        ("action b|uy", "to buy", "Latin letters"),
        ("every s in Si|de", "x", "belongs to the language"),
        ("cho|ose tile", "x", "no name"),
    ],
)
def test_rename_refuses(game: Opened, marked: str, new: str, why: str) -> None:
    line, column = game.place(marked)
    with pytest.raises(navigation.Refused, match=why):
        navigation.rename(game.workspace, game.rules, line, column, new)


def test_symbols_and_folds(game: Opened) -> None:
    result = {symbol.name: symbol for symbol in outline.symbols(game.analysis())}
    assert {"plots", "rich", "Crop", "Plot", "state", "play", "buy"} <= result.keys()
    assert [inner.name for inner in result["Coin"].children or ()] == ["value"]
    for symbol in result.values():
        assert symbol.range.start <= symbol.selection_range.start
        assert symbol.selection_range.end <= symbol.range.end
    folds = {(f.start_line, f.end_line) for f in outline.folds(game.analysis().lines)}
    first = game.place("|play:")[0] - 1
    last = game.place("|    rank players")[0] - 1
    assert (first, last) in folds


def test_every_word_has_its_colour(game: Opened) -> None:
    data = outline.tokens(game.analysis())
    lines = game.analysis().lines
    seen: dict[str, str] = {}
    line = column = 0
    for at in range(0, len(data), 5):
        down, right, size, kind, _ = data[at : at + 5]
        line, column = line + down, right if down else column + right
        seen[lines[line][column : column + size]] = outline.TOKENS[kind]
    assert seen["buy"] == "event"
    assert seen["cards"] == "parameter"
    assert seen["Plot"] == "type"
    assert seen["beans"] == "enumMember"
    assert seen["while"] == "keyword"
    assert seen["@PL-3"] == "decorator"
    assert seen['"سکه‌ها"'] == "string"


def test_problems_have_fixes(game: Opened) -> None:
    analysis = game.change("    p.points += tile.worth", "    p.pionts += tile.worth")
    told = answers.diagnostics(analysis, str)[game.rules]
    assert [one.code for one in told] == ["unknown-field"]
    actions = answers.fixes(analysis, told[0].range, str)
    assert [action.title for action in actions] == ['did you mean "points"?']
    edit = actions[0].edit
    assert edit is not None
    assert [e.new_text for e in (edit.changes or {})[game.rules]] == ["points"]


def test_formatting(game: Opened) -> None:
    text = format_rules("\n".join(game.analysis().lines))
    assert answers.formatted(text, game.rules) == []
    edits = answers.formatted(text.replace("points += ", "points+="), game.rules)
    assert [edit.new_text for edit in edits] == [text]
    assert answers.formatted(text.replace("play:", "play"), game.rules) == []


def test_an_editor_that_reads_no_markdown_gets_plain_text() -> None:
    text = (
        "```rules\naction buy(p: player)\n```\n\n*Buy* (kaufen)\n\n**PL-4** Pay 2 * 3."
    )
    plain = "action buy(p: player)\n\n\n*Buy* (kaufen)\n\n**PL-4** Pay 2 * 3."
    plain = plain.replace("\n\n\n", "\n\n").replace("*Buy*", "Buy").replace("**", "")
    assert plain == answers.markup(text, None)
    kinds = lsp.MarkupKind
    for read, value in (([kinds.PlainText], plain), ([*kinds], text)):
        assert lsp.MarkupContent(read[-1], value) == answers.markup(text, read)
