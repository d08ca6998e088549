"""Extract the WARC files of a crawl with datatrove: sort pages by site, learn each site, extract.

python examples/common_crawl.py WARCS OUTPUT [SHARDS] [TASKS]

WARCS is a folder or s3://commoncrawl/; give the reader a paths_file to read a part of it. On a
cluster, use SlurmPipelineExecutor in place of LocalPipelineExecutor, and a memory folder that all
machines reach.
"""

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.writers import JsonlWriter

from honbun.integrations.datatrove import (
    AddShard,
    PageReader,
    ShardReader,
    SiteExtractor,
    SiteLearner,
)


def main(warcs: str, output: str, shards: int, tasks: int) -> None:
    """Run the three jobs; each continues where it was interrupted."""
    pages, memory = f"{output}/pages", f"{output}/memory"

    def job(name: str, *steps: PipelineStep) -> None:
        logs = f"{output}/logs/{name}"
        LocalPipelineExecutor(list(steps), tasks=tasks, workers=tasks, logging_dir=logs).run()

    job(
        "sort",
        PageReader(warcs, glob_pattern="*.warc.gz"),
        AddShard(shards),
        JsonlWriter(pages, output_filename="${shard}/${rank}.jsonl.gz"),
    )
    job("learn", ShardReader(pages), SiteLearner(memory, shards))
    job("extract", ShardReader(pages), SiteExtractor(memory), JsonlWriter(f"{output}/content"))


if __name__ == "__main__":
    warcs, output, *numbers = sys.argv[1:]
    shards, tasks = (*map(int, numbers), *(64, 2)[len(numbers) :])
    main(warcs, output, shards, tasks)
