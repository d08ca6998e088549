"""What CSS would load, according to an independent tokenizer."""

from __future__ import annotations

from typing import Any

import tinycss2

_LOADING = {"url", "src", "image", "image-set", "-webkit-image-set", "expression"}


def loads(css: str) -> list[str]:
    """What would load or run in some CSS, according to tinycss2."""
    found: list[str] = []
    waiting: list[Any] = tinycss2.parse_component_value_list(css)
    while waiting:
        token = waiting.pop()
        if token.type == "url" or (token.type == "error" and token.kind == "bad-url"):
            found.append(token.type)
        elif token.type == "function":
            found += [token.lower_name] * (token.lower_name in _LOADING)
            waiting += token.arguments
        elif token.type.endswith("block"):
            waiting += token.content
        elif token.type == "at-keyword":
            found += [token.lower_value] * (token.lower_value == "import")
    return found
