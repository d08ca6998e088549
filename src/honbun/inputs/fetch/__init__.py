"""Pages from the web: polite (robots.txt, a pace per host) and safe (no private addresses, one
deadline, bounded decompression)."""
