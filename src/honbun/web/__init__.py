"""The server: feeds over HTTP, and pages for people in their browser."""
