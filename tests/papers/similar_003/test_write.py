"""Documents are written as well-formed XML in the paper's form."""

from __future__ import annotations

from honbun.papers.similar_003.standard import (
    Annotation,
    Document,
    Link,
    Linked,
    Sentence,
    Title,
    render,
)

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
  <S Offset="90" Length="12" is_Japanese_Sentence="1" Id="1">
    <RawString>１＜２</RawString>
    <Annotation Scheme="Juman"><![CDATA[<1>
EOS
]]></Annotation>
  </S>
  <S Offset="110" Length="5" is_Japanese_Sentence="0" Id="2">
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
