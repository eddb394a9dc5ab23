"""The extension for VS Code is made of the words that the language knows."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.syntax.vocabulary import DECLARATIONS
from rulesrun.dsl.syntax.words import KEYWORDS
from rulesrun.language_server.textmate import textmate

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
GRAMMAR = EXTENSION / "syntaxes" / "rulesrun.tmLanguage.json"


def test_the_grammar_is_current() -> None:
    """If not: rulesrun debug textmate > editors/vscode/syntaxes/rulesrun.tmLanguage.json."""
    assert GRAMMAR.read_text("utf-8") == textmate()


def test_every_word_has_a_pattern() -> None:
    patterns = [rule["match"] for rule in json.loads(textmate())["patterns"]]
    words = {word for pattern in patterns for word in re.findall(r"\w+", pattern)}
    assert {*KEYWORDS, *DECLARATIONS, *FUNCTIONS} <= words


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    shown = package["contributes"]
    names = [package["main"], shown["grammars"][0]["path"]]
    names += [language["configuration"] for language in shown["languages"]]
    assert [name for name in names if not (EXTENSION / name).is_file()] == []
    assert shown["grammars"][0]["scopeName"] == json.loads(textmate())["scopeName"]


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js here")
def test_the_extension_starts_the_server_and_says_what_is_missing() -> None:
    """`make vscode` also runs the grammar, which needs packages of npm."""
    ran = subprocess.run(
        ["node", "--test", "--test-reporter=tap", "test/extension.test.js"],
        cwd=EXTENSION,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    assert "# pass 3" in ran.stdout
