"""Thread, guestbook and diary pages: their posts with author, date, body and permalink."""
