"""Fields: who wrote each post, when, and what it says, by what stands where in aligned posts."""
