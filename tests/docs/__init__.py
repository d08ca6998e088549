"""What the documentation says is tried: commands, Python, options, links."""
