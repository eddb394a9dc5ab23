"""Whatever is cut out of a file or typed into it, every question has an answer."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opened import Opened, opened_in

from rulesrun.language_server import answers, navigation, outline
from rulesrun.language_server.completion import completions
from rulesrun.language_server.probes import place_at

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
    for result in answers.diagnostics(analysis, str).values():
        for one in result:
            answers.fixes(analysis, one.range, str)


@given(data=st.data())
@settings(
    max_examples=30,
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


@pytest.mark.parametrize("typed", ["x", ".", "\n", " ", "  # x", "\n    "])
def test_what_can_be_written_does_not_hang_on_what_was_gone_through(
    typed: str, game: Opened, texts: dict[str, str]
) -> None:
    """A file is not gone through for what can be written in a block that has changed.

    What that block itself declares may be called as it was before.
    """

    def offered(*, gone_through: bool) -> list[tuple[str, str]]:
        game.workspace.put(path, texts[path])
        assert game.workspace.analysis(path) is not None
        game.workspace.put(path, before + after)
        if gone_through:
            game.workspace.analysis(path)
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        result = completions(game.workspace, path, line, column)
        place = place_at((before + after).split("\n"), line, column)
        first, end = place.bounds
        own = set(re.findall(r"\w+", "\n".join(place.rows[first:end])))
        own |= {word.removesuffix(typed) for word in own}
        told = ((one.item.label, one.item.detail or "") for one in result)
        return sorted(pair for pair in told if pair[0] not in own)

    for path in texts:
        lines = texts[path].split("\n")
        for at in range(0, len(lines), 3):
            before = "\n".join(lines[: at + 1]) + typed
            after = "\n" + "\n".join(lines[at + 1 :])
            assert offered(gone_through=False) == offered(gone_through=True)


def test_what_has_just_been_declared_elsewhere_can_be_written(game: Opened) -> None:
    text = Path(game.rules).read_text("utf-8")
    game.workspace.put(game.rules, text)
    game.analysis()
    text += "\nfunction lately() -> int = 3\n\nfunction again() -> int = 1 + \n"
    game.workspace.put(game.rules, text)
    place = game.place("int = 1 + |")
    names = [one.item.label for one in completions(game.workspace, game.rules, *place)]
    assert "lately" in names
