"""Pages written by us, of kinds that collected pages lack, with exact labels for every element.

A site draws its language, its frame (tables, floats, semantic elements, soup, plain, ...), what its
pages hold (news, notices, mails, threads, products, ...), how it names classes, and its furniture,
each by its own throw of keyed dice: a throw depends on the site's seed and the name of the
question, so all pages of a site agree. Texts come from one grammar a language (`banks`). Elements
are marked with a role as they are made; the page is parsed by honbun with the marks in it, which
gives their XPaths, and written without them. The method draws shapes, not sites: nothing here
copies a page.
"""
