"""Paper 002: its method is that of paper 000 (`content_000`).

Its annotation tool is `honbun annotate` (`honbun.web.annotate`), and its table 2, annotators
against the final truth, is `honbun labels agreement` (`honbun.annotation.agreement`).
"""
