"""Print the items of pages that list articles, newest first where they are dated.

python examples/page_to_feed.py page.html
"""

import sys

import honbun

for page in honbun.read(*sys.argv[1:]):
    feed = honbun.feed(page)
    for item in sorted(feed.items, key=lambda item: item.published or "", reverse=True):
        print(item.published or "no date", item.title, item.link)
