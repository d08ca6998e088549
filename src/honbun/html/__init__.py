"""Structure of one page; knows nothing of articles, posts or feeds."""
