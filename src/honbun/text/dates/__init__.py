"""Dates in running text, in the forms that pages of many languages write.

`find` returns every date expression of a text, `read` its best one as ISO 8601, `contains` whether
there is any, `share` how much of the text they are, and `order_of` whether a site writes the day or
the month first.
"""

from honbun.text.dates.model import Order
from honbun.text.dates.scan import Found, contains, find, order_of, read, share

__all__ = ["Found", "Order", "contains", "find", "order_of", "read", "share"]
