"""A small game that is open in an editor, and what is asked about its text."""

import shutil
from pathlib import Path

from attrs import define

from rulesrun.cli.hosting import Files
from rulesrun.language_server.analysis import Analysis, Workspace

GAMES = Path(__file__).parents[1] / "cli" / "games"


@define
class Opened:
    """A copy of the game in a workspace."""

    folder: Path
    workspace: Workspace

    @property
    def rules(self) -> str:
        """The path of the rules."""
        return (self.folder / "plots.rules").as_posix()

    @property
    def tests(self) -> str:
        """The path of the scenarios."""
        return (self.folder / "tests" / "plots.rules").as_posix()

    def change(self, old: str, new: str) -> Analysis:
        """What is known once another text stands there."""
        text = self.workspace.text(self.rules)
        assert text is not None
        assert old in text
        self.workspace.put(self.rules, text.replace(old, new, 1))
        return self.analysis()

    def analysis(self) -> Analysis:
        """What is known of the rules."""
        result = self.workspace.analysis(self.rules)
        assert result is not None
        return result

    def place(self, marked: str, path: str | None = None) -> tuple[int, int]:
        """The line and column of a `|` in a piece of the text."""
        text = self.workspace.text(path or self.rules)
        assert text is not None
        before = text.index(marked.replace("|", "")) + marked.index("|")
        start = text.rfind("\n", 0, before) + 1
        return text.count("\n", 0, before) + 1, before - start + 1


def opened_in(folder: Path) -> Opened:
    """The game, copied into a folder and just opened."""
    for name in ("plots.rules", "plots.csv", "plots.md", "tests/plots.rules"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(GAMES / name, folder / name)
    opened = Opened(folder, Workspace(Files()))
    opened.workspace.put(opened.rules, (folder / "plots.rules").read_text("utf-8"))
    return opened
