"""`gongzhu dataset`: lets bots play deals for research and writes their records in numbered files
(shards), each of which can be made by another machine."""
