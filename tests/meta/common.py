"""What the checks of this folder share: the files of the tree, exemptions, the report."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED_FOLDERS = {"build", ".git", "__pycache__", "third_party"}


def parse_root(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", type=Path, default=HERE.parent.parent)
    return parser.parse_args().root.resolve()


def tracked(root):
    """Paths below root: what git knows or would add; everything where there is no git."""
    command = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        files = (p.relative_to(root) for p in root.rglob("*"))
        return sorted(p for p in files if not SKIPPED_FOLDERS & set(p.parts) and (root / p).is_file())
    files = {Path(name) for name in listed.decode().split("\0") if name}
    return sorted(p for p in files if (root / p).is_file())


def files_in(root, folders, suffixes):
    return [p for p in tracked(root) if p.parts[0] in folders and p.suffix in suffixes]


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


class Report:
    """Collects problems. `exempt.txt` lists, a line each, `check path  # reason`; one that is no
    longer needed is a problem itself, so that the list only holds what is true."""

    def __init__(self, check, root):
        self.check = check
        self.problems = []
        self.exempt = {}
        self.used = set()
        listing = root / "tests/meta/exempt.txt"
        for number, line in enumerate(read(listing).splitlines() if listing.exists() else [], 1):
            match = re.fullmatch(r"(\S+)\s+(\S+)\s+#\s*(\S.*)", line)
            if match and match[1] == check:
                self.exempt[match[2]] = match[3]
            elif line.strip() and not line.startswith("#") and not match:
                self.problems.append(f"{listing.name}:{number}: want `check path  # reason`")

    def add(self, path, message):
        if str(path).split(":")[0] in self.exempt:
            self.used.add(str(path).split(":")[0])
        else:
            self.problems.append(f"{path}: {message}")

    def finish(self, looked_at):
        for path in sorted(set(self.exempt) - self.used):
            self.problems.append(f"{path}: exempted from {self.check}, but no longer in need of it")
        if not looked_at:
            self.problems.append(f"{self.check}: found nothing to look at")
        for problem in self.problems:
            print(problem)
        print(f"{self.check}: {looked_at} looked at, {len(self.problems)} problems")
        sys.exit(1 if self.problems else 0)
