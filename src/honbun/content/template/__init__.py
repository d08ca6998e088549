"""What pages of one kind have in common, learnt from them, and a page judged by it."""
