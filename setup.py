"""Build the compiled core; everything else about the package is in pyproject.toml.

HONBUN_CHECKED=1 builds it with bounds checks and sanitizers, for `make soak`.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

CHECKED = bool(os.environ.get("HONBUN_CHECKED"))
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g"]


class BuildCore(build_ext):
    """Build the extensions, and say in one line what is missing if that fails."""

    def build_extensions(self) -> None:
        try:
            super().build_extensions()
        except CompileError as error:
            sys.exit(f"honbun needs a C compiler (on Debian: apt-get install gcc): {error}")


def extensions() -> list[Extension]:
    flags = [] if sys.platform == "win32" else ["-O2", *(SANITIZE if CHECKED else [])]
    return [
        Extension(
            f"honbun._core.{source.stem}",
            [str(source)],
            extra_compile_args=flags,
            extra_link_args=SANITIZE if CHECKED else [],
        )
        for source in sorted(Path("src/honbun/_core").glob("*.pyx"))
    ]


setup(
    cmdclass={"build_ext": BuildCore},
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
        force=CHECKED,
        quiet=True,
    ),
)
