"""Words of links that turn pages: "Older posts", "Next page", 次へ, and "More articles"."""

from __future__ import annotations

import re

_NEXT = (
    "next", "older", "weiter", "nächste", "nächster", "nächstes", "ältere", "älter", "vor",
    "suivant", "suivante", "suivants", "plus anciens", "siguiente", "siguientes", "antiguas",
    "más antiguas", "successivo", "successiva", "avanti", "seguinte", "próxima", "próximo",
    "mais antigos", "volgende", "oudere", "nästa", "äldre", "næste", "neste", "eldre", "seuraava",
    "następna", "następny", "starsze", "další", "következő", "sonraki", "далее", "следующая",
    "следующие", "следующий", "старые", "次へ", "次の", "次", "つぎへ", "過去の", "古い", "下一页",
    "下一頁", "后一页", "다음", "이전 글",
)  # fmt: skip
_PREVIOUS = (
    "previous", "prev", "newer", "zurück", "vorherige", "vorheriger", "vorheriges", "neuere",
    "précédent", "précédente", "précédents", "plus récents", "anterior", "anteriores", "recientes",
    "más recientes", "precedente", "indietro", "mais recentes", "vorige", "nieuwere", "föregående",
    "nyare", "forrige", "nyere", "edellinen", "poprzednia", "poprzedni", "nowsze", "předchozí",
    "előző", "önceki", "назад", "предыдущая", "предыдущие", "предыдущий", "новые", "前へ", "前の",
    "前", "まえへ", "新しい", "上一页", "上一頁", "前一页", "이전", "최근 글",
)  # fmt: skip
_MORE = (
    "more", "load more", "show more", "view more", "see more", "view all", "see all", "show all",
    "all", "mehr", "alle", "plus", "voir plus", "tous", "más", "ver más", "todas", "altro", "tutti",
    "mais", "ver mais", "todos", "meer", "alle", "fler", "visa fler", "więcej", "ещё", "все",
    "もっと見る", "もっと", "さらに", "すべて", "全て", "一覧", "一覧へ", "一覧を見る", "更多",
    "查看更多", "더보기", "전체보기",
)  # fmt: skip
_WHAT = (
    "page", "pages", "post", "posts", "entry", "entries", "article", "articles", "news", "stories",
    "story", "results", "items", "seite", "artikel", "beiträge", "beitrag", "einträge", "meldungen",
    "nachrichten", "billets", "actualités", "résultats", "página", "páginas", "entradas",
    "artículos", "noticias", "pagina", "articoli", "notizie", "risultati", "artigos", "postagens",
    "notícias", "berichten", "inlägg", "sida", "strona", "wpisy", "страница", "записи", "статьи",
    "новости", "посты", "ページ", "ページへ", "記事", "記事へ", "件", "件へ", "頁", "日記", "日",
    "月", "文章", "글", "페이지", "»", "→",
)  # fmt: skip
_LONGEST = 40


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    said = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    what = "|".join(sorted(map(re.escape, _WHAT), key=len, reverse=True))
    return re.compile(rf"(?:(?:{what})\s*)?(?:{said})(?:\s*(?:\d+|{what}))*", re.IGNORECASE)


_NEXT_LINE, _PREVIOUS_LINE, _MORE_LINE = map(_pattern, (_NEXT, _PREVIOUS, _MORE))
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_NUMBER = re.compile(r"(?:page\s*)?\d{1,3}", re.IGNORECASE)


def turns_on(text: str) -> bool:
    """Whether a link with this text leads to the older part of a list.

    >>> turns_on("« Older posts"), turns_on("次のページへ"), turns_on("Next of kin found")
    (True, True, False)
    """
    return _whole(text, _NEXT_LINE)


def turns_back(text: str) -> bool:
    """Whether a link with this text leads to the newer part of a list.

    >>> turns_back("Newer Posts →"), turns_back("Neuere Beiträge"), turns_back("Newer is better")
    (True, True, False)
    """
    return _whole(text, _PREVIOUS_LINE)


def turns(text: str) -> bool:
    """Whether a link with this text leads to another part of a list, and is no item of it.

    >>> turns("More articles..."), turns("3"), turns("もっと見る"), turns("More than words")
    (True, True, True, False)
    """
    return _whole(text, _NEXT_LINE, _PREVIOUS_LINE, _MORE_LINE, _NUMBER)


def _whole(text: str, *patterns: re.Pattern[str]) -> bool:
    if len(text) > _LONGEST:
        return False
    bare = _EDGE.sub("", text)
    # "Older Older Posts": what is hidden from some readers is said twice.
    words = bare.split()
    if len(words) > 1 and words[0] == words[1]:
        bare = " ".join(words[1:])
    return any(pattern.fullmatch(bare) for pattern in patterns)
