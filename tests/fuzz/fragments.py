"""Fragments of pages that reach edge cases of a parser, by section of the HTML Standard."""

from __future__ import annotations

MISNESTED = (
    b"<b><i></b></i>",
    b"<p><b><p></b>x",
    b"<a href=/1><a href=/2>y</a>",
    b"<b class=a><b class=b><b class=c><b class=d></p><p>z",
    b"<nobr><nobr>",
    b"<font><p></font><font size=7>",
    b"<a><table><a></table></a>",
    b"<b><table><td></b><i></table></i>",
    b"<ul><li><b><li></b></ul>",
    b"<button><p><button>",
    b"<h1><h2>w</h1>",
    b"<p><svg><p></svg>",
    b"</br></p>",
)
"""Formatting and blocks that overlap: adoption, reconstruction, implied ends."""

TABLES = (
    b"<table>fostered<tr>x<td>y",
    b"<table><b><tr>z",
    b"<table><input type=hidden><input><form></table>",
    b"<table><caption><td>x</caption>",
    b"<table><colgroup>x<col></colgroup>",
    b"<tbody><td></tbody></td><tfoot>",
    b"<table><table><tr></table>",
    b"<td></table><th colspan=99999999 rowspan=-1>",
    b"<table><select><tr><td>",
    b"<table><script></table></script>",
    b"<table><template><td></template>",
    b"<tr><td>a<tr><td>b</table>",
)
"""Table parts out of place: text and elements that are moved before the table."""

SELECTS = (
    b"<select><select>",
    b"<select><option>a<optgroup><option>b<hr><textarea>",
    b"<select><input><keygen>",
    b"<select><svg><option></svg>",
    b"<datalist><option value=1>c</datalist>",
)

FRAMES = (
    b"<frameset cols=9,*><frame src=a><noframes>n</noframes></frameset>",
    b"<body></body><frameset>",
    b"<iframe><p></iframe>",
    b"<noembed><b></noembed>",
    b"</frameset></html>late",
)

TEMPLATES = (
    b"<template><tr><td>t</template>",
    b"<template><template></template>",
    b"<template shadowrootmode=open><slot></template>",
    b"<div><template><body x=y><head></template>",
    b"</template>",
    b"<template><script></template></script>",
)

FOREIGN = (
    b"<svg><foreignObject><p>in</p></foreignObject></svg>",
    b"<svg><title><b>t</title><desc><table></desc>",
    b"<math><mi><p>u</mi></math>",
    b"<math><annotation-xml encoding=text/html><div>v</annotation-xml>",
    b"<math><annotation-xml encoding=x><svg><b>",
    b"<svg><![CDATA[<p>raw]]></svg>",
    b"<![CDATA[bogus]]>",
    b"<svg><style><!--</style><a xlink:href='javascript:x()'>w</a>",
    b"<svg viewbox=1 definitionurl=2><lineargradient/>",
    b"<math definitionurl=x><mtext><mglyph><b>",
    b"<svg><font color=red>",
    b"<svg></p></br><br>",
    b"<svg><script>x</script><image href=a.png>",
)
"""SVG and MathML, their integration points, and what breaks out of them."""

RAW = (
    b"<plaintext></plaintext>",
    b"<noscript><p>no</noscript>",
    b"<head><noscript><p></head>",
    b"<script><!--<script></script>--></script>",
    b"<script><!--<script ",
    b"<script><!--</script><script>-->",
    b"<style></style ><style></styl",
    b"<title>&lt;b></title><textarea>\n\n<b></textarea>",
    b"<xmp><p></xmp><listing>\nx",
    b"<pre>\n\n  kept\t lines </pre>",
)
"""Text that is not parsed: raw text, RCDATA, the escaped and double-escaped states of scripts."""

COMMENTS = (
    b"<!-->",
    b"<!--->",
    b"<!-- a -- b --!>",
    b"<!-- open",
    b"<!doctype html SYSTEM 'about:legacy-compat'>",
    b'<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
    b"<!doctype",
    b"<?php echo 1 ?>",
    b"</>",
    b"</ x>",
    b"<!ELEMENT br EMPTY>",
    b"<3 <",
)

ROOTS = (
    b"<html lang=ja a=1><html a=2 b=3>",
    b"<body class=x><body class=y onload=z()>",
    b"<head><head></head><title>late</title>",
    b"</head><link rel=canonical href='http://[bad'>",
    b"</body><p>after",
    b"<base href='//e.org/b/'><base href='javascript:x()'>",
    b"<meta name=author content='&#1;A\0'>",
    b"<meta property=og:title content='T&#x202e;'>",
    b"<link rel=canonical href=/&#27;[2J>",
    b"<link rel=alternate type=application/rss+xml href=feed.xml>",
)

