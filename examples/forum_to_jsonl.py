"""Print the posts of thread pages as JSON Lines: author, time and body.

python examples/forum_to_jsonl.py FOLDER
"""

import json
import sys

import honbun

for thread in honbun.posts(honbun.read(*sys.argv[1:])):
    for post in thread.posts:
        row = {
            "thread": thread.url,
            "author": post.author,
            "date": post.published,
            "body": post.body.text,
        }
        print(json.dumps(row, ensure_ascii=False))
