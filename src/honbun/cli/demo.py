"""`honbun demo`: the main job on bundled pages."""

from __future__ import annotations


def demo() -> None:
    """All of it on the bundled pages: what is found, next to what is dropped."""
    from rich.console import Console

    from honbun.demo.show import show

    show(Console())
