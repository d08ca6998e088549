"""The standard format of paper 003 (4.1): each page as XML, with its sentences and links.

from honbun import read, standard

for document in standard.documents(read("crawl.warc.gz")):
    xml = standard.render(document)
    assert standard.read_standard(xml) == document
"""

from honbun.standard.analyser import Analyser
from honbun.standard.collection import documents
from honbun.standard.model import (
    Annotation,
    Document,
    Link,
    Linked,
    Sentence,
    StandardOptions,
    Title,
)
from honbun.standard.read import read_standard, read_standards
from honbun.standard.write import render

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
