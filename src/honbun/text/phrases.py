"""Phrases that announce an author, a credit, an account, a count, a selection or another page.

Each is a list of words in many languages: "by", 著者; 出典; "Joined"; "Older posts", 次へ.
"""

from __future__ import annotations

import re

from honbun._core.phrases import PhraseHeads
from honbun.text.patterns import lazy

BYLINE_LABELS = (
    # Prepositions, ...
    "by", "von", "par", "por", "di", "da", "door", "av", "af", "przez", "от",
    # ... then names of the role.
    "author", "authors", "contributors", "autor", "autoren", "auteurs",
    "autorin", "autora", "auteur", "autrice", "autore", "författare", "автор",
    "著者", "筆者", "執筆者", "執筆", "作者", "投稿者", "文責", "文・写真", "写真・文", "文",
    "撰文", "撰稿", "记者", "記者", "글쓴이", "작성자", "글", "기자",
    "责任编辑", "責任編輯", "责编", "编辑", "編輯", "γράφει", "yazan", "penulis",
    "kirjoittaja", "forfatter",
)  # fmt: skip
BYLINE_VERBS = (
    "posted", "written", "authored", "published", "submitted", "created", "contributed", "story",
    "words", "article", "text", "geschrieben", "veröffentlicht", "publié", "écrit", "rédigé",
    "escrito",
    "publicado", "scritto", "pubblicato", "geschreven", "geplaatst", "skriven", "napisane",
)  # fmt: skip
_CREDIT = (
    "source", "sources", "photo", "photos", "photograph", "image", "images", "picture", "credit",
    "courtesy", "illustration", "graphic", "via", "quelle", "quellen", "foto", "fotos", "bild",
    "grafik", "crédit", "crédits", "fuente", "imagen", "fonte", "bron", "källa", "источник",
    "фото", "出典", "出所", "引用元", "提供", "写真", "撮影", "画像", "資料", "来源", "來源",
    "图源", "摄影", "출처", "사진",
)  # fmt: skip
_NAME = (
    "name", "nom", "nombre", "nome", "naam", "namn", "imię", "имя", "名前", "お名前", "ハンドル",
    "姓名", "昵称", "暱稱", "이름", "닉네임", "user", "username", "poster",
)  # fmt: skip
_MEMBER = (
    "joined", "join date", "registered", "registration", "member since", "user since",
    "registriert", "mitglied seit", "dabei seit", "beigetreten", "inscrit", "inscription",
    "membre depuis", "registrado", "registro", "miembro desde", "membro dal", "iscritto",
    "membro desde", "lid sinds", "geregistreerd", "medlem sedan", "dołączył", "зарегистрирован",
    "регистрация", "登録日", "参加日", "登録", "入会", "注册", "註冊", "가입",
)  # fmt: skip
_COUNT = (
    "posts", "messages", "post count", "threads", "topics", "comments", "replies", "likes",
    "points", "score", "votes", "reputation", "karma", "reactions", "reviews", "age", "level",
    "beiträge", "punkte", "mensajes", "messaggi", "mensagens", "berichten",
    "inlägg", "posty", "сообщений", "сообщения", "投稿数", "書き込み数", "帖子", "게시물",
)  # fmt: skip
_SELECTION = (
    "ranking", "rankings", "most read", "most popular", "most viewed", "most commented",
    "most discussed", "popular", "trending", "top stories", "recommended", "related", "you may",
    "you might", "editors' picks", "editor's picks", "don't miss", "more from", "sponsored",
    "meistgelesen", "beliebt", "empfohlen", "les plus lus", "à lire aussi", "recommandé",
    "lo más leído", "más leídas", "relacionados", "più letti", "mais lidas", "meest gelezen",
    "популярное", "читайте также", "ランキング", "アクセス", "よく読まれ", "人気", "おすすめ",
    "オススメ", "お薦め", "注目", "関連", "ピックアップ", "あわせて読み", "热门", "推荐", "相关",
    "熱門", "推薦", "인기", "추천", "많이 본",
)  # fmt: skip
_UPDATED = (
    "updated", "update", "modified", "last update", "last updated", "last modified", "edited",
    "last edited", "revised", "aktualisiert", "geändert", "zuletzt", "stand", "mis à jour",
    "mise à jour", "modifié", "actualizado", "actualizada", "actualizado el", "modificado",
    "aggiornato", "aggiornata", "ultimo aggiornamento", "modificato", "atualizado", "atualizada",
    "bijgewerkt", "laatst", "gewijzigd", "uppdaterad", "oppdatert", "opdateret", "päivitetty",
    "aktualizacja", "zaktualizowano", "aktualizováno", "frissítve", "güncelleme", "güncellenme",
    "son güncelleme", "обновлено", "оновлено", "diperbarui", "更新", "最終更新", "更新日",
    "更新日時", "更新时间", "更新時間", "最后更新", "最後更新", "수정", "업데이트",
)  # fmt: skip
_PUBLISHED = (
    "published", "publication date", "date published", "published on", "posted", "posted on",
    "date posted", "created", "date created", "release date", "issued", "date", "veröffentlicht",
    "veröffentlicht am", "erstellt", "erstellt am", "erschienen", "datum", "publié", "publié le",
    "date de publication", "mis en ligne le", "publicado", "publicado el", "publicado em", "fecha",
    "fecha de publicación", "pubblicato", "pubblicato il", "data", "gepubliceerd", "publicerad",
    "publicerat", "publisert", "udgivet", "julkaistu", "opublikowano", "data publikacji", "dodano",
    "publikováno", "vydáno", "megjelent", "yayınlanma", "yayın tarihi", "опубликовано", "дата",
    "дата публикации", "добавлено", "создано", "опубліковано", "ημερομηνία", "δημοσίευση",
    "ημερομηνία δημοσίευσης", "公開", "公開日", "公開日時", "投稿日", "投稿日時", "掲載日", "配信",
    "作成日", "発行日", "発表日", "登録日", "日付", "发布日期", "发布时间", "发表时间", "发表日期",
    "日期", "时间", "發布日期", "發布時間", "發表時間", "時間", "게시일", "등록일", "작성일",
    "입력",
)  # fmt: skip
_BYLINE = lazy(
    rf"\W*(?:(?:{'|'.join(BYLINE_VERBS)})\s+)?(?:{'|'.join(BYLINE_LABELS)})"
    r"(?:\s+of\s(?:the|this)\s\w+\s*:)?"
    # "Author information" names nobody.
    r"(?:\s*[:：＝]\s*|(?<!author)(?<!authors)(?<!contributors)\s+|$)",
    re.IGNORECASE,
)
_BYLINE_HEADS = PhraseHeads((*BYLINE_VERBS, *BYLINE_LABELS))
_NAME_LINE = lazy(rf"\W*(?:{'|'.join(_NAME)})\s*[:：)]?\s*$", re.IGNORECASE)
_NAME_HEADS = PhraseHeads((*_NAME, *BYLINE_VERBS, *BYLINE_LABELS))
_MEMBER_LINE = lazy(rf"\W*(?:{'|'.join(_MEMBER)})\b", re.IGNORECASE)
_MEMBER_HEADS = PhraseHeads((*_MEMBER,))
_COUNT_LINE = lazy(rf"\W*(?:{'|'.join(_COUNT)})\s*[:：]?\s*$", re.IGNORECASE)
_COUNT_HEADS = PhraseHeads((*_COUNT,))
_CREDIT_LINE = lazy(
    rf"\W*(?:©|\(c\)\s|(?:{'|'.join(_CREDIT)})"
    rf"(?:\s*[:：/／＝=]|\s+(?:by|von|par|por|di|av|courtesy)\s|(?<=[^\W\da-z])\s))",
    re.IGNORECASE,
)
_CREDIT_HEADS = PhraseHeads((*_CREDIT,))


