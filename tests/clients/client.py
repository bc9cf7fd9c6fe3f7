"""The official client for Python: reads a case a line, answers with a line of JSON."""

import json
import os
import sys

import openai

BASE = os.environ["BASE"]
TOKEN = os.environ["TOKEN"]
QUESTION = {"model": "scripted", "messages": [{"role": "user", "content": "Hello"}]}
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "weather",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
        },
    }
]


def connect(base=BASE, token=TOKEN, retries=0):
    return openai.OpenAI(base_url=base, api_key=token, max_retries=retries)


def models(client):
    return {"models": [m.id for m in client.models.list()]}


def whole(client, **more):
    answer = client.chat.completions.create(**QUESTION, **more)
    choice = answer.choices[0]
    return {
        "text": choice.message.content or "",
        "finish": choice.finish_reason,
        "tokens": answer.usage.total_tokens,
        "requestID": answer._request_id or "",
        "calls": [{"name": c.function.name, "arguments": c.function.arguments} for c in choice.message.tool_calls or []],
    }


def stream(result, abort=False, **more):
    """Fills result as pieces come, so that what came before an error is in it."""
    calls = {}
    with connect().chat.completions.create(**QUESTION, stream=True, stream_options={"include_usage": True}, **more) as pieces:
        for piece in pieces:
            result["pieces"] = result.get("pieces", 0) + 1
            if abort:
                return
            if piece.usage:
                result["tokens"] = piece.usage.total_tokens
            for choice in piece.choices:
                result["text"] = result.get("text", "") + (choice.delta.content or "")
                result["finish"] = choice.finish_reason or result.get("finish", "")
                for call in choice.delta.tool_calls or []:
                    own = calls.setdefault(call.index, {"name": "", "arguments": ""})
                    own["name"] += call.function.name or ""
                    own["arguments"] += call.function.arguments or ""
    result["calls"] = [calls[i] for i in sorted(calls)]


def do(what, result):
    match what:
        case "models":
            result.update(models(connect()))
        case "models-by-localhost":
            result.update(models(connect(base=BASE.replace("127.0.0.1", "localhost"))))
        case "wrong-token":
            result.update(models(connect(token="wrong")))
        case "model":
            result["models"] = [connect().models.retrieve("scripted").id]
        case "responses":
            result["text"] = connect().responses.create(model="scripted", input="Hello").output_text
        case "unknown-address":
            connect().get("/nothing", cast_to=object)
        case "whole":
            result.update(whole(connect()))
        case "retried":
            result.update(whole(connect(retries=2)))
        case "without-model":
            connect().post("/chat/completions", body={"messages": QUESTION["messages"]}, cast_to=object)
        case "tools":
            result.update(whole(connect(), tools=TOOLS))
        case "stream" | "cut":
            stream(result)
        case "abort":
            stream(result, abort=True)
        case "tools-streamed":
            stream(result, tools=TOOLS)
        case "embeddings":
            answer = connect().embeddings.create(model="scripted", input="text")
            result["numbers"] = len(answer.data[0].embedding)
        case _:
            raise ValueError(f"there is no case {what!r}")


for line in sys.stdin:
    result = {}
    try:
        do(line.strip(), result)
    except Exception as error:  # the clients' own, and of the library below
        result["error"] = {
            "class": type(error).__name__,
            "status": getattr(error, "status_code", 0),
            "message": str(error),
            "code": getattr(error, "code", None) or "",
            "type": getattr(error, "type", None) or "",
        }
    print(json.dumps(result), flush=True)
