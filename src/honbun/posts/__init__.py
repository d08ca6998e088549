"""Posts: a thread, guestbook or diary page as the posts that it holds."""
