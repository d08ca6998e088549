"""From bytes to a tree, blocks and nodes: the structure of a page. Knows nothing of articles."""
