"""What each item of a list says: title, link, date, summary and the rest."""
