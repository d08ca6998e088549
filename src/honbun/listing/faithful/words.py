"""Words of a text, to tell how many of a title's come again in the body.

Chinese and Japanese put no space between words. Every two neighbouring characters of a run of these
scripts count as one: a word of two characters or more shares such pairs with any text it stands in,
wherever its bounds are. Other scripts are parted into words by what is no letter or digit.
"""

from __future__ import annotations

import re
from itertools import pairwise

_RUN = re.compile(r"[぀-ヿ㐀-鿿豈-﫿々〆]+|[^\W_぀-ヿ㐀-鿿豈-﫿々〆]+")
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿豈-﫿々〆]")


def words(text: str) -> frozenset[str]:
    """The different words of a text in lower case.

    >>> sorted(words("On PAT trees, trees")), sorted(words("木の編集"))
    (['on', 'pat', 'trees'], ['の編', '木の', '編集'])
    """
    found: set[str] = set()
    for run in _RUN.findall(text.lower()):
        if len(run) > 2 and _UNSPACED.match(run):
            found.update(map("".join, pairwise(run)))
        else:
            found.add(run)
    return frozenset(found)
