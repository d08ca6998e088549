"""Messages for generated thread pages: author, date and text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

NAMES = (
    "harbourcat Ottilie drizzle77 Wim mossgreen Petra old_salt Yuki Tobias nightbaker Ines Corvin "
    "lampwick Salome Brandt kettledrum"
).split()
GUESTS = "花子 山のひと たけ 風車 みどり 海辺の猫 ゆうき あおい 名無し草 北の宿 こだま".split()
_SENTENCES = (
    "The tide was out when we reached the old slipway.",
    "I have been growing beans on the balcony since spring.",
    "Nobody told me that the bridge would be closed again!",
    "Has anyone tried to bake this with rye instead of wheat?",
    "My kettle broke, so tea had to wait until the evening.",
    "The second gear slips whenever it rains for more than a day.",
    "We walked along the canal until the lamps were lit.",
    "In my opinion the first recording is still the better one.",
    "You can tighten the screw by hand, no tool is needed for it.",
    "What a lovely photograph, where was it taken?",
    "The library keeps a copy, but it may not leave the room.",
    "It took me three attempts, and the fourth one held.",
    "Our neighbours swear by vinegar; I would rather use soap.",
    "The trains are never late here, only the passengers are.",
    "Thank you all, the advice about the hinges was perfect.",
    "I would not paint it before the wood has dried completely.",
    "There is a small shop behind the station that sells them.",
    "That is exactly the noise which mine makes on cold mornings.",
    "Please send me the pattern when you have finished the sleeves.",
    "Snow fell during the night and the path has disappeared.",
    "Some of the seeds came up, most of them were eaten by snails.",
    "If you turn the handle slowly, nothing will spill.",
    "We had soup, bread and a great deal of cheese.",
    "The old map shows a mill where the car park is today.",
)
_JAPANESE = (
    "昨日は港まで歩いて、帰りに古い本屋へ寄りました。",
    "写真がとてもきれいですね、どこで撮ったのでしょうか。",
    "うちの猫も同じ音を怖がるので、よくわかります。",
    "雨が続いていますが、豆の芽がやっと出てきました。",
    "はじめまして、検索していてたどり着きました。",
    "来週もう一度ためしてみます、ありがとうございました。",
    "あの橋は工事中で、当分のあいだ渡れないそうです。",
    "レシピのとおりに焼いたら、少しかたくなってしまいました。",
    "またお邪魔しますので、どうぞよろしくお願いします。",
    "道に迷って、結局バスで帰ってきました。",
    "夕方になると、川のそばで笛の音が聞こえます。",
    "新しい鍋を買ったのに、まだ一度も使っていません。",
    "その話は祖父からも聞いたことがあります。",
    "切符をなくしてしまい、駅でずいぶん待ちました。",
    "窓をあけたら、となりの畑から煙が入ってきました。",
    "おすすめの店があれば、ぜひ教えてください。",
    "雪がとけたら、また山小屋で会いましょう。",
    "編み方を変えたところ、袖がきれいにそろいました。",
    "古い地図には水車が描かれていて、おどろきました。",
    "時計が止まっていたので、約束に遅れてしまいました。",
    "その曲なら、最初の録音のほうが好きです。",
    "貝がらを集めて、瓶に入れてかざっています。",
    "ことしの梅は実が小さいけれど、香りはいいです。",
    "返事が遅くなりまして、申しわけありません。",
)
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


@dataclass(frozen=True)
class Saying:
    """A message with author and date."""

    author: str
    when: datetime
    body: tuple[str, ...]
    """Sentence by sentence."""

    @property
    def message(self) -> str:
        return " ".join(self.body)


@dataclass(frozen=True)
class Expected:
    """What a post must be; fields that are None are not checked."""

    text: str
    author: str | None
    date: str | None
    published: str | None
    body: str | None
    number: str | None = None
    reply_to: str | None = None
    permalink: str | None = None


@dataclass(frozen=True)
class Made:
    """A page with its expected posts."""

    html: str
    posts: tuple[Expected, ...]


@dataclass(frozen=True)
class Extras:
    """Variations between the posts of a page, and content between them."""

    ads: bool = False
    quotes: bool = False
    signatures: bool = False
    homes: bool = False
    """Some authors have a home page."""
    menu: bool = False
    """A menu above, a hidden one, and a footer."""


def sayings(number: int, count: int = 9, *, japanese: bool = False) -> list[Saying]:
    """The messages of a page: always the same for a number, different for every page."""
    chance = Random(number)
    bank = _JAPANESE if japanese else _SENTENCES
    names = chance.sample(GUESTS if japanese else NAMES, 6)
    when = datetime(2009 + number % 5, 1 + number % 11, 3, 7, 5)
    said: list[Saying] = []
    left: list[str] = []
    for place in range(count):
        when += timedelta(hours=chance.randint(3, 60), minutes=chance.randint(1, 58))
        author = names[place] if place < len(names) else chance.choice(names)
        # No message is longer than those before the last: where nothing closes the last post, that
        # is how far it extends.
        sentences = 2 if place == count - 1 else chance.randint(2, 4)
        if len(left) < sentences:
            left = chance.sample(bank, len(bank))
        said.append(Saying(author, when, tuple(left.pop() for _ in range(sentences))))
    return said


def ad(place: int) -> str:
    """An advertisement after a post."""
    return ("Buy cheap umbrellas today", "Sponsored: boots for every weather")[place % 2]


def signature(author: str) -> str:
    return f"{author} says: measure twice, cut once"


def framed(inner: str, extras: Extras, title: str = "Ropes and kettles", lang: str = "en") -> str:
    """A page around something."""
    above = below = ""
    if extras.menu:
        above = (
            "<div class=top><ul class=nav><li><a href=/>Start</a><li><a href=/search>Search</a>"
            "<li><a href=/members>Members</a><li><a href=/help>Help</a></ul>"
            '<div style="display:none"><a href=/login>Log in</a> <a href=/join>Join</a></div></div>'
        )
        below = "<div class=foot><p>Powered by string and glue. All rights reserved.</p></div>"
    return (
        f"<!doctype html><html lang={lang}><head><meta charset=utf-8><title>{title}</title></head>"
        f"<body>{above}{inner}{below}</body></html>"
    )
