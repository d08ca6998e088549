"""What can be told from characters alone; this package has never heard of HTML."""
