"""Markdown keeps words separate, repeats nothing and changes no meaning."""

from __future__ import annotations

import re

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.document.builders import md, whole_page
from tests.document.test_html import words

X = "https://example.org/x"
PICTURE = "![](https://example.org/i)"


def both(name: str, cases: list[tuple[str, str]]) -> pytest.MarkDecorator:
    """Cases of HTML and the expected Markdown."""
    return pytest.mark.parametrize(("html", name), cases)


@both(
    "expected",
    [
        ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b\n"),
        ("<ol><li>a<li value=7>b<li>c</ol>", "1. a\n7. b\n8. c\n"),
        ("<ol reversed><li>a<li>b</ol>", "2. a\n1. b\n"),
        ("<ol start=-1><li>a<li>b</ol>", "1. a\n2. b\n"),
        ("<ol reversed start=0><li>a<li>b</ol>", "0. a\n2. b\n"),
        # An item that does not begin with 1 could not follow a line of text.
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b\n"),
        # Two lists are not read as one.
        ("<ol><li>a</ol><ol><li>b<li>c</ol>", "1. a\n\n1) b\n2) c\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"),
        ("<ol><li><p>a</p><pre>b</pre></ol>", "1. a\n\n   ```\n   b\n   ```\n"),
    ],
)
def test_items_keep_their_numbers(html: str, expected: str) -> None:
    assert md(html) == expected