REFERENCES = (
    b"&amp&lt&ampx&notit;&notin;",
    b"&#0;&#x110000;&#xd800;&#128;&#xfffe;&#1;",
    b"&#99999999999999999999;",
    b"&#x;&#;&;&",
    b"<a href='?a&copy=1&lang=2&para'>ref</a>",
    b"&NotEqualTilde;&CounterClockwiseContourIntegral;",
    b"&nbsp;&zwj;&shy;&#8238;turned&#x2028;",
)

NULS = (
    b"\0",
    b"<\0p>",
    b"<p\0 a\0=\0b\0>",
    b"<p a='\0' b=\"\0\">",
    b"<!--\0-->",
    b"<!doctype \0>",
    b"<script>\0</script><style>\0</style>",
    b"<title>\0</title>",
    b"<svg>\0<g>\0</g></svg>",
    b"<table>\0<tr>\0",
    b"<select>\0",
    b"<plaintext>\0",
    b"&\0amp;",
)
"""A NUL in every state of the tokenizer."""

ATTRIBUTES = (
    b"<p a a=2 A=3 =4 '=5 \"=6 <=7>",
    b"<p a=b/c/ d='e'f=g/>",
    b"<p class='\t a\nb ' id='x' id='y' style='background:url(//e.org/x)'>",
    b"<img src=x onerror=y() srcset='a 1x, b 2x' alt=\"<b>'\">",
    b"<a href=javascript:alert(1)>j</a><a href=' java\tscript:x'>k</a>",
    b"<a href='data:text/html,<script>'>d</a><a href='//[::1]:x/'>e</a>",
    b"<a href='http://[' title>f</a><a href='%zz%00\\..\\..'>g</a>",
    b"<time datetime='2024-02-30T25:61'>then</time>",
    b"<div itemscope itemtype='https://schema.org/Article'><b itemprop=author>Ann</b>",
    b"<p hidden aria-hidden=true dir=rtl>h",
)

ENCODED = (
    b"\xef\xbb\xbf",
    b"\xff\xfe<\0p\0>\0",
    b"\xfe\xff\0<\0p\0>",
    b"<meta charset=shift_jis>",
    b"<meta charset=utf-16>",
    b"<meta http-equiv=content-type content='text/html; charset=euc-jp'>",
    b'<meta charset=iso-2022-jp>\x1b$B$"\x1b(B',
    b"<meta charset=x-user-defined>",
    b"<meta charset=hz-gb-2312>~{",
    b"\x82\xa0\x82\xa2\x8c\x8b",
    b"\xe3\x81\x82\xe3\x80\x82\xe3\x81",
    b"\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80",
    b"\x80\x81\xfe\xff",
    b" " * 1030 + b"<meta charset=big5>",
)
"""Byte-order marks, declarations early, late and wrong, and bytes of several encodings."""

LOOKS = (
    b"<style>@import 'a.css';p{background:url(//e.org/a)}</style>",
    b"<style>p{b:u\\72l(x);c:\\75 rl( 'y' );d:url(x y)}/*</style>*/",
    b"<style>@media print{p{}}@font-face{src:url(a)}@import url(b) screen;</style>",
    b"<style>p{content:'\\a\"</style>}@charset 'x';q{}<!-- r{} -->",
    b"<style media='(x) and url(y)'>p{a:image-set('b' 1x)}</style>",
    b"<p style='a:expression(b);-moz-binding:url(c);d:e\\'>l",
    b"<img src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAA'>",
    b"<img src='data:image/svg+xml,<svg onload=x()>'><img src=data:image/png;base64,iVBORw0KGgo=>",
    b"<img srcset='data:,a 1x, b 2x' width=999999999 height=-1>",
    b"<picture><source srcset=a><img></picture>",
)
"""Style sheets and images, which must not be loaded."""

