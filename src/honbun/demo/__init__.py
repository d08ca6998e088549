"""Pages for `honbun demo`: two sites, threads, lists, and pages that share text with them."""
