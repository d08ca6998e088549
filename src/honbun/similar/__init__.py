"""Similar: which pages share text, and what they are to each other."""
