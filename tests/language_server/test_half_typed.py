"""Whatever is cut out of a file or typed into it, every question has an answer."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opened import Opened, opened_in

from rulesrun.language_server import answers, navigation, outline
from rulesrun.language_server.completion import completions

TYPED = [
    "",
    ".",
    " ",
    "(",
    '"',
    "\n",
    "\n    ",
    ":",
    "@",
    "@PL-",
    "if ",
    "do ",
    "\t",
    "é🎲",
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return opened_in(tmp_path_factory.mktemp("half_typed"))


@pytest.fixture(scope="module")
def texts(game: Opened) -> dict[str, str]:
    paths = (game.rules, game.tests)
    return {path: Path(path).read_text("utf-8") for path in paths}


def ask_everything(game: Opened, path: str, at: int) -> None:
    """Ask all that an editor may ask there; nothing is raised."""
    text = game.workspace.text(path) or ""
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    completions(game.workspace, path, line, column)
    analysis = game.workspace.analysis(path)
    assert analysis is not None
    navigation.hover(analysis, line, column)
    navigation.definition(analysis, line, column)
    navigation.references(game.workspace, path, line, column)
    outline.symbols(analysis)
    outline.folds(analysis.lines)
    tokens = outline.tokens(analysis)
    assert all(size > 0 for size in tokens[2::5])
    answers.lenses(analysis, "file:///x", {})
    answers.formatted(text, path)
    for found in answers.diagnostics(analysis, str).values():
        for one in found:
            answers.fixes(analysis, one.range, str)


@given(data=st.data())
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_nothing_fails(
    game: Opened, texts: dict[str, str], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(sorted(texts)))
    text = texts[path]
    start = data.draw(st.integers(0, len(text)))
    stop = min(start + data.draw(st.sampled_from([0, 0, 1, 7, 60, 900])), len(text))
    typed = data.draw(st.sampled_from(TYPED))
    game.workspace.put(path, text[:start] + typed + text[stop:])
    ask_everything(game, path, start + len(typed))
    game.workspace.put(path, text)


@pytest.mark.parametrize("text", ["", "\n", "language 1\n", "x", "\0", "language 2\n"])
def test_files_of_almost_nothing(game: Opened, text: str) -> None:
    path = f"{game.folder}/new.rules"
    game.workspace.put(path, text)
    for at in range(len(text) + 1):
        ask_everything(game, path, at)
