"""Build the compiled core; everything else about the package is in pyproject.toml.

HONBUN_CHECKED=1 builds the package with bounds checks and sanitizers into build/checked, for
`make soak`; its Python needs libasan preloaded.
"""

import os
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import PlatformError

CHECKED = bool(os.environ.get("HONBUN_CHECKED"))
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g"]
SHARED = "honbun._core._shared"
"""Holds the code of memory views once: in every module it was most of what is compiled."""
CORES = os.cpu_count() or 1
NO_COMPILER = "honbun needs a C compiler: install gcc (on Debian: apt-get install gcc libc6-dev)"


class BuildCore(build_ext):
    """Build the extensions, and say in one line what is missing if there is no compiler."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix" and not shutil.which(self.compiler.compiler_so[0]):
            sys.exit(NO_COMPILER)
        try:
            super().build_extensions()
        except PlatformError as error:  # on Windows, where the compiler is looked for when used
            sys.exit(f"honbun needs a C compiler: {error}")


def extensions() -> list[Extension]:
    # Without debug information: a third of the time, and most of the size.
    flags = [] if sys.platform == "win32" else ["-O1"] if CHECKED else ["-O2", "-g0"]
    sources = {
        f"honbun._core.{source.stem}": [str(source)]
        for source in sorted(Path("src/honbun/_core").glob("*.pyx"))
    }
    return [
        Extension(
            name,
            files,
            extra_compile_args=flags + SANITIZE * CHECKED,
            extra_link_args=SANITIZE * CHECKED,
        )
        for name, files in ({SHARED: []} | sources).items()
    ]


setup(
    cmdclass={"build_ext": BuildCore},
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython-checked" if CHECKED else "build/cython",
        # Elsewhere, processes start by running this file again.
        nthreads=CORES if sys.platform == "linux" else 0,
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "nonecheck": CHECKED,
            "initializedcheck": CHECKED,
            "wraparound": False,
            "cdivision": True,
        },
        quiet=True,
        shared_utility_qualified_name=SHARED,
    ),
    options={"build": {"build_lib": "build/checked", "build_temp": "build/temp-checked"}}
    if CHECKED
    else {},
)
