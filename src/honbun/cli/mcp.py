"""`honbun mcp`: tools for language models, over standard input and output."""

from __future__ import annotations

from honbun.cli.options import with_options
from honbun.inputs.options import ReadOptions
from honbun.runner.limits import Limits


@with_options
def mcp(*, reading: ReadOptions, limits: Limits) -> None:
    """Serve the tools read_page, read_site, posts, feed and similar to a language model (MCP).

    The client starts this command and talks to it over standard input and output. Private addresses
    are refused without --allow-private.
    """
    from honbun.integrations.mcp_server import Tools, server

    tools = Tools(reading, limits)
    try:
        server(tools).run("stdio")
    finally:
        tools.close()
