"""Dates in running text, in the forms that pages of many languages write.

`find` returns every date expression of a text, `read` its best one as ISO 8601, `contains` whether
there is any, `share` how much of the text they are, `order_of` whether a site writes the day or the
month first, and `depends_on_order` whether that matters.
"""

from honbun.text.dates.model import Order
from honbun.text.dates.scan import Found, contains, depends_on_order, find, order_of, read, share

__all__ = ["Found", "Order", "contains", "depends_on_order", "find", "order_of", "read", "share"]
