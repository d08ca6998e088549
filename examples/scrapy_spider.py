"""Crawl a site with Scrapy and write its content, judged as a collection when the crawl ends.

scrapy runspider examples/scrapy_spider.py -a start=https://example.org/ -s HONBUN_OUTPUT=out.jsonl
"""

from collections.abc import Iterator
from typing import Any, ClassVar
from urllib.parse import urlsplit

import scrapy
from scrapy.http import HtmlResponse, Response

from honbun.integrations.scrapy import page


class SiteSpider(scrapy.Spider):
    name = "site"
    custom_settings: ClassVar = {
        "ITEM_PIPELINES": {"honbun.integrations.scrapy.ContentPipeline": 900},
        "LOG_LEVEL": "INFO",  # DEBUG logs the HTML of every item
        "DEPTH_LIMIT": 3,
    }

    def __init__(self, start: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start]
        self.allowed_domains = [urlsplit(start).hostname or ""]

    def parse(self, response: Response) -> Iterator[Any]:
        if isinstance(response, HtmlResponse):
            yield page(response)
            yield from response.follow_all(css="a")
