"""What a page declares about itself: its title, authors, dates, pictures."""
