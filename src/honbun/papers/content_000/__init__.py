"""Papers 000 and 002: blocks as vectors; a block that no other page has is content."""
