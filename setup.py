"""Puts the analysed grammar into the package: then its first start is quick, too."""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ANALYSE = "from rulesrun.dsl.parse import analysed_grammar; print(analysed_grammar())"


class BuildWithGrammar(build_py):
    """Builds the package, and analyses the grammar with what has been built."""

    def run(self) -> None:
        """Build; where the grammar cannot be analysed, it is at every first start."""
        super().run()
        root = Path(__file__).parent
        if self.editable_mode:
            found, target = root / "src", root / "dsl" / "grammar.json"
        else:
            found = Path(self.build_lib).absolute()
            target = found / "rulesrun" / "dsl" / "grammar.json"
        environment = {**os.environ, "PYTHONPATH": str(found)}
        command = [sys.executable, "-c", ANALYSE]
        ran = subprocess.run(command, env=environment, capture_output=True, check=False)
        if ran.returncode == 0:
            target.write_bytes(ran.stdout.strip())


setup(cmdclass={"build_py": BuildWithGrammar})
