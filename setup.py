"""Puts into the package what is worked out beforehand, and a README that stands alone.

The analysed grammar and what the commands take are made with the package itself: then
its first start is quick, and so is the tab key.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
MADE = {
    "dsl/syntax/grammar.json": "from rulesrun.dsl.syntax.reader import analysed as made",
    "cli/outline.json": "from rulesrun.cli.main import outline as made",
}
"""The files that are made, and what gives the text of each."""


class BuildWithMade(build_py):
    """Builds the package, and makes those files with what has been built."""

    def run(self) -> None:
        """Build; what cannot be made now is made when it is first needed."""
        super().run()
        result = ROOT / "src" if self.editable_mode else Path(self.build_lib).absolute()
        folder = ROOT if self.editable_mode else result / "rulesrun"
        environment = {**os.environ, "PYTHONPATH": str(result)}
        for name, source in MADE.items():
            command = [sys.executable, "-c", f"{source}; print(made())"]
            ran = subprocess.run(
                command, env=environment, capture_output=True, check=False
            )
            if ran.returncode == 0:
                (folder / name).write_bytes(ran.stdout.strip())


def readme() -> str:
    """The README without links into the checkout, which lead nowhere elsewhere."""
    text = (ROOT / "README.md").read_text("utf-8")
    return re.sub(r"\[([^\]]+)\]\((?!https?:|#)[^)]+\)", r"\1", text)


setup(
    cmdclass={"build_py": BuildWithMade},
    long_description=readme(),
    long_description_content_type="text/markdown",
)
