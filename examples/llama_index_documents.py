"""Read a crawl into LlamaIndex as chunks of Markdown, and print the nodes of an index over them.

python examples/llama_index_documents.py FOLDER...
"""

import sys

from llama_index.core import SummaryIndex

from honbun.integrations.llama_index import HonbunReader
from honbun.integrations.passages import PassageOptions

documents = HonbunReader(PassageOptions(max_tokens=300)).load_data(*sys.argv[1:])
index = SummaryIndex.from_documents(documents)
for node in index.docstore.docs.values():
    print(node.ref_doc_id, node.metadata["title"])
