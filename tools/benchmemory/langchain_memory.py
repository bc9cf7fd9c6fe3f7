"""The script of benchmemory with LangChain's SummarizationMiddleware.

Reads the script as JSON from stdin; prints a JSON object with every call of the
model, the milliseconds of every turn without the model's, and how many turns made a
summary before they were answered."""

import json
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

import tiktoken
import tiktoken_ext.openai_public
from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.sqlite import SqliteSaver
from tiktoken.load import load_tiktoken_bpe

ROLES = {"human": "user", "ai": "assistant", "system": "system"}


class Scripted(BaseChatModel):
    """Answers with what a function makes of the prompt's messages."""

    respond: Callable

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(self, messages, stop=None, run_manager=None, **kwargs) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=self.respond(messages)))])


def cl100k(folder: str) -> tiktoken.Encoding:
    """Builds the encoding from a local file, which tiktoken would fetch."""
    tiktoken_ext.openai_public.load_tiktoken_bpe = lambda url, expected_hash=None: load_tiktoken_bpe(
        str(Path(folder) / url.rsplit("/", 1)[1]), expected_hash
    )
    return tiktoken.Encoding(**tiktoken_ext.openai_public.cl100k_base())


def main(given: dict) -> None:
    encoding = cl100k(given["vocabulary"])
    calls, local = [], []
    waited = set()
    turn, in_model = 0, 0.0

    def count(messages) -> int:
        # As Burrow counts: the text, the role, and four for the marks around them.
        return sum(len(encoding.encode_ordinary(m.text)) + len(encoding.encode_ordinary(ROLES[m.type])) + 4 for m in messages)

    def call(kind: str, messages, make: Callable[[str], str]) -> str:
        nonlocal in_model
        began = time.perf_counter()
        calls.append({"kind": kind, "turn": turn, "prompt": [{"role": ROLES[m.type], "content": m.text} for m in messages]})
        made = make(messages[-1].text)
        in_model += time.perf_counter() - began
        return made

    def summarize(prompt: str) -> str:
        waited.add(turn)
        if not given["keep"]:
            return ""
        kept = [f["said"] for f in given["facts"] if f["value"] in prompt] or ["There was talk about the house."]
        return " ".join(kept[-given["keep"]:])

    connection = sqlite3.connect(given["database"], check_same_thread=False)
    agent = create_agent(
        Scripted(respond=lambda messages: call("answer", messages, lambda _: given["script"][turn]["answer"])),
        system_prompt=given["instructions"],
        middleware=[SummarizationMiddleware(
            Scripted(respond=lambda messages: call("summary", messages, summarize)),
            trigger=("tokens", given["threshold"]), keep=("messages", given["keepLast"]), token_counter=count,
        )],
        checkpointer=SqliteSaver(connection),
    )
    config = {"configurable": {"thread_id": "1"}}
    for turn, exchange in enumerate(given["script"]):
        in_model = 0.0
        began = time.perf_counter()
        agent.invoke({"messages": [HumanMessage(content=exchange["question"])]}, config)
        local.append(1000 * (time.perf_counter() - began - in_model))
    json.dump({"calls": calls, "local": local, "waited": len(waited)}, sys.stdout)


if __name__ == "__main__":
    main(json.load(sys.stdin))
