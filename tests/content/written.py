"""Hand-written pages with menu, text and footer, for pages that are judged alone."""

from __future__ import annotations

from dataclasses import dataclass


def links(*texts: str) -> str:
    return (
        "<ul>" + "".join(f"<li><a href='/{n}'>{text}</a>" for n, text in enumerate(texts)) + "</ul>"
    )


@dataclass(frozen=True)
class Written:
    """An article, and the boilerplate of its site."""

    language: str
    title: str
    author: str
    byline: str
    text: tuple[str, ...]
    """Paragraphs."""
    menu: tuple[str, ...]
    beside: tuple[str, ...]
    """Links to other articles, the first of them a heading."""
    foot: tuple[str, ...]
    """Links at the end, the first of them plain text."""

    @property
    def html(self) -> str:
        return (
            f"<!doctype html><html lang={self.language}><head><meta charset=utf-8>"
            f"<title>{self.title} | {self.menu[0]}</title>"
            f"<meta property=og:title content='{self.title}'>"
            f"<meta name=author content='{self.author}'></head><body>"
            f"<header class=site-header><nav class=main-menu>{links(*self.menu)}</nav></header>"
            f"<main><article class=post><h1>{self.title}</h1>"
            f"<p class=byline>{self.byline}</p>"
            + "".join(f"<p>{paragraph}</p>" for paragraph in self.text)
            + f"</article></main><aside class=sidebar><h3>{self.beside[0]}</h3>"
            f"{links(*self.beside[1:])}</aside>"
            f"<footer class=site-footer><p>{self.foot[0]}</p>{links(*self.foot[1:])}</footer>"
        )

    @property
    def around(self) -> tuple[str, ...]:
        """The texts that are not part of the article."""
        return (*self.menu, *self.beside, *self.foot)


ENGLISH = Written(
    language="en",
    title="The old harbour wall gives way",
    author="Ada Finch",
    byline="By Ada Finch, 10 May 2024",
    text=(
        "The old harbour was built by fishermen more than three hundred years ago, and its walls "
        "have stood every storm since then, however high the sea rose in winter.",
        "Last winter a part of the western wall gave way. The town decided to repair it with stone "
        "from the same quarry, as the builders had done, although concrete would be cheaper.",
        "Work begins in June and will last until autumn. Boats may use the eastern pier until "
        "then, said the harbour master, who has served the town for twenty years.",
    ),
    menu=("The Gazette", "News", "Sport", "Weather", "Subscribe"),
    beside=(
        "Most read",
        "Rain to last all week",
        "Market moves to Hill Street",
        "Ferry late again",
    ),
    foot=("© 2024 The Gazette. All rights reserved.", "Privacy", "Contact us", "Terms of use"),
)
GERMAN = Written(
    language="de",
    title="Die alte Hafenmauer gibt nach",
    author="Karla Brandt",
    byline="Von Karla Brandt, 10. Mai 2024",
    text=(
        "Der alte Hafen wurde vor mehr als dreihundert Jahren von Fischern gebaut, und seine "
        "Mauern haben seither jedem Sturm standgehalten, so hoch das Meer im Winter auch stieg.",
        "Im letzten Winter gab ein Teil der westlichen Mauer nach. Die Stadt beschloss, sie mit "
        "Steinen aus demselben Bruch zu flicken, obwohl Beton billiger gewesen wäre.",
        "Die Arbeiten beginnen im Juni und dauern bis zum Herbst. Bis dahin liegen die Boote am "
        "östlichen Steg, sagte die Hafenmeisterin, die seit zwanzig Jahren im Amt ist.",
    ),
    menu=("Der Anzeiger", "Nachrichten", "Sport", "Wetter", "Abonnieren"),
    beside=("Meistgelesen", "Regen die ganze Woche", "Markt zieht um", "Fähre wieder verspätet"),
    foot=("© 2024 Der Anzeiger. Alle Rechte vorbehalten.", "Datenschutz", "Impressum", "AGB"),
)
JAPANESE = Written(
    language="ja",
    title="古い港の防波堤が崩れる",
    author="高橋花子",
    byline="高橋花子 2024年5月10日",
    text=(
        "古い港は三百年以上前に漁師たちの手で築かれ、その石垣は冬の海がどれほど荒れても、すべての嵐に耐えてきた。"
        "町の人々は今も毎朝この港から船を出している。",
        "昨年の冬、西側の防波堤の一部が崩れた。町は、費用のかさむことを承知のうえで、"
        "昔と同じ山から切り出した石を使って修理することを決めた。",
        "工事は六月に始まり、秋まで続く見込みだ。それまで船は東側の桟橋を使うことができると、"
        "二十年にわたって港を守ってきた港長は話している。",
    ),
    menu=("みなと新聞", "ニュース", "スポーツ", "天気", "購読案内"),
    beside=("人気記事", "雨は一週間続く", "朝市が移転", "渡し船また遅れる"),
    foot=("© 2024 みなと新聞社", "個人情報保護", "お問い合わせ", "利用規約"),
)
CHINESE = Written(
    language="zh",
    title="老港口的防波堤坍塌",
    author="王小明",
    byline="王小明 2024年5月10日",
    text=(
        "这座老港口是三百多年前由渔民们亲手修建的，无论冬天的海浪有多高，它的石墙都经受住了每一场风暴。"
        "镇上的人们至今每天清晨仍从这里出海。",
        "去年冬天，西侧的防波堤有一段坍塌了。尽管使用混凝土会更便宜，"
        "镇政府还是决定像当年的工匠那样，用同一座采石场的石头来修复它。",
        "工程将于六月开始，预计持续到秋天。在此之前，船只可以停靠在东侧的码头，"
        "一位在港口工作了二十年的港务长这样说道。",
    ),
    menu=("港口日报", "新闻", "体育", "天气", "订阅"),
    beside=("热门文章", "雨将持续一周", "集市搬迁", "渡轮再次晚点"),
    foot=("© 2024 港口日报 版权所有", "隐私政策", "联系我们", "使用条款"),
)
ARTICLES = (ENGLISH, GERMAN, JAPANESE, CHINESE)