def _anywhere(words: list[str], parts: list[str]) -> re.Pattern[str]:
    """A pattern for words between others, and for what may also be a part of a word."""
    # They are compared only where one of their first letters is: ten times as fast.
    first, last = ("".join(sorted({one[0] for one in some})) for some in (words, parts))
    return lazy(
        rf"\b(?=[{first}])(?:{'|'.join(words)})\b|(?=[{last}])(?:{'|'.join(parts)})", re.IGNORECASE
    )


_SELECTION_LINE = _anywhere(
    [word for word in _SELECTION if word.isascii()],
    [word for word in _SELECTION if not word.isascii()],
)
_UPDATE_LINE = _anywhere(
    [word for word in _UPDATED if word < "\u3000"], [word for word in _UPDATED if word >= "\u3000"]
)
_UPDATE_LABEL = lazy(
    rf"\W*(?:{'|'.join(_UPDATED)})(?:\W+(?:on|at|am|le|il|el|em))?\W*", re.IGNORECASE
)
_PUBLISHED_LABEL = lazy(
    rf"\W*(?:{'|'.join(_PUBLISHED)})(?:\W+(?:on|at|am|le|il|el|em))?\s*[:：]?\s*", re.IGNORECASE
)
_COPYRIGHT = ("©", "(c) ", "copyright", "all rights", "版权", "版權", "著作権")
_MAX_LINE = 80
"""Characters of a line that names somebody; "By the time we ..." is longer."""


