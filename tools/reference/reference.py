"""Records what OpenAI's tiktoken gives, for the cases in which tiktoken-go differs
from it, scalars newer than Unicode 15 and the long s in contractions, or takes too
long: runs of a megabyte.

    pip install tiktoken==0.14.0
    python3 tools/reference/reference.py "$(go list -m -f '{{.Dir}}' github.com/pkoukk/tiktoken-go-loader)" \
        > internal/tokens/testdata/reference.json
"""
import array
import base64
import json
import sys
import zlib

import tiktoken
import tiktoken_ext.openai_public as public

assets = sys.argv[1] + "/assets/"


def ranks(url, expected_hash=None):
    with open(assets + url.rsplit("/", 1)[1], "rb") as file:
        return {base64.b64decode(text): int(rank) for text, rank in (line.split() for line in file if line.strip())}


public.load_tiktoken_bpe = ranks
encodings = {name: tiktoken.Encoding(**getattr(public, name)()) for name in ("cl100k_base", "o200k_base")}

TEXTS = [
    "", " ", "a", "Hello, world!", "a'ſ'vel", "'ſa", "it'ſ", "IT'S it's It'Ll we'VE", "x'", "''s",
    "a\n  ", "a\n \n ", " \n  x", "\n  \t", "a  \r\n\r\n  b", "tabs\t\tand  spaces   ", "\u00a0\u00a0x", "\u3000漢字",
    "HTTPServer camelCase XMLHttpRequest ABCdef", "\u0301ABC", "e\u0301'S", "A\u0301B\u0301c", "!!\u0301/\n//x",
    "1234567", "１２３４", "x²³⁴⁵", "Ⅷ½", "https://example.org/a/b?c=d#e\n",
    "会議は明日です。", "안녕하세요 세계", "你好，世界！", "👩‍👩‍👧‍👦🏳️‍🌈", "naïve café Straße ΣΊΣΥΦΟΣ ǅ",
    "<|endoftext|>", "<|fim_prefix|>a<|endofprompt|>", "\ufeffBOM", "\x00\x01\x7f", "a" * 300, " " * 200, "\n" * 100,
]
CONTEXTS = [
    lambda c: c,
    lambda c: "a" + c + "b",
    lambda c: " " + c,
    lambda c: c + "'s" + c + c,
    lambda c: "A" + c + "B1" + c + "2." + c + "\n" + c + " ",
    lambda c: "  " + c + "  " + c + "\n\n",
]


RUNS = ["a", " ", "\n", "7", "A", "-", "é", "中", "ab"]


def digest(ids):
    return zlib.crc32(array.array("I", ids).tobytes())


def run(encoding, text):
    # A run of anything but digits is one piece. Its regular expression runs out
    # of stack on some of them, so the piece is handed over as one.
    whole = text * (1 << 20)
    ids = encoding.encode_ordinary(whole) if text.isdigit() else encoding._encode_single_piece(whole)
    return {"run": text, "count": len(ids), "digest": digest(ids)}


def scalars(encoding, block):
    text = "".join(
        context(chr(scalar)) + "\n;;x"
        for scalar in range(block, block + 4096)
        if not 0xD800 <= scalar < 0xE000
        for context in CONTEXTS
    )
    return digest(encoding.encode_ordinary(text))


json.dump(
    {
        "source": "tiktoken " + tiktoken.__version__,
        "texts": [{"text": text, **{name: e.encode_ordinary(text) for name, e in encodings.items()}} for text in TEXTS],
        "runs": {name: [run(e, text) for text in RUNS] for name, e in encodings.items()},
        "scalars": {name: [scalars(e, block) for block in range(0, 0x110000, 4096)] for name, e in encodings.items()},
    },
    sys.stdout,
    ensure_ascii=True,
)
print()
