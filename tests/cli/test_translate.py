"""`rulesrun translate`: what there is to translate of a game."""

from pathlib import Path

import pytest
from running import Ran, rulesrun

NIM = """\
language 1

game nim "Nim":
    players 2
    rulebook "nim.md"

enum Kind "kind":
    good "good" de "gut"
    bad "bad"

table worth "worth" (kind: Kind -> how_much: int):
    good | 2
    bad  | 1

play:
    nobody wins                                                             @N-1
"""


class Folder:
    """A folder with a game in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write("nim.rules", NIM)
        self.write("nim.md", "N-1. One.\n\nN-2. Two. {no rule}\n")

    def write(self, name: str, text: str) -> None:
        (self.path / name).parent.mkdir(exist_ok=True)
        (self.path / name).write_text(text, "utf-8")

    @property
    def catalogue(self) -> str:
        return (self.path / "nim/de.po").read_text("utf-8")

    def run(self, *more: str) -> Ran:
        return rulesrun("translate", self.path / "nim.rules", "--to", "de", *more)

    def translate(self, *more: str) -> tuple[int, list[str]]:
        ran = self.run(*more)
        assert not ran.err
        lines = ran.out.replace("TMP/", "").splitlines()
        return ran.code, [line.rstrip() for line in lines]

    def fill(self, text: str, said: str) -> None:
        before = self.catalogue
        after = before.replace(
            f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{said}"'
        )
        assert before != after
        self.write("nim/de.po", after)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_catalogue_to_fill_in(folder: Folder) -> None:
    code, said = folder.translate()

    assert 0 == code
    assert "nim/de.po: 0 of 5 labels are translated" == said[0]
    text = folder.catalogue
    assert 'Language: de\\n"' in text
    assert '#: nim.rules:9\nmsgid "bad"\nmsgstr ""\n' in text
    assert "gut" not in text  # that stands in the rules
    assert 'msgid "how much"\n' in text


def test_what_is_filled_in_stays_and_is_counted(folder: Folder) -> None:
    folder.translate()
    folder.fill("bad", "schlecht")
    before = folder.catalogue

    code, said = folder.translate("--check")

    assert 1 == code
    assert "nim/de.po: 1 of 5 labels are translated" == said[0]
    assert before == folder.catalogue
    folder.translate()
    assert before == folder.catalogue


def test_what_stands_for_nothing_is_told_and_left_out(folder: Folder) -> None:
    folder.translate()
    folder.fill("bad", "schlecht")
    folder.write("nim.rules", NIM.replace('"bad"', '"poor"'))

    _, said = folder.translate()

    assert "  1 stands for nothing:" in said
    text = folder.catalogue
    assert "schlecht" not in text
    assert 'msgid "poor"\nmsgstr ""' in text


def test_a_text_that_has_changed_a_little_is_marked(folder: Folder) -> None:
    folder.translate()
    folder.fill("how much", "wie viel")
    folder.write("nim.rules", NIM.replace("how_much", "how_much_now"))

    _, said = folder.translate()

    assert "  1 has changed since it was translated:" in said
    assert '#, fuzzy\nmsgid "how much now"\nmsgstr "wie viel"' in folder.catalogue


def test_paragraphs_that_are_missing_or_have_changed(folder: Folder) -> None:
    folder.write("nim.de.md", "N-1. Eins.\n\nN-3. Drei.\n")
    _, said = folder.translate("--accept")
    assert "nim.de.md: 1 of 2 paragraphs are translated" in said
    assert "  1 is missing:  N-2" in said
    assert "  1 is not in the rulebook:  N-3" in said

    folder.write("nim.md", "N-1. Only one.\n\nN-2. Two. {no rule}\n")
    _, said = folder.translate()
    assert "  1 has changed since it was translated:  N-1" in said


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nim", "--to", "../x"), 2, "'../x' is no language"),
        (("nim",), 2, "--to"),
        (("no.rules", "--to", "de"), 2, "there is no file no.rules"),
    ],
)
def test_bad_use(arguments: tuple[str, ...], code: int, message: str) -> None:
    ran = rulesrun("translate", *arguments)
    assert (code, True) == (ran.code, message in ran.err)


def test_a_catalogue_that_cannot_be_read_is_left_as_it_is(folder: Folder) -> None:
    folder.write("nim/de.po", "nonsense\n")

    ran = folder.run()

    assert (1, True) == (ran.code, "nim/de.po:1: " in ran.err)
    assert "nonsense\n" == folder.catalogue


def test_in_persian(folder: Folder) -> None:
    ran = folder.run("--lang", "fa_IR")
    assert "ترجمه شده است" in ran.out