def announces_author(text: str) -> bool:
    """Whether a short text begins like a byline.

    >>> announces_author("Posted by Hanako Yamada"), announces_author("文：山田")
    (True, True)
    >>> announces_author("Bystanders say")
    False
    """
    if len(text) > _MAX_LINE or _BYLINE_HEADS.exclude(text):
        return False
    return _BYLINE.match(text) is not None


def announces_name(text: str) -> bool:
    """Whether a text is only the label of a name.

    >>> announces_name("名前："), announces_name("posted by"), announces_name("Location:")
    (True, True, False)
    """
    if _NAME_HEADS.exclude(text):
        return False
    if _NAME_LINE.match(text):
        return True
    byline = _BYLINE.match(text)
    return byline is not None and byline.end() >= len(text.rstrip())


def announces_membership(text: str) -> bool:
    """Whether a text begins with the label of the date when somebody joined.

    >>> announces_membership("Join Date: Nov 2011"), announces_membership("登録日：")
    (True, True)
    """
    return not _MEMBER_HEADS.exclude(text) and _MEMBER_LINE.match(text) is not None


def announces_count(text: str) -> bool:
    """Whether a text is only the label of a count or score.

    >>> announces_count("Posts:"), announces_count("投稿数"), announces_count("No.")
    (True, True, False)
    """
    return not _COUNT_HEADS.exclude(text) and _COUNT_LINE.match(text) is not None


def announces_credit(text: str) -> bool:
    """Whether a short text begins like the credit of a source or photographer.

    >>> announces_credit("Photo: H. Yamada"), announces_credit("出典：総務省")
    (True, True)
    >>> announces_credit("Photos")
    False
    """
    if len(text) > _MAX_LINE or _CREDIT_HEADS.exclude(text):
        return False
    return _CREDIT_LINE.match(text) is not None


def announces_update(text: str) -> bool:
    """Whether a text says that the date after it is that of a change.

    >>> announces_update("Last updated:"), announces_update("最終更新日："), announces_update("On")
    (True, True, False)
    """
    return bool(text) and not text.isspace() and _UPDATE_LINE.search(text) is not None


def announces_publication(text: str) -> bool:
    """Whether a text is only the label of the date when a page was published.

    >>> [announces_publication(text) for text in ("Posted on:", "发布日期：", "On")]
    [True, True, False]
    """
    return _PUBLISHED_LABEL.fullmatch(text) is not None


def is_update_label(text: str) -> bool:
    """Whether a text is only the label of the date of a change.

    >>> is_update_label("Updated on:"), is_update_label("Updated every day")
    (True, False)
    """
    return _UPDATE_LABEL.fullmatch(text) is not None


