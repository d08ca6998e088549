"""Entities are never expanded, neither in XML nor in pages that claim to be XHTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import extract_page
from honbun.errors import InputError
from honbun.papers.similar_003.standard import read_standards
from tests.hostile.pages import cases

if TYPE_CHECKING:
    from pathlib import Path

LAUGHS = "<!ENTITY a 'lollollol'>" + "".join(
    f"<!ENTITY {to} '{f'&{of};' * 10}'>" for of, to in zip("abcdefghi", "bcdefghij")
)
SECRET = "the secret of this machine"
DOCUMENT = "<!DOCTYPE x [{}]><StandardFormat><Text><S>&j;</S></Text></StandardFormat>"
REFUSED = {
    "billion laughs": DOCUMENT.format(LAUGHS),
    "billion laughs in UTF-16": DOCUMENT.format(LAUGHS).encode("utf-16"),
    "external entity": DOCUMENT.format("<!ENTITY j SYSTEM 'FILE'>"),
    "external entity on the web": DOCUMENT.format("<!ENTITY j SYSTEM 'http://127.0.0.1:9/'>"),
    "parameter entity": DOCUMENT.format("<!ENTITY % p SYSTEM 'FILE'> %p;"),
    "external definition": "<!DOCTYPE x SYSTEM 'FILE'><StandardFormat/>",
}


@cases(REFUSED)
def test_document_type_is_refused(case: str | bytes, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    xml = case.replace("FILE", secret.as_uri()) if isinstance(case, str) else case
    with pytest.raises(InputError, match="a document type declaration is refused") as refused:
        list(read_standards(xml))
    assert SECRET not in str(refused.value)


BROKEN = {
    "entity that nobody declared": ("<StandardFormat>&e;</StandardFormat>", "undefined entity"),
    "100,000 open tags": ("<StandardFormat>" * 100_000, "not well-formed XML"),
    "number of 10,000 digits": (f"<StandardFormat Id='{'9' * 10_000}'/>", "no standard format"),
    "encoding of nonsense": (b"<?xml version='1.0' encoding='no'?><a/>", "unknown encoding"),
    "NUL": ("<StandardFormat Url='\0'/>", "not well-formed XML"),
}


@cases(BROKEN)
def test_broken_xml_is_reported(case: tuple[str | bytes, str]) -> None:
    xml, message = case
    with pytest.raises(InputError, match=message):
        list(read_standards(xml))


def test_nested_documents_are_read_in_good_time() -> None:
    nested = "<x>" + "<StandardFormat>" * 20_000 + "</StandardFormat>" * 20_000 + "</x>"
    assert sum(1 for _ in read_standards(nested)) == 20_000


PAGES = {
    "billion laughs in a page": f"<!DOCTYPE html [{LAUGHS}]><p>&j;</p>",
    "external entity in a page": "<!DOCTYPE html [<!ENTITY j SYSTEM 'FILE'>]><p>&j;</p>",
    "processing instruction in a page": "<?xml-stylesheet href='FILE'?><p>&j;</p>",
}


@cases(PAGES)
def test_xhtml_page_is_parsed_as_html(case: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    found = extract_page(
        f"<?xml version='1.0'?>{case.replace('FILE', secret.as_uri())}", url="https://a.example/"
    )
    assert "&j;" in found.text
    assert SECRET not in found.text
    assert len(found.text) < 20_000
