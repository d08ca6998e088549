"""Hand-written pages with known sentences."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from honbun.api import similar
from honbun.page import Page
from honbun.runner.run import Run

if TYPE_CHECKING:
    from honbun.similar.model import Pair, SimilarOptions

LAKE = [
    "湖の北の岸には、古い木の桟橋が三本、水の上へ長く伸びている。",
    "祖父は毎朝その先端に座り、魚が一匹も釣れない日でも昼まで動かなかった。",
    "桟橋の板が鳴る音を聞けば、誰が歩いてくるのか家の中からでもわかった。",
    "冬になると湖は端から凍り、桟橋だけが黒い線のように白い面に残された。",
    "春の嵐が真ん中の一本を運び去った年に、祖父は釣り竿を物置へしまった。",
]
BREAD = [
    "パン屋の朝は町の誰よりも早く、二時には石の窯へ最初の薪がくべられる。",
    "生地は前の晩から地下の涼しい部屋で、布をかけられて静かに膨らんでいる。",
    "親方は温度計を使わず、手の甲を窯の口に近づけて焼く時を決めるのだった。",
    "焼き上がった丸いパンは棚の上でぱちぱちと、小さな声で歌うように鳴る。",
]
TRAIN = [
    "山の駅に止まる列車は一日に四本だけで、そのうちの二本には誰も乗らない。",
    "駅長は退職してからも制服を着て、列車が着くたびに改札の横で敬礼をした。",
    "待合室のストーブの周りでは、雪の深い日に猫が三匹、順番に眠っていた。",
    "時刻表の紙は黄色くなり、去年の冬の臨時列車が消されないまま残っている。",
]
HARBOUR = [
    "The harbour lights were put out one after another in the winter that the ferry stopped.",
    "Nobody in the town remembers who was the last to climb the iron ladder with the key.",
    "When the new lamps came they were white and cold, and the gulls would not sit below them.",
]
NOTICE = [
    "この施設の利用にあたっては、係員の指示に従い、通路に荷物を置かないでください。",
    "地震の際には昇降機を使わず、壁に示された経路に沿って屋外へ移動してください。",
]
_KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ"


def alone(*names: str) -> list[str]:
    """Sentences that no other page has: one for each name, none similar to another."""
    return ["".join(Random(name).choices(_KANA, k=40)) + "。" for name in names]


def page(url: str, *paragraphs: str, head: str = "") -> Page:
    """A page of paragraphs, which may be given as elements."""
    body = "".join(one if one.startswith("<") else f"<p>{one}</p>" for one in paragraphs)
    html = f"<!doctype html><html><head>{head}</head><body><main>{body}</main></body></html>"
    return Page(html, url)


def dated(day: str) -> str:
    """The publication date in the head of a page."""
    return f'<meta property="article:published_time" content="{day}">'


def link(url: str) -> str:
    return f'<p>詳しくは<a href="{url}">こちら</a>。</p>'


def pairs(*pages: Page, options: SimilarOptions | None = None) -> list[Pair]:
    """The pairs of a collection; a failed page fails the test."""
    failures: list[object] = []
    found = list(similar(pages, options, run=Run(on_failure=failures.append)))
    assert failures == []
    return found


def pair(*pages: Page, options: SimilarOptions | None = None) -> Pair:
    """The only pair of a collection."""
    [found] = pairs(*pages, options=options)
    return found
