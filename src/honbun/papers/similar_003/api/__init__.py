"""The standard format of paper 003 (4.1): each page as XML, with its sentences and links.

from honbun import read, standard

for document in standard.documents(read("crawl.warc.gz")):
    xml = standard.render(document)
    assert standard.read_standard(xml) == document
"""

from honbun.papers.similar_003.analysers import Analyser
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.standard import (
    Annotation,
    Document,
    Link,
    Linked,
    Sentence,
    StandardOptions,
    Title,
    read_standard,
    read_standards,
    render,
)

__all__ = [
    "Analyser",
    "Annotation",
    "Document",
    "Link",
    "Linked",
    "Sentence",
    "StandardOptions",
    "Title",
    "documents",
    "read_standard",
    "read_standards",
    "render",
]
