"""The tab key: it offers what the commands take, and does not wait until they are loaded."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from rulesrun.cli.files.cache import keeper
from rulesrun.cli.files.kept_outline import Data, keep_outline, kept_outline
from rulesrun.cli.main import COMMANDS, loaded, outline
from rulesrun.cli.outline import command_of


@pytest.fixture(scope="module")
def outlined(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Data]:
    """What the commands take, kept where the tab key finds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield keep_outline(outline())


def test_commands_are_outlined_as_they_are(outlined: Data) -> None:
    for name in COMMANDS:
        both = loaded(name), command_of(outlined["commands"][name])
        real, other = ([(p.opts, p.nargs) for p in c.params] for c in both)
        assert real == other, name


def test_the_shipped_games_are_outlined(outlined: Data) -> None:
    assert outlined["variants"]["kingdom_builder"][:2] == [
        "first_game=yes",
        "first_game=no",
    ]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("rulesrun vali", "plain,validate"),
        ("rulesrun play --opt", "plain,--option"),
        ("rulesrun explain unknown-na", "plain,unknown-name"),
        ("rulesrun debug pl", "plain,plan"),
        (
            "rulesrun play kingdom_builder --option first_game=y",
            "plain,first_game=yes",
        ),
    ],
)
@pytest.mark.usefixtures("outlined")
def test_the_tab_key_loads_nothing_large(words: str, offered: str) -> None:
    code = """if True:
        import atexit, sys
        from rulesrun.cli.main import main
        large = ("lark", "rulesrun.dsl.syntax.nodes", "rulesrun.interpreter.game")
        atexit.register(lambda: print([m for m in large if m in sys.modules]))
        main(prog_name="rulesrun")
    """
    asked = {
        "_RULESRUN_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == f"{offered}\n[]\n"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"of": "other commands"}'])
def test_an_outline_that_does_not_fit_is_not_used(
    outlined: Data, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr("rulesrun.cli.files.kept_outline.SHIPPED", "no file")
    assert kept_outline() == outlined
    entry = keeper("outline")
    assert entry is not None
    entry.write(text)
    assert kept_outline() is None
    keep_outline(json.dumps(outlined))
