"""`python -m lab.bench.peers.install`: install the extra `peers` as far as possible."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import requires


def main() -> None:
    """Install all at once, or one by one if that fails, and report those left out."""
    wanted = [
        line.partition(";")[0].strip()
        for line in requires("honbun") or ()
        if 'extra == "peers"' in line.replace("'", '"')
    ]
    if _installed(*wanted):
        return
    for one in wanted:
        if not _installed(one):
            print(f"{one} cannot be installed: it is left out", file=sys.stderr, flush=True)


def _installed(*packages: str) -> bool:
    command = [sys.executable, "-m", "pip", "install", "--quiet", *packages]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


if __name__ == "__main__":
    main()
