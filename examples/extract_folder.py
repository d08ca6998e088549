"""Print title, date and text of every page in a folder.

python examples/extract_folder.py FOLDER
"""

import sys

import honbun

for content in honbun.extract(honbun.read(*sys.argv[1:])):
    print(f"# {content.title or content.url}")
    print(f"{content.date or 'no date'}, {len(content.text)} characters\n")
    print(content.text, end="\n\n")
