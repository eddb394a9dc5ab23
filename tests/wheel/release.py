"""Builds the tagged version, sdist and wheel, into `dist/`, and tries the wheel out.

`python tests/wheel/release.py python3.11 python3.14` refuses a commit without a tag and a
version that the changelog does not have. Exit status 1 if anything is wrong.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def objection(version: str, changelog: str) -> str | None:
    """What stands against the release of a version; none if nothing does.

    Args:
        version: The version of this commit: that of its tag, or of one to come.
        changelog: The text of the changelog.
    """
    if ".dev" in version:
        return (
            f"this commit has no tag (it is {version}), or something is not committed\n"
            "  = help: commit, then name the version: git tag v1.2.0"
        )
    if not re.search(rf"^## {re.escape(version)}(?![\w.])", changelog, re.MULTILINE):
        return (
            f"CHANGELOG.md says nothing of {version}\n"
            f"  = help: make its heading `## {version}` of what stands under `## Unreleased`"
        )
    return None


def main() -> int:
    """Build, and try out."""
    command = [sys.executable, "-m", "versioningit", str(ROOT)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    version = ran.stdout.strip()
    problem = objection(version, (ROOT / "CHANGELOG.md").read_text("utf-8"))
    if problem is not None:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    build = [sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT)]
    subprocess.run(build, check=True)
    [wheel] = dist.glob("*.whl")
    trying = [sys.executable, str(Path(__file__).with_name("try_out.py"))]
    pythons = sys.argv[1:] or [sys.executable]
    return subprocess.run([*trying, "--wheel", str(wheel), *pythons]).returncode


if __name__ == "__main__":
    sys.exit(main())