POSTS = (
    "I replaced the impeller of my outboard last week, and now the engine runs hot after ten "
    "minutes at half throttle. Has anybody seen this before?",
    "Did you check that the water passage is not blocked by a piece of the old one? That happened "
    "to me twice, and it took an afternoon to find the pieces.",
    "Agreed, and look at the thermostat as well. Mine was stuck half open, which gave the same "
    "symptoms; a new one costs less than a tank of fuel.",
    "Thank you both. It was a piece of rubber in the passage indeed. The engine has run for two "
    "hours now without any trouble, and I am very glad that I asked.",
)
WRITERS = ("salty_dog", "marina", "old tar", "salty_dog")
THREAD = (
    "<!doctype html><html lang=en><head><title>Outboard runs hot - Boat Talk forum</title></head>"
    f"<body><div class=navbar>{links('Boat Talk', 'Forums', 'Members', 'Log in', 'Register')}</div>"
    "<div class=thread><h1>Outboard runs hot</h1>"
    + "".join(
        f"<div class=post><div class=post-author><a href=/u>{writer}</a></div>"
        f"<div class=post-body><p>{post}</p></div></div>"
        for writer, post in zip(WRITERS, POSTS)
    )
    + "</div><div class=footer><p>Powered by Boards 3</p>"
    f"{links('Contact us', 'Privacy policy', 'Help')}</div>"
)

CARDS = {
    "Canvas sail bag": "Keeps a main sail of up to forty square metres dry, with brass rings.",
    "Oak tiller": "Steamed and bent by hand from a single piece of oak, and oiled three times.",
    "Bronze cleat": "Cast in sand as it was a hundred years ago; holds ropes of sixteen mm.",
    "Signal lantern": "Burns for thirty hours on one filling and can be seen for two miles.",
    "Cork fender": "Soft on the hull and hard to wear out, wound with tarred hemp cord.",
    "Brass compass": "Swings in a bowl of spirit and is read from above or from the side.",
}
LISTING = (
    "<!doctype html><html lang=en><head><title>Deck gear - Chandlery</title></head><body>"
    f"<header><nav>{links('Chandlery', 'Shop', 'About', 'Basket', 'Log in')}</nav></header>"
    "<main><h1>Deck gear</h1><div class=product-list>"
    + "".join(
        f"<div class=product-card><h2><a href='/p/{n}'>{name}</a></h2><p>{about}</p></div>"
        for n, (name, about) in enumerate(CARDS.items())
    )
    + "</div></main><footer><p>© Chandlery Ltd</p>"
    f"{links('Delivery', 'Returns', 'Privacy policy')}</footer>"
)
