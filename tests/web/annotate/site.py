"""A small site to annotate: a menu, articles, a photo, dates, a nested list, one in Japanese."""

from __future__ import annotations

from honbun.page import Page

_STYLE = """body{margin:0;font:16px/1.5 Georgia,serif;color:#222;background:#fffdf8}
nav ul{display:flex;gap:1em;list-style:none;margin:0;padding:8px 16px;background:#234}
nav a{color:#fff}article{max-width:40em;margin:0 auto;padding:16px}
figure{margin:16px 0}figure img{width:160px;height:90px;background:#8ab}
figcaption,.when{color:#666;font-size:14px}footer{padding:16px;border-top:1px solid #ccc}"""
_MENU = (
    "<nav><ul><li><a href=/>Start</a><li><a href=/harbour>Harbour</a>"
    "<li><a href=/weather>Weather</a></ul></nav>"
)
_FOOTER = "<footer><p>The Harbour Post, 12 Quay Street</footer>"


def _page(name: str, title: str, article: str, language: str = "en") -> Page:
    html = (
        f"<!doctype html><html lang={language}><meta charset=utf-8><title>{title}</title>"
        f"<style>{_STYLE}</style>{_MENU}<article>{article}</article>{_FOOTER}"
    )
    return Page(
        html.encode(),
        url=f"https://harbour.example/{name}",
        source=f"{name}.html",
        content_type="text/html; charset=utf-8",
    )


FERRY = _page(
    "ferry",
    "The ferry is back",
    "<h1>The ferry is back</h1><p class=when>3 hours ago</p><p>By Ines Moreno</p>"
    "<figure><img src=ferry.jpg alt=Ferry><figcaption>The ferry on its first trip.</figcaption>"
    "</figure><p>After two winters in the yard the old ferry crosses the bay again.</p>"
    "<p>It leaves at seven, and it takes bicycles.</p>",
)
MARKET = _page(
    "market",
    "What the market sells",
    "<h1>What the market sells</h1><p class=when>12 May 2026</p>"
    "<p>Stalls stand from the church down to the quay.</p>"
    "<ul><li>Fish<ul><li>Herring, smoked over alder</li><li>Plaice on Fridays</li></ul></li>"
    "<li>Bread from the mill</li></ul>",
)
STORM = _page(
    "storm",
    "Storm takes the pier",
    "<h1>Storm takes the pier</h1><p class=when>11 May 2026</p>"
    "<p>In the night the sea took forty metres of the wooden pier.</p>"
    "<p>Nobody was hurt, and the lamps were found on the beach.</p>",
)
JAPANESE = _page(
    "minato",
    "港の朝市",
    "<h1>港の朝市がはじまる</h1><p class=when>2日前</p>"
    "<p>日曜日の朝、港の広場に二十の店がならびました。</p><p>来月も開かれる予定です。</p>",
    "ja",
)
HOSTILE = _page(
    "hostile",
    "&lt;img src=x onerror=alert(1)&gt;",
    "<h1>&lt;b&gt;Bold&lt;/b&gt; claims</h1><p>A page whose words look like markup.</p>"
    "<script>document.title = 'owned'</script>",
)
SITE = (FERRY, MARKET, STORM, JAPANESE, HOSTILE)

TITLE, DATE = "The ferry is back", "3 hours ago"
FIRST = "After two winters in the yard the old ferry crosses the bay again."
SECOND = "It leaves at seven, and it takes bicycles."
"""Blocks of the first page."""
