"""Paper 001: a page that lists articles as a feed, by tree edit mapping."""
