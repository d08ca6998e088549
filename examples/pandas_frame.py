"""Words per page and month, with pandas, from `honbun extract crawl.warc.gz -o content.parquet`.

python examples/pandas_frame.py content.parquet
"""

import sys

import pandas as pd

pages = pd.read_parquet(sys.argv[1], columns=["date", "text"])
pages["month"] = pages["date"].str[:7]
pages["words"] = pages["text"].str.split().str.len()
print(pages.groupby("month")["words"].agg(["size", "mean"]))