DECLARED = (
    *(
        b"<script type=application/ld+json>%s</script>" % text
        for text in (
            b'[{"@graph":[{"@type":["NewsArticle"],"headline":{}}]}]',
            b'{"@type":"Article","datePublished":1e400,"url":[[[]]]}',
            b'{"@type":"Article","author":"\\ud800","image":null,"headline":"<b>&amp;"}',
            b'{"@type":"Article","author":[{"name":1},null]}',
            b"/* <![CDATA[ */{}// ]]>",
            b"[" * 40,
        )
    ),
    b"<div itemscope itemtype=http://schema.org/BlogPosting><time itemprop=datePublished>",
    b"<meta property=article:published_time content=2024-13-45T99:99:99+99:99>",
    b"<meta property=og:url content='http://[::1'><meta name=date content='10/11/12'>",
)
"""What a page declares about itself, and what it should not."""

LISTS = (
    b"<ul><li><a href=/a1>First of boats</a> 2024-05-01<li><a href=/a2>Second of nets</a> "
    b"2024-05-02<li><a href=/a3>Third of ropes</a> 2024-05-03<li><a href=/a4>Fourth</a> "
    b"2024-05-04</ul>",
    b"<div class=post id=p1><b>Ann</b> 2024/05/01 10:00<p>The boat leaks again.</div>"
    b"<div class=post id=p2><b>Ben</b> 2024/05/01 11:30<p>Have you tried tar?</div>"
    b"<div class=post id=p3><b>Ann</b> 2024/05/02 09:12<p>It holds. Thank you.</div>",
    b"<hr>1 : Ann : 2024/05/01(Wed) 10:00<br>hello<hr>2 : Ben : 2024/05/01(Wed) 10:05<br>hi<hr>",
    b"<table><tr><td>2024.5.1<td><a href=?id=1>Notice</a><tr><td>2024.5.2<td><a href=?id=2>Sale</a>"
    b"<tr><td>2024.5.9<td><a href=?id=3>Fair</a></table>",
    b"<article><h1>Nets</h1><p>The nets of the village are made of hemp, and they last for years."
    b" <em>Nobody</em> makes them by hand any more; the last one who did was Ann.</p></article>",
    b"<dl><dt>5/1<dd>a<dt>5/2<dd>b<dt>5/3<dd>c</dl>",
    b"<h3>3 hours ago</h3><p>yesterday<p>1 May 2024, 10pm<p>H20.12.10",
    b"<blockquote><p>&gt; quoted</blockquote><pre>code  here</pre><hr>",
)
"""Structures that the packages look for, so that other fragments occur inside them."""

KINDS = (
    MISNESTED, TABLES, SELECTS, FRAMES, TEMPLATES, FOREIGN, RAW, COMMENTS, ROOTS, REFERENCES, NULS,
    ATTRIBUTES, ENCODED, LOOKS, DECLARED, LISTS,
)  # fmt: skip
HTML = tuple(piece for kind in KINDS for piece in kind)

TEXT = (
    "2024-05-01", "2024/5/1 (水) 10:00", "平成20年12月10日 午後3時", "令和元年", "昭和64年1月7日",
    "Dec. 10, 2008", "10 Mar 08", "3 hours ago", "昨日", "5分前", "10:00:61", "24:00", "1/2/3",
    "二〇〇八年十二月十日", "２００８年１２月", "H20.12.10", "Tue,", "+09:00", "GMT-12",
    "UTC+25:99", "2008年", "13月", "2024-02-30", "--05-01", "T10:00Z", "10.5.", "1st of",
    "le 3 mai", "5. März", "2024년 5월 1일", "hace 2 días", "0000-00-00", "9999/99/99", "٢٠٢٤",
    "①", "\u00b2", "a.m.", "\ud83d\ude00", "1" * 40, " ", "\n", "\u3000", ".", ",", "-", "/", ":",
    "年", "月", "日",
)  # fmt: skip
"""Dates and text that looks like dates."""

ADDRESSES = (
    "[fe80::1%é]",
    "http://", "https://e.org", "//", "/", "..", "/../", "\\", "?", "#", "&", "=", ":", "@", "[",
    "]", "::1", ":80", ":x", "%", "%2e%2e", "%2f", "%00", "%zz", "xn--", "xn--wgv71a", "日本",
    "ß", "\u3002", "\u200b", " ", "\t", "\n", "\0", "javascript:", "data:text/html,", "mailto:",
    "ftp://", "file:///", "con", "nul.txt", "COM1", "index.html", "utm_source=x", "PHPSESSID=1",
    ";jsessionid=2", "user:pw@", "127.0.0.1", "0x7f.1", "2130706433", "[::ffff:10.0.0.1]", ".",
    "...", "~", "a" * 70, "\ud800", "\uff0e",
)  # fmt: skip
"""Parts of URLs, valid and invalid."""
