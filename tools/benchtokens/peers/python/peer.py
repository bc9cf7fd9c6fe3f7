"""Runs Python's tiktoken for tools/benchtokens.

One request a line on stdin, one answer a line on stdout; the shape of both is
in ../../peer/peer.go. The argument is the folder with the .tiktoken files, since
tiktoken itself would fetch them.
"""

import json
import pathlib
import sys
import time

import tiktoken
import tiktoken_ext.openai_public
from tiktoken.load import load_tiktoken_bpe


def encoding(name: str, folder: pathlib.Path) -> tiktoken.Encoding:
    """Builds the encoding with tiktoken's own pattern and hash from a local file."""

    def local(url: str, expected_hash: str | None = None) -> dict[bytes, int]:
        return load_tiktoken_bpe(str(folder / url.rsplit("/", 1)[1]), expected_hash)

    tiktoken_ext.openai_public.load_tiktoken_bpe = local
    return tiktoken.Encoding(**getattr(tiktoken_ext.openai_public, name)())


def run(request: dict, encodings: dict, folder: pathlib.Path) -> dict:
    name = request["encoding"]
    if name not in encodings:
        encodings[name] = encoding(name, folder)
    encode = encodings[name].encode_ordinary

    messages = json.loads(pathlib.Path(request["file"]).read_bytes())
    if "warmup" in request:
        for message in json.loads(pathlib.Path(request["warmup"]).read_bytes()):
            encode(message)
    least = request["least_ms"] * 1_000_000
    passes: list[int] = []
    start = time.perf_counter_ns()
    while True:
        before = time.process_time_ns()
        tokens = 0
        for message in messages:
            tokens += len(encode(message))
        passes.append(time.process_time_ns() - before)
        if time.perf_counter_ns() - start >= least:
            return {"tokens": tokens, "passes": passes}


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    encodings: dict[str, tiktoken.Encoding] = {}
    for line in sys.stdin:
        try:
            answer = run(json.loads(line), encodings, folder)
        # BaseException: a panic inside tiktoken's Rust arrives as one, and is a result.
        except BaseException as err:
            answer = {"error": f"{type(err).__name__}: {err}"[:200]}
        print(json.dumps(answer), flush=True)


main()
