"""List pages (news, blogs, notices): their lists of articles with title, link and date of each
item."""
