"""Asks the benchmark's questions through LangChain's SQL toolkit, as its documentation
shows it: an agent with the toolkit's four tools. Prints one JSON object a line."""
import json
import sys
import time
import urllib.request

from langchain.agents import create_agent
from langchain_community.agent_toolkits import SQLDatabaseToolkit
from langchain_community.utilities import SQLDatabase
from langchain_openai import ChatOpenAI

PROMPT = """You are an agent designed to interact with a SQL database.
Given an input question, create a syntactically correct {dialect} query to run,
then look at the results of the query and return the answer. Unless the user
specifies a specific number of examples they wish to obtain, always limit your
query to at most {top_k} results.

You can order the results by a relevant column to return the most interesting
examples in the database. Never query for all the columns from a specific table,
only ask for the relevant columns given the question.

You MUST double check your query before executing it. If you get an error while
executing a query, rewrite the query and try again.

DO NOT make any DML statements (INSERT, UPDATE, DELETE, DROP etc.) to the
database.

To start you should ALWAYS look at the tables in the database to see what you
can query. Do NOT skip this step.

Then you should query the schema of the most relevant tables."""


def following(base, n):
    request = urllib.request.Request(base.removesuffix("/v1") + "/next", data=json.dumps(n).encode())
    return json.load(urllib.request.urlopen(request))


def leave_out(dialect, hidden):
    """The account may not see the tables behind secure views. Reflection follows foreign
    keys to them and fails, so it is not told of these keys."""
    keys = dialect.get_foreign_keys

    def get_foreign_keys(connection, table, schema=None, **kw):
        return [k for k in keys(connection, table, schema, **kw) if k["referred_table"] not in hidden]

    dialect.get_foreign_keys = get_foreign_keys


def main():
    base, uri, session, rounds, hidden = sys.argv[1:6]
    questions = json.load(sys.stdin)
    db = SQLDatabase.from_uri(
        uri,
        lazy_table_reflection=True,
        engine_args={"connect_args": {"init_command": session}},
    )
    leave_out(db._engine.dialect, hidden.split(","))
    llm = ChatOpenAI(model="scripted", base_url=base, api_key="x", temperature=0, max_retries=0)
    agent = create_agent(
        llm,
        SQLDatabaseToolkit(db=db, llm=llm).get_tools(),
        system_prompt=PROMPT.format(dialect=db.dialect, top_k=10),
    )
    # The first round warms connections and caches; of the others the fastest counts.
    best = {}
    for turn in range(int(rounds)):
        following(base, 0)
        for n, question in enumerate(questions):
            began = time.perf_counter()
            out = agent.invoke({"messages": [{"role": "user", "content": question["text"]}]})
            ms = (time.perf_counter() - began) * 1000
            results = [m.content for m in out["messages"] if m.type == "tool" and m.name == "sql_db_query"]
            cost = following(base, n + 1)
            right = bool(results) and results[-1] == db.run(question["truth"])
            line = {"ms": ms, "right": right, "answered": bool(results), **cost}
            if turn <= 1 or ms - cost["spent"] < best[n]["ms"] - best[n]["spent"]:
                best[n] = line
    for n in range(len(questions)):
        print(json.dumps(best[n]), flush=True)


main()
