"""Long runs, apart from the suite: `make soak`."""
