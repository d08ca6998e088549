"""Load a crawl into LangChain as chunks of Markdown, and find those with some words.

python examples/langchain_documents.py WORDS FOLDER...
"""

import sys

from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from honbun.integrations.langchain import HonbunLoader
from honbun.integrations.passages import PassageOptions

words, *inputs = sys.argv[1:]
documents = HonbunLoader(*inputs, options=PassageOptions(max_tokens=300)).load()
store = InMemoryVectorStore(DeterministicFakeEmbedding(size=64))  # your own embedding here
store.add_documents(documents)
for found in store.similarity_search(words, k=3):
    print(found.metadata["title"], found.metadata["source"])
    print(found.page_content, end="\n\n")
