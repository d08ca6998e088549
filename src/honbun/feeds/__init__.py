"""Lists of articles on a page, and what each item of them says."""
