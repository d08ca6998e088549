"""SQLite files that outlive a run: site memory, feed state, seen posts, labels, journal."""
