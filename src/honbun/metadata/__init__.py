"""Title, author, date, language and image of a page: declared, and chosen with what it shows."""
