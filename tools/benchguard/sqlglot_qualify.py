"""Reads {"schema", "queries", "seconds"} and measures how long sqlglot takes to parse,
qualify and print each query; prints microseconds and the processor's seconds."""

import json
import sys
import time

import sqlglot
from sqlglot.optimizer.qualify import qualify

task = json.load(sys.stdin)
schema = sqlglot.MappingSchema(task["schema"], dialect="mysql")
took = []
before = time.process_time()
end = time.perf_counter() + task["seconds"]
while time.perf_counter() < end:
    for sql in task["queries"]:
        start = time.perf_counter()
        tree = sqlglot.parse_one(sql, dialect="mysql")
        qualify(tree, schema=schema, dialect="mysql").sql(dialect="mysql")
        took.append((time.perf_counter() - start) * 1e6)
json.dump({"took": took, "cpu": time.process_time() - before}, sys.stdout)
