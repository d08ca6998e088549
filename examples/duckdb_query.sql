-- Pages by host and the characters they have, from `honbun extract crawl.warc.gz -o content.parquet`:
-- duckdb < examples/duckdb_query.sql
SELECT regexp_extract(url, '^https?://([^/]+)', 1) AS host,
       count(*) AS pages,
       sum(length(text)) AS characters,
       min(date) AS earliest,
       max(date) AS latest
FROM 'content.parquet'
GROUP BY host
ORDER BY pages DESC;
