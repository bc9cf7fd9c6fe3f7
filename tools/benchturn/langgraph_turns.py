"""Turns of LangGraph with its SQLite checkpointer, for the table of benchturn.

The graph has the four steps of a turn; the model is a function that returns a
given text. The durability is LangGraph's own: "async", its default, keeps a
checkpoint a step while the next one runs, "exit" one when the graph has ended.
Prints a JSON object: milliseconds of every turn, and the size of the database
after each."""

import json
import os
import sqlite3
import sys
import time

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, MessagesState, StateGraph


def main(path: str, turns: int, question: str, answer: str, durability: str) -> None:
    def nothing(state):
        return {}

    def model(state):
        return {"messages": [AIMessage(content=answer)]}

    graph = StateGraph(MessagesState)
    for name, step in [("load", nothing), ("assemble", nothing), ("answer", model), ("record", nothing)]:
        graph.add_node(name, step)
    for before, after in [(START, "load"), ("load", "assemble"), ("assemble", "answer"), ("answer", "record"), ("record", END)]:
        graph.add_edge(before, after)
    connection = sqlite3.connect(path, check_same_thread=False)
    app = graph.compile(checkpointer=SqliteSaver(connection))
    config = {"configurable": {"thread_id": "1"}}
    took, sizes = [], []
    for n in range(turns):
        began = time.perf_counter()
        app.invoke({"messages": [HumanMessage(content=f"{question} {n}")]}, config, durability=durability)
        took.append(1000 * (time.perf_counter() - began))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        sizes.append(os.path.getsize(path))
    print(json.dumps({"took": took, "sizes": sizes}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:6])
