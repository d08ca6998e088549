"""Long runs that are not part of the test suite: `make soak`."""
