"""The pages that speed is measured on: real ones beside the repository, else those of the demo."""

from __future__ import annotations

import gzip
from importlib.resources import files
from pathlib import Path
from random import Random

from honbun import Page, read
from honbun.evaluation.sites import read_sites

_SEED = 20240510


def single_pages(folder: Path, wanted: int | None) -> list[Page]:
    """Pages of as many sites (`html/*.html.gz` in the folder), always the same choice of them."""
    paths = sorted(folder.glob("html/*.html.gz"))
    if wanted is not None and wanted < len(paths):
        paths = sorted(Random(_SEED).sample(paths, wanted))
    return [_page(path) for path in paths]


def site_collections(folder: Path, wanted: int | None) -> list[list[Page]]:
    """The first so many articles of each site in the folder."""
    if not folder.is_dir():
        return []
    sites = read_sites(folder, ("article",))
    return [[page.page for page in site.pages[:wanted]] for site in sites]


def demo_collections() -> list[list[Page]]:
    """The sites that come with honbun."""
    folder = Path(str(files("honbun"))) / "demo" / "sites"
    return [list(read(site)) for site in sorted(folder.iterdir()) if site.is_dir()]


def _page(path: Path) -> Page:
    # Every page its own URL, as in a crawl; what a page declares would do as well.
    with gzip.open(path) as file:
        return Page(file.read(), url=f"https://example.org/{path.name}", source=path.name)