@both(
    "expected",
    [
        ("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "- a\n\n  b\n\n  c\n- d\n\n  e\n"),
        ("<dl><div><dt>a<dd>b</div></dl>", "- a\n\n  b\n"),
        ("<dl><dt>f()<dd><p>b<dl><dt>g()<dd>c</dl></dl>", "- f()\n\n  b\n  - g()\n\n    c\n"),
        ("<dl><dd>indented</dl>", "indented\n"),
    ],
)
def test_term_and_definition_are_one_item(html: str, expected: str) -> None:
    assert md(html) == expected


@both(
    "expected",
    [
        (
            "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n",
        ),
        (
            "<table><tr><td colspan=2 rowspan=2>1<td>2<tr><td>3<tr><td>4<td>5<td>6</table>",
            "|   |   |   |\n| --- | --- | --- |\n| 1 |  | 2 |\n|  |  | 3 |\n| 4 | 5 | 6 |\n",
        ),
        (
            "<table><thead><tr><td>a<td>b<tbody><tr><td>1<td>2</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>x<br>y<td><code>a|b</code></table>",
            "| a | b |\n| --- | --- |\n| x<br>y | `a\\|b` |\n",
        ),
        (
            "<table><tr><th>a<th>b<tr><td><ul><li>x<li>y</ul><td><pre>z_z\n</pre></table>",
            "| a | b |\n| --- | --- |\n| x<br>y | `z_z` |\n",
        ),
        (
            "<table><tr><th>#<th>b<tr><td>1.<td>-</table>",
            "| # | b |\n| --- | --- |\n| 1. | - |\n",
        ),
        # A table of data inside one of layout.
        (
            "<table><tr><td>nav<td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>",
            "nav\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
        ),
        (
            "<table><tr><td>a<td>b<tr><td>c<td>d<table><tr><td>1<td>2<tr><td>3<td>4</table></table>",
            "a\n\nb\n\nc\n\nd\n\n|   |   |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n",
        ),
        ("<table><tr><td>side<td>by side</table>", "side\n\nby side\n"),
        ("<table><tr><td>date<td><tr><td><td>post</table>", "date\n\npost\n"),
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd\n"),
        ("<table><tr><td>a<td><h2>b</h2><tr><td>c<td>d</table>", "a\n\n## b\n\nc\n\nd\n"),
    ],
)
def test_cells_are_in_their_columns(html: str, expected: str) -> None:
    assert md(html) == expected


def test_table_with_a_very_long_cell_is_layout() -> None:
    long = "<p>word</p>" * 13
    assert "|" not in md(f"<table><tr><td>a<td>{long}<tr><td>c<td>d</table>")


def test_links_that_terms_end_with_alike_are_left_out() -> None:
    terms = "".join(f"<dt>f{i} <a href=/x>[source]</a><dd>d{i}" for i in (1, 2))
    assert md(f"<dl>{terms}</dl>") == "- f1\n\n  d1\n- f2\n\n  d2\n"
    assert "[x]" in md("<dl><dt>f1 <a href=/x>x</a><dd>d<dt>f2<dd>d</dl>")


@both(
    "language",
    [
        ("<pre class=language-js>x</pre>", "js"),
        ("<pre><code class='lang-C++ x'>x</code></pre>", "c++"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<div class=highlight-python3><div class=highlight><pre>x</pre></div></div>", "python3"),
        ("<pre class='brush: css notranslate'>x</pre>", "css"),
        ("<pre lang=ruby>x</pre>", "ruby"),
        ("<figure data-language=Rust><pre>x</pre></figure>", "rust"),
        ("<pre class='sourceCode haskell'>x</pre>", "haskell"),
        ("<pre><code class='hljs go'>x</code></pre>", "go"),
        ("<pre><code class=java>x</code></pre>", "java"),
        ("<pre><code class='x y'>x</code></pre>", ""),
        ("<pre><code class=my-code>x</code></pre>", ""),
        ("<pre lang=en>x</pre>", ""),
        ("<pre class=language-none>x</pre>", ""),
        ("<div class=language-js><pre>x</pre><p>y</p><pre>z</pre></div>", ""),
    ],
)
def test_code_names_its_language(html: str, language: str) -> None:
    assert md(html).splitlines()[0] == "```" + language


@both(
    "expected",
    [
        # Lines that are separate elements, including empty ones.
        (
            "<pre><div>a</div><div>  b</div><div><br></div><div> </div><div>c</div></pre>",
            "```\na\n  b\n\n\nc\n```\n",
        ),
        ("<pre>a<br>b</pre>", "```\na\nb\n```\n"),
        ("<pre>a</pre><pre>b</pre>", "```\na\n```\n\n```\nb\n```\n"),
        # The language is named once.
        ("<div>JS</div><pre class=language-js>x</pre>", "```js\nx\n```\n"),
        ("<div>CSS</div><pre class=language-js>x</pre>", "CSS\n\n```js\nx\n```\n"),
    ],
)
def test_code_is_one_block(html: str, expected: str) -> None:
    assert md(html) == expected


@both(
    "expected",
    [
        ("<p><img src='/x?i=1'><img src='/x?i=2'></p>", f"![]({X}?i=1)![]({X}?i=2)\n"),
        ("<p><img src=/x> a <img src=/x></p>", f"![]({X}) a ![]({X})\n"),
        ("<p><img src=/x alt=a><img src=/x alt=b></p>", f"![a]({X})![b]({X})\n"),
        (
            "<table><tr><th>a<th>b<tr><td><img src=/x><td><img src=/x></table>",
            f"| a | b |\n| --- | --- |\n| ![]({X}) | ![]({X}) |\n",
        ),
    ],
)
def test_different_pictures_and_those_with_text_between_stay(html: str, expected: str) -> None:
    assert md(html) == expected


@both(
    "expected",
    [
        ("<h2>T<a href=#t>¶</a></h2>", "## T\n"),
        ("<h2>T<a href=#t>\u200b</a></h2>", "## T\n"),
        ("<h2>T <a href=/dir/page#t>#</a></h2>", "## T\n"),
        ("<h2><a href=#t>T</a></h2>", "## T\n"),
        ("<h2><a href=#t>T</a><a href=#t>#</a></h2>", "## T\n"),
        ("<h2>T <a href=#top>top</a></h2>", "## T [top](https://example.org/dir/page#top)\n"),
        ("<h2><a href=/x>T</a></h2>", f"## [T]({X})\n"),
        ("<h2><a href=/dir/page>T</a></h2>", "## T\n"),
        ("<h2><a href=/dir/page><img src=i.gif></a> T</h2>", "## T\n"),
        ("<h2><a href=/x><img src=/x></a> T</h2>", f"## [![]({X})]({X}) T\n"),
        ("<p>a<a href=/x>#</a></p>", f"a[#]({X})\n"),
        ("<p>a <a href=#n>*</a></p>", "a [\\*](https://example.org/dir/page#n)\n"),
        ("<base href=https://cdn.example/><h2><a href=#t>T</a></h2>", "## T\n"),
        ("<h2><b>a</b> b</h2>", "## a b\n"),
    ],
)
def test_headings_do_not_link_to_themselves(html: str, expected: str) -> None:
    assert md(html) == expected


@both(
    "expected",
    [
        (
            "<a href=/x><div><img src=/i></div><h3>T</h3><p>b</p></a>",
            f"{PICTURE}\n\n### [T]({X})\n\nb",
        ),
        ("<a href=/x><div>a</div><div>b</div></a>", f"[a]({X})\n\nb"),
        ("<a href=/x><div><img src=/i></div><div>a</div></a>", f"{PICTURE}\n\n[a]({X})"),
        ("<a href=/x>a<div>b</div></a>", f"[a]({X})\n\nb"),
        ("<a href='javascript:x()'><div>a</div></a>", "a"),
        ("<p><a href=/x>a</a><a href=/x>b</a></p>", f"[ab]({X})"),
        ("<p><a href=/x> a </a>b</p>", f"[a]({X}) b"),
        ("<p><a href=/x></a>b</p>", "b"),
    ],
)
def test_a_card_is_linked_once(html: str, expected: str) -> None:
    assert md(html) == expected + "\n"


@both(
    "expected",
    [
        ("<p><img src='data:image/gif;base64,R0' data-src=i.png></p>", "i.png"),
        ("<p><img src=blank.gif data-src=i.png></p>", "i.png"),
        ("<p><img src=i.png data-src=true></p>", "i.png"),
        ("<p><img srcset='i.png 1x, j.png 2x'></p>", "i.png"),
        ("<picture><source srcset='i.webp 1x'><img alt=''></picture>", "i.webp"),
        ("<p><img data-src=i.png><noscript><img src=j.png></noscript></p>", "i.png"),
        ("<p><img src=data:x><noscript><img src=j.png></noscript></p>", "j.png"),
        ("<p><img src=i.png><img src=t.gif width=1 height=1></p>", "i.png"),
        ("<p><img src=data:x data-srcset='i.png, j.png 2x'></p>", "i.png"),
        ("<p><img src='i.png?w=9'><img src='i.png?w=99'></p>", "i.png?w=99"),
        (
            "<p><img src=i.png></p><div><a href=/x><img src=i.png></a> <br></div>"
            "<p><img src=i.png></p>",
            "i.png",
        ),
    ],
)
def test_a_picture_is_shown_once_and_by_its_address(html: str, expected: str) -> None:
    assert md("<p>a</p>" + html) == f"a\n\n![](https://example.org/dir/{expected})\n"


@both(
    "expected",
    [
        ("<figure><img src=/x alt='A cat'><figcaption>A cat</figcaption></figure>", "A cat"),
        ("<a href=/y><img src=/x alt='A cat'></a><p>A cat</p>", "A cat"),
        ("<p>A cat</p><img src=/x alt='A cat'>", "A cat"),
        ("<figure><img src=/x alt='A cat'><figcaption>Tom</figcaption></figure>", "A cat Tom"),
    ],
)
def test_text_of_a_picture_is_written_once(html: str, expected: str) -> None:
    assert re.findall(r"[A-Z]\w+|A cat", re.sub(r"\(.*?\)", "", md(html))) == re.findall(
        r"A cat|Tom", expected
    )


@both(
    "expected",
    [
        ("<span>$10.99</span><span aria-hidden=true>$10<sup>99</sup></span>", "$10.99\n"),
        ("<span aria-hidden=true>4.5</span><span>4.5</span>", "4.5\n"),
        ("<span aria-hidden=true>4.5</span> <span>of 5</span>", "4.5 of 5\n"),
        ("<span>4</span> <span>4</span>", "4 4\n"),
        ("<i aria-hidden=true>1</i> <i aria-hidden=true>1</i> <i>one</i>", "*1* *1* *one*\n"),
        ("<i aria-hidden=true>1</i><i aria-hidden=true>1</i>", "*11*\n"),
        ("<a href=/x aria-hidden=true><span>Fry</span></a>Fry", "Fry\n"),
        ("<a href=/x aria-hidden=true>Fry</a>Fry more", f"[Fry]({X}) Fry more\n"),
    ],
)
def test_text_for_screen_readers_is_not_repeated(html: str, expected: str) -> None:
    assert md(f"<p>{html}</p>") == expected


@both(
    "expected",
    [
        ("<span>Part</span><span>Lifetime</span>", "Part Lifetime\n"),
        ("<a href=/x>Merrell<span>Moab 3</span></a>", f"[Merrell Moab 3]({X})\n"),
        ("<span>Accessories</span><span>1385</span>", "Accessories 1385\n"),
        ("<span>HOKA</span><span>KAHA</span>", "HOKA KAHA\n"),
        ("<button>reload</button><button>clear</button>", "reload clear\n"),
        ("<span>A cooker.</span><a href=/x>Shop now</a>", f"A cooker. [Shop now]({X})\n"),
        ("<span>May 7</span><textarea>Say</textarea><span>20</span>", "May 7 20\n"),
        # A word is not split.
        ("ASP<b>.NET</b> in the U<b>.S</b>.", "ASP.NET in the U.S.\n"),
        ("<span>exam</span><span>ple</span>", "example\n"),
        ("<span>O</span>nce", "Once\n"),
        ("<span>L</span><span>O</span><span>W</span>", "LOW\n"),
        ("CO<sub>2</sub> 21<sup>st</sup>", "CO<sub>2</sub> 21<sup>st</sup>\n"),
        ("<b>Rust</b><sup>1</sup>", "**Rust**<sup>1</sup>\n"),
        ("Java<wbr>Script", "JavaScript\n"),
        ("<code><span>get</span><span>Name</span></code>", "`getName`\n"),
        ("<span>東京</span><span>大阪</span>", "東京大阪\n"),
        ("a <span> b </span> c", "a b c\n"),
    ],
)
def test_visually_separate_words_are_separated(html: str, expected: str) -> None:
    assert md(f"<p>{html}</p>") == expected


@both(
    "expected",
    [
        ("one<br><br>two", "one\n\ntwo\n"),
        ("one <br> <br> <br> two<br> three", "one\n\ntwo\\\nthree\n"),
        ("<b>one<br><br>two</b>", "**one**\n\n**two**\n"),
        ("<b>a<i>x<br></i><br>y</b>", "**a*x***\n\n**y**\n"),
        ("10<sup>6</sup> H<sub>2</sub>O", "10<sup>6</sup> H<sub>2</sub>O\n"),
        ("<del>$20</del> $15", "<del>$20</del> $15\n"),
        ("<b> a </b>b<b></b>", "**a** b\n"),
    ],
)
def test_markup_does_not_change_the_meaning(html: str, expected: str) -> None:
    assert md(f"<p>{html}</p>") == expected


@both(
    "expected",
    [
        (
            r"C:\Users\a [1] [x] a * b 2 &lt; 3 Vec&lt;U, F&gt;",
            r"C:\Users\a [1] [x] a * b 2 < 3 Vec<U, F>",
        ),
        ("snake_case AT&T R&D;", "snake_case AT&T R\\&D;"),
        (r"\* \[x]", r"\\\* \\[x]"),
        ("[x](y)", r"[x\](y)"),
        ("<span>[x]</span><span>(y)</span>", r"[x\](y)"),
        (r"\<b>a</b>", r"\\**a**"),
        ("&lt;b> &lt;/b> &lt;a@b.c> &lt;!--", r"\<b> \</b> \<a@b.c> \<!--"),
        ("[x]: y", r"[x\]: y"),
        ("<a href='javascript:x()'>a &lt;</a>/b>", r"a \</b>"),
        ("a | b<br>--- | ---", "a | b\\\n\\--- | ---"),
        (" * a", r"\* a"),
    ],
)
def test_only_text_that_would_be_markup_is_escaped(html: str, expected: str) -> None:
    assert md(f"<p>{html}</p>") == expected + "\n"


@both(
    "expected",
    [
        ("<h2>1. One</h2><h3>- Two</h3>", "## 1. One\n\n### - Two\n"),
        ("<h2>*</h2><h2># x</h2>", "## \\*\n\n## # x\n"),
        ("<h1>a</h1><p>b</p><h1>c</h1>", "## a\n\nb\n\n## c\n"),
        ("<h1>a</h1><p>b</p><h2>c</h2>", "# a\n\nb\n\n## c\n"),
        ("<h3><img src=/i></h3><h3>a</h3>", f"{PICTURE}\n\n### a\n"),
    ],
)
def test_headings_have_one_first_level_and_no_needless_signs(html: str, expected: str) -> None:
    assert md(html) == expected


@both(
    "expected",
    [
        (
            "<table><tr><td><b>a</b><td><p><strong>b</strong></p><tr><td>1<td><b>2</b></table>",
            "| **a** | **b** |\n| --- | --- |\n| 1 | **2** |\n",
        ),
        (  # All rows are bold, or a part of the first is not: no heading.
            "<table><tr><td><b>a</b><td><b>b</b><tr><td><b>1</b><td><b>2</b></table>",
            "|   |   |\n| --- | --- |\n| **a** | **b** |\n| **1** | **2** |\n",
        ),
        (
            "<table><tr><td><b>a</b> x<td><b>b</b><tr><td>1<td>2</table>",
            "|   |   |\n| --- | --- |\n| **a** x | **b** |\n| 1 | 2 |\n",
        ),
    ],
)
def test_a_first_row_in_bold_is_the_head_of_a_table(html: str, expected: str) -> None:
    assert md(html) == expected


LONG = "A paragraph that is long enough that nobody says it twice in a row by mere chance, ever."


@both(
    "expected",
    [
        (f"<p>{LONG}</p><p>{LONG}</p><p>b</p>", f"{LONG}\n\nb\n"),
        (f"<p>{LONG}</p><p>b</p><p>{LONG}</p>", f"{LONG}\n\nb\n\n{LONG}\n"),
        ("<p>La la la</p><p>La la la</p>", "La la la\n\nLa la la\n"),
        (f"<pre>{LONG}</pre><pre>{LONG}</pre>", f"```\n{LONG}\n```\n\n```\n{LONG}\n```\n"),
    ],
)
def test_a_long_paragraph_is_not_said_twice_in_a_row(html: str, expected: str) -> None:
    assert md(html) == expected


def test_a_badge_that_comes_again_and_again_is_left_out() -> None:
    post = "<p><a href=/u><img src=/badge.svg></a></p><p>Said {}.</p>"
    assert md("".join(post.format(n) for n in "abc")) == "Said a.\n\nSaid b.\n\nSaid c.\n"
    assert md("".join(post.format(n) for n in "ab")).count("badge") == 2
    cells = "<tr><td>{}<td><img src=/yes.png alt=yes>"
    assert md("<table>" + "".join(map(cells.format, "abc")) + "</table>").count("yes.png") == 3


def test_pictures_without_text_keep_their_order() -> None:
    html = "<div><img src=1><p><img src=2></p><img src=3></div><div><img src=4></div>"
    assert re.findall(r"/(\d)", md(html)) == ["1", "2", "3", "4"]


SOUP = st.lists(
    st.one_of(
        st.sampled_from(
            "p div span b i em strong code a sub sup del ul li dl dt dd table tr td th thead pre "
            "blockquote h2 h3 button figure figcaption br".split()
        ).flatmap(lambda tag: st.sampled_from([f"<{tag}>", f"<{tag}>", f"</{tag}>"])),
        st.sampled_from(
            [
                "<ol start=3>",
                "<ol>",
                "</ol>",
                "<td rowspan=2>",
                "<td colspan=3>",
                "<a href='/x(y'>",
                "<a href='#t'>",
                "<img src=i.png alt='x [y'>",
                "<br><br>",
                "<table><tr><td>",
                "<pre class=language-js>",
            ]
        ),
        st.sampled_from(
            "a B 1 é 港 「 。 . , ; : ! ? # * ** _ ` ``` ~~~ ( ) [ ] { } | / @".split()
        ),
        st.sampled_from(
            "\\ + - = --- === > &lt; &amp; &lt;b> &amp;amp; 1. 2) [x]: ](y) x_y".split()
        ),
        st.sampled_from([" ", " ", " ", "\n", "\u00a0"]),
    ),
    max_size=40,
).map("".join)
READER = MarkdownIt("commonmark").enable("table")


@given(SOUP)
def test_markdown_and_html_have_equal_words_headings_and_links(html: str) -> None:
    """Parsed by a Markdown parser, the words, headings and links equal those of the HTML."""
    from_markdown = READER.render(md(html))
    from_html = whole_page(html).html
    assert words(from_markdown) == words(from_html)
    assert texts_of(from_markdown, "h2, h3") == texts_of(from_html, "h2, h3")
    assert hrefs(from_markdown) == hrefs(from_html)


def texts_of(html: str, selector: str) -> list[str]:
    found = turbohtml.parse(re.sub(r"<br ?/?>", " ", html)).select(selector)
    return ["".join(node.text.split()) for node in found]


def hrefs(html: str) -> set[str]:
    without_code = re.sub(r"(?s)<pre>.*?</pre>", "", html)
    links = turbohtml.parse(without_code).select("a")
    shown = [link for link in links if link.text.strip() or link.select("img")]
    return {str(link.attrs["href"]).replace("(", "%28") for link in shown}
