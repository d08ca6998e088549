"""Make a Hugging Face dataset of the content of a crawl, without holding it in memory.

python examples/huggingface_dataset.py FOLDER... TARGET
"""

import sys
from collections.abc import Iterator
from typing import Any

from datasets import Dataset, Features, Value

import honbun

COLUMNS = ("url", "title", "author", "date", "language", "markdown")
FEATURES = Features({name: Value("string") for name in COLUMNS})


def rows(sources: list[str]) -> Iterator[dict[str, Any]]:
    for content in honbun.extract(honbun.read(*sources)):
        yield content.to_dict(*COLUMNS)


*sources, target = sys.argv[1:]
dataset = Dataset.from_generator(rows, features=FEATURES, gen_kwargs={"sources": sources})
dataset.save_to_disk(target)
print(f"{len(dataset)} pages, columns {', '.join(dataset.column_names)}")
