"""`rulesrun translate`: what there is to translate of a game."""

from pathlib import Path

import pytest
from running import Ran, rulesrun

from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.data.translations import Relabelled
from rulesrun.dsl.syntax import nodes

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

    assert "  1 matches no label:" in said
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
        (("nim", "--to", "../x"), 2, "'../x' is not the code of a language"),
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


# ---- moving labels out of the rules --------------------------------------------------

SEVERAL = """\
language 1

game nim "Nim" de "Nimm": # "Nim" de "stays"
    players 2
    languages en, de

enum Kind "kind" de "Sorte":
    good "good" de "gut"
    bad "bad" de "böse"

tile Plain "plain tile" de "Plättchen":
    kind "kind" de "Art": Kind
    size: 1..2
    named "{kind}" de "({kind})"

table prices "prices" de "Preise" (kind: Kind -> n: int):
    good | 2
    bad  | 1

action take(p: player) "Take" de "Nehmen":
    choose n in 1..2
        where n > 1
            "take two" de "nimm zwei"

play:
    announce "Ready" de "Fertig"
"""
"""Labels in all places that they can stand, one text in two translations."""


def labels_of(folder: Folder) -> dict[str, str]:
    result = compile_rules(
        (folder.path / "nim.rules").read_text("utf-8"),
        "nim.rules",
        lambda name: (
            (folder.path / name).read_text("utf-8")
            if (folder.path / name).exists()
            else None
        ),
        languages=("de",),
    )
    assert result.world is not None
    return {
        f"{decl.span.line}.{text}": dict(labels.translations)["de"]
        for decl in result.world.file.declarations
        for text, labels in all_labels(decl)
        if "de" in dict(labels.translations)
    }


def all_labels(decl: nodes.Node) -> list[tuple[str, nodes.Labels]]:
    result: list[tuple[str, nodes.Labels]] = []

    def keep(
        node: nodes.Node,
        labels: nodes.Labels,
        text: str | None,
        contexts: tuple[str, ...],
    ) -> nodes.Labels:
        result.append((f"{'/'.join(contexts)}.{text}", labels))
        return labels

    Relabelled(keep).declaration(decl)
    return result


def test_labels_move_out_of_the_rules(folder: Folder) -> None:
    folder.write("nim.rules", SEVERAL)
    before = labels_of(folder)

    code, said = folder.translate("--move")

    assert (0, "11 labels are moved out of nim.rules") == (code, said[-1])
    rules = (folder.path / "nim.rules").read_text("utf-8")
    assert 1 == rules.count(' de "')  # in the comment
    assert '# "Nim" de "stays"' in rules
    assert before.items() <= labels_of(folder).items()
    assert 'msgctxt "Plain.kind"\nmsgid "kind"\nmsgstr "Art"' in folder.catalogue
    assert 'msgid "{kind}"\nmsgstr "({kind})"' in folder.catalogue


def test_what_is_moved_goes_before_what_the_catalogue_said(folder: Folder) -> None:
    folder.translate()
    folder.fill("bad", "schlecht")
    folder.write("nim.rules", NIM.replace('bad "bad"', 'bad "bad" de "böse"'))

    folder.translate("--move")

    after = labels_of(folder).values()
    assert ("böse" in after, "schlecht" in after) == (True, False)


def test_moving_twice_changes_nothing(folder: Folder) -> None:
    folder.write("nim.rules", SEVERAL)
    folder.translate("--move")
    before = folder.catalogue, (folder.path / "nim.rules").read_text("utf-8")

    folder.translate("--move")

    after = folder.catalogue, (folder.path / "nim.rules").read_text("utf-8")
    assert before == after


def test_line_ends_stay_as_they_are(folder: Folder) -> None:
    text = NIM.replace("\n", "\r\n").encode()
    (folder.path / "nim.rules").write_bytes(text)

    folder.translate("--move")

    after = (folder.path / "nim.rules").read_bytes()
    assert text.replace(b' de "gut"', b"") == after


CLASH = """\
language 1

game nim "Nim":
    players 2

play:
    announce "Ready" de "Fertig"
    announce "Ready" de "Bereit"
"""


@pytest.mark.parametrize(
    ("rules", "code", "message"),
    [
        (CLASH, 1, 'nim.rules:8:5: "Ready" is translated here as "Bereit"'),
        (CLASH.replace("announce", "anounce"), 1, "unknown-statement"),
    ],
)
def test_what_cannot_move_stays(
    folder: Folder, rules: str, code: int, message: str
) -> None:
    folder.write("nim.rules", rules)

    ran = folder.run("--move")

    assert (code, True) == (ran.code, message in ran.err), ran.err
    assert rules == (folder.path / "nim.rules").read_text("utf-8")
    assert not (folder.path / "nim/de.po").exists()


def test_moving_writes_both_files_or_none(folder: Folder) -> None:
    (folder.path / "nim").write_text("no folder", "utf-8")

    ran = folder.run("--move")

    assert 2 == ran.code
    assert NIM == (folder.path / "nim.rules").read_text("utf-8")
    assert "give one of them" in folder.run("--move", "--check").err


def test_in_persian(folder: Folder) -> None:
    ran = folder.run("--lang", "fa_IR")
    assert "ترجمه شده است" in ran.out
