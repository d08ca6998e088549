"""A page alone: its blocks scored by a small model, with no other page to compare them to."""
