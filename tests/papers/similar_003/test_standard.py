"""Documents are written as XML in the paper's form, and read back."""

from __future__ import annotations

import io
import re
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import InputError
from honbun.papers.similar_003.standard import (
    Annotation,
    Document,
    Link,
    Linked,
    Sentence,
    Title,
    read_standard,
    read_standards,
    render,
    write_xml,
)
from tests.papers.similar_003.examples import DOCUMENTS

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = Document(
    id=7,
    url="https://a.example/?b=1&c=2",
    encoding="shift_jis",
    replaced=0,
    japanese=True,
    title=Title("清水寺", 51, 6),
    out_links=(
        Link("錦市場", (Linked("https://a.example/m", 3), Linked("https://b.example/", None))),
    ),
    in_links=(Link("寺", (Linked("https://a.example/x", 12),)),),
    sentences=(
        Sentence(1, "１＜２", 90, 12, True, (Annotation("Juman", "<1>\nEOS\n"),)),
        Sentence(2, "Over.", 110, 5, False),
    ),
)


def test_document_is_written_as_in_the_paper() -> None:
    assert (
        render(DOCUMENT)
        == """\
<?xml version="1.0" encoding="utf-8"?>
<StandardFormat Url="https://a.example/?b=1&amp;c=2" Id="0000000007" OriginalEncoding="shift_jis" \
is_Japanese_Page="1">
<Header>
<Title Offset="51" Length="6">
  <RawString>清水寺</RawString>
</Title>
<OutLinks>
  <OutLink>
    <RawString>錦市場</RawString>
    <DocIDs>
      <DocID Url="https://a.example/m">0000000003</DocID>
      <DocID Url="https://b.example/"></DocID>
    </DocIDs>
  </OutLink>
</OutLinks>
<InLinks>
  <InLink>
    <RawString>寺</RawString>
    <DocIDs>
      <DocID Url="https://a.example/x">0000000012</DocID>
    </DocIDs>
  </InLink>
</InLinks>
</Header>
<Text Type="default">
  <S Offset="90" Length="12" is_Japanese_Sentence="1" is_Content_Sentence="1" Id="1">
    <RawString>１＜２</RawString>
    <Annotation Scheme="Juman"><![CDATA[<1>
EOS
]]></Annotation>
  </S>
  <S Offset="110" Length="5" is_Japanese_Sentence="0" is_Content_Sentence="1" Id="2">
    <RawString>Over.</RawString>
  </S>
</Text>
</StandardFormat>
"""
    )


def test_characters_that_xml_forbids_are_replaced() -> None:
    assert Sentence(1, "a\0b\ud800\uffff\x1b", 0, 0, False).text == "a\ufffdb\ufffd\ufffd\ufffd"
    assert Linked("x\x02", None).url == "x\ufffd"
    assert Annotation("\0", "\ufffe") == Annotation("\ufffd", "\ufffd")
    assert Sentence(1, "a\t\r\n\x85😀", 0, 0, False).text == "a\t\r\n\x85😀"


FIGURE = """<?xml version="1.0" encoding="EUC-JP" ?>
<StandardFormat Url="http://tea.example/uji.html" OriginalEncoding="shiftjis">
<Header>
<Title Offset="512" Length="12"><RawString>宇治の茶</RawString></Title>
<OutLinks/>
<InLinks><InLink><RawString>宇治</RawString>
  <DocIDs><DocID Url="http://tea.example/">043533898</DocID></DocIDs></InLink></InLinks>
</Header>
<Text Type="default">
  <S Offset="1271" Length="30" is_Japanese_Sentence="1" Id="1">
    <RawString>茶を飲む。</RawString>
    <Annotation Scheme="Juman"><![CDATA[茶 ちゃ 茶]]></Annotation>
    <Annotation Scheme="Knp"><![CDATA[* 1D]]></Annotation>
    <Score>3</Score>
  </S>
</Text>
</StandardFormat>
"""


@given(DOCUMENTS)
def test_written_documents_are_read_back(document: Document) -> None:
    text = render(document)
    assert read_standard(text) == document
    assert read_standard(text.encode()) == document


@given(st.lists(DOCUMENTS, max_size=4))
def test_documents_are_read_back_in_order(documents: list[Document]) -> None:
    file = io.BytesIO()
    write_xml(documents, file)
    assert list(read_standards(file.getvalue())) == documents


def test_files_are_read_by_their_path(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(render(DOCUMENT), encoding="utf-8")
    assert read_standard(path) == DOCUMENT


@pytest.mark.parametrize("given", [FIGURE, FIGURE.replace("EUC-JP", "utf-8").encode()])
def test_a_file_like_the_papers_own_is_read(given: str | bytes) -> None:
    assert read_standard(given) == Document(
        id=0,
        url="http://tea.example/uji.html",
        encoding="shiftjis",
        replaced=0,
        japanese=True,
        title=Title("宇治の茶", 512, 12),
        out_links=(),
        in_links=(Link("宇治", (Linked("http://tea.example/", 43533898),)),),
        sentences=(
            Sentence(
                1,
                "茶を飲む。",
                1271,
                30,
                True,
                (Annotation("Juman", "茶 ちゃ 茶"), Annotation("Knp", "* 1D")),
            ),
        ),
    )


def test_large_file_is_streamed(tmp_path: Path) -> None:
    path = tmp_path / "many.xml"
    with path.open("wb") as file:
        write_xml([DOCUMENT] * 2000, file)
    tracemalloc.start()
    count = sum(1 for _ in read_standards(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (count, peak < path.stat().st_size) == (2000, True)


ENTITIES = """<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>"""


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        (ENTITIES + "<StandardFormat Url='&c;'/>", "a document type declaration is refused"),
        (
            "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><StandardFormat/>",
            "a document type declaration is refused",
        ),
        ("<StandardFormat>", "the text is not well-formed XML"),
        ("", "the text is not well-formed XML"),
        ("no XML", "the text is not well-formed XML"),
        ("<html/>", "the text contains no document"),
        ("<StandardFormat Id='x'/>", "the text is no standard format"),
        ("<StandardFormat><Text><S Offset='1.5'/></Text></StandardFormat>", "no standard format"),
        (b"<?xml version='1.0' encoding='no-such'?><StandardFormat/>", "the text is no"),
        (b"\xff\xfe\x00", "the text is not well-formed XML"),
    ],
)
def test_other_formats_are_refused_in_one_line(xml: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read_standard(xml)


def test_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*none\.xml: No such file"):
        read_standard(tmp_path / "none.xml")
