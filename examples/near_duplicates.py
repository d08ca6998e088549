"""Print every two pages that share text, their relation and one shared sentence.

python examples/near_duplicates.py FOLDER...
"""

import sys

import honbun

for pair in honbun.similar(honbun.read(*sys.argv[1:])):
    print(f"{pair.relation} {pair.overlap:.0%}\n  {pair.a}\n  {pair.b}")
    for sentence in pair.shared[:1]:
        print(f"  “{sentence.a}”")
