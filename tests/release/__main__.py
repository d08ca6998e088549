"""`make wheel`: build the package, and run it in clean environments of every Python at hand.

Pythons are named on the command line, else those of the versions that we support are looked for.
The wheel fits the Python that runs this; the others build the source distribution.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
DIST = Path("dist")


def main(pythons: list[str]) -> int:
    """The exit status: 0 where the package is whole and works on each."""
    source, wheel = _built()
    missing = _missing(wheel)
    for name in missing:
        print(f"NOT IN THE WHEEL: {name}")
    found = pythons or [python for version in VERSIONS if (python := _python(version))]
    well = [_tried(python, source, wheel) for python in found]
    return 0 if found and all(well) and not missing else 1


def _built() -> tuple[Path, Path]:
    """The source distribution, and the wheel made from it as an installer would make it."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--outdir", str(DIST))
    [source] = DIST.glob("*.tar.gz")
    [wheel] = DIST.glob("*.whl")
    for made in (source, wheel):
        print(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB", flush=True)
    return source, wheel


def _missing(wheel: Path) -> list[str]:
    """Files of the package that the wheel has not; of the core's sources, the built modules."""
    listed = [Path(name) for name in _run("git", "ls-files", "src/honbun").splitlines()]
    with zipfile.ZipFile(wheel) as held:
        names = set(held.namelist())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    wanted = [path.with_suffix(suffix) if path.suffix == ".pyx" else path for path in listed]
    return [str(path) for path in wanted if path.relative_to("src").as_posix() not in names]


def _python(version: str) -> str | None:
    """The Python of a version, where one runs; a name on the path may stand for none."""
    python = shutil.which(f"python{version}")
    if python is None:
        return None
    asked = subprocess.run([python, "-V"], capture_output=True, text=True, check=False)
    return python if f" {version}." in asked.stdout else None


def _tried(python: str, source: Path, wheel: Path) -> bool:
    """Whether the package does its job in a clean environment, in an empty folder."""
    name = _run(python, "-V").strip()
    tag = _run(python, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])").strip()
    package = wheel if f"-{tag}-" in wheel.name else source
    with tempfile.TemporaryDirectory(prefix="honbun-") as held:
        folder = Path(held)
        environment = folder / "environment"
        _run(python, "-m", "venv", str(environment))
        programs = environment / ("Scripts" if os.name == "nt" else "bin")
        own, honbun = str(programs / "python"), str(programs / "honbun")
        try:
            _run(own, "-m", "pip", "install", "--quiet", str(package.absolute()))
            _run(honbun, "--version", folder=folder)
            _run(honbun, "doctor", "core", folder=folder)
            demo = _run(honbun, "demo", folder=folder)
            page = folder / "page.html"
            page.write_text("<title>Sea</title><h1>Sea</h1><p>It is wide, and it is blue.</p>")
            row = json.loads(_run(honbun, "extract", "page.html", folder=folder))
            well = "wide" in row["text"] and len(demo) > 1000
        except subprocess.CalledProcessError as error:
            print(f"{name}: FAILED: {' '.join(map(str, error.cmd[:4]))}\n{error.stderr}")
            return False
    print(f"{name}: {package.name} {'works' if well else 'DOES NOT WORK'}", flush=True)
    return well


def _run(*command: str, folder: Path | None = None) -> str:
    # Nothing of the repository may be found where the package is not installed.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=folder, env=clean, capture_output=True, text=True, check=True
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
