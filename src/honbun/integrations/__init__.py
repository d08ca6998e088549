"""Adapters for the pipelines of other libraries: Scrapy, LangChain, LlamaIndex and datatrove.

Each module needs its library, and none is imported by anything else. Libraries that need fewer
than ten lines have an example instead (`examples/`).
"""