def is_copyright(text: str) -> bool:
    """Whether a text states a copyright, whose date is not that of the page.

    >>> is_copyright("© 2011 Harbour Press"), is_copyright("Copyright 2011"), is_copyright("2011")
    (True, True, False)
    """
    folded = text.casefold()
    return any(word in folded for word in _COPYRIGHT)


def announces_selection(text: str) -> bool:
    """Whether a short heading announces a selection of articles that are listed elsewhere too.

    >>> announces_selection("Most read this week"), announces_selection("アクセスランキング")
    (True, True)
    >>> announces_selection("Latest news")
    False
    """
    return len(text) <= _MAX_LINE // 2 and _SELECTION_LINE.search(text) is not None


def without_label(text: str) -> str:
    """A byline without the words that announce the author.

    >>> without_label("Posted by Hanako Yamada")
    'Hanako Yamada'
    """
    match = _BYLINE.match(text)
    return text[match.end() :].strip() if match else text


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
_UNIT = (
    "page", "pages", "post", "posts", "entry", "entries", "article", "articles", "news", "stories",
    "story", "results", "items", "seite", "artikel", "beiträge", "beitrag", "einträge", "meldungen",
    "nachrichten", "billets", "actualités", "résultats", "página", "páginas", "entradas",
    "artículos", "noticias", "pagina", "articoli", "notizie", "risultati", "artigos", "postagens",
    "notícias", "berichten", "inlägg", "sida", "strona", "wpisy", "страница", "записи", "статьи",
    "новости", "посты", "ページ", "ページへ", "記事", "記事へ", "件", "件へ", "頁", "日記", "日",
    "月", "文章", "글", "페이지", "»", "→",
)  # fmt: skip
_MAX_LINK = 40


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    direction = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    unit = "|".join(sorted(map(re.escape, _UNIT), key=len, reverse=True))
    return lazy(rf"(?:(?:{unit})\s*)?(?:{direction})(?:\s*(?:\d+|{unit}))*", re.IGNORECASE)


_NEXT_LINE, _PREVIOUS_LINE, _MORE_LINE = map(_pattern, (_NEXT, _PREVIOUS, _MORE))
_NEXT_HEADS, _PREVIOUS_HEADS = PhraseHeads((*_UNIT, *_NEXT)), PhraseHeads((*_UNIT, *_PREVIOUS))
_TURN_HEADS = PhraseHeads((*_UNIT, *_NEXT, *_PREVIOUS, *_MORE))
_EDGE = lazy(r"^[\W_]+|[\W_]+$")
_NUMBER = lazy(r"(?:page\s*)?\d{1,3}", re.IGNORECASE)


def is_next_page(text: str) -> bool:
    """Whether a link with this text leads to the next, usually older, page of a list.

    >>> [is_next_page(text) for text in ("« Older posts", "次のページへ", "Next of kin found")]
    [True, True, False]
    """
    return _whole(text, _NEXT_HEADS, _NEXT_LINE)


def is_previous_page(text: str) -> bool:
    """Whether a link with this text leads to the previous, usually newer, page of a list.

    >>> [is_previous_page(text) for text in ("Newer Posts →", "Neuere Beiträge", "Newer is better")]
    [True, True, False]
    """
    return _whole(text, _PREVIOUS_HEADS, _PREVIOUS_LINE)


def is_page_turn(text: str) -> bool:
    """Whether a link with this text leads to another page of a list.

    >>> [is_page_turn(text) for text in ("More articles...", "3", "もっと見る", "More than words")]
    [True, True, True, False]
    """
    return _whole(text, _TURN_HEADS, _NEXT_LINE, _PREVIOUS_LINE, _MORE_LINE, _NUMBER)


def _whole(text: str, heads: PhraseHeads, *patterns: re.Pattern[str]) -> bool:
    if len(text) > _MAX_LINK or heads.exclude(text):
        return False
    bare = _EDGE.sub("", text)
    # "Older Older Posts": one of them is for screen readers.
    words = bare.split()
    if len(words) > 1 and words[0] == words[1]:
        bare = " ".join(words[1:])
    return any(pattern.fullmatch(bare) for pattern in patterns)
