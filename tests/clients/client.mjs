// The official client for JavaScript: reads a case a line, answers with a line of JSON.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

// The package is where those of the page's tests are.
const { OpenAI } = createRequire(new URL("../../web/package.json", import.meta.url))("openai");

const { BASE, TOKEN } = process.env;
const question = { model: "scripted", messages: [{ role: "user", content: "Hello" }] };
const tools = [
  { type: "function", function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } } },
];

function connect({ base = BASE, token = TOKEN, retries = 0 } = {}) {
  return new OpenAI({ baseURL: base, apiKey: token, maxRetries: retries });
}

async function models(client, result) {
  result.models = (await client.models.list()).data.map((m) => m.id);
}

async function whole(client, result, more = {}) {
  const answer = await client.chat.completions.create({ ...question, ...more });
  const choice = answer.choices[0];
  result.text = choice.message.content ?? "";
  result.finish = choice.finish_reason;
  result.tokens = answer.usage.total_tokens;
  result.requestID = answer._request_id ?? "";
  result.calls = (choice.message.tool_calls ?? []).map((c) => ({ name: c.function.name, arguments: c.function.arguments }));
}

/** Fills the result as pieces come, so that what came before an error is in it. */
async function stream(result, { abort = false, ...more } = {}) {
  const calls = [];
  const pieces = await connect().chat.completions.create({ ...question, stream: true, stream_options: { include_usage: true }, ...more });
  for await (const piece of pieces) {
    result.pieces = (result.pieces ?? 0) + 1;
    if (abort) {
      pieces.controller.abort();
      return;
    }
    if (piece.usage) result.tokens = piece.usage.total_tokens;
    for (const choice of piece.choices) {
      result.text = (result.text ?? "") + (choice.delta.content ?? "");
      result.finish = choice.finish_reason ?? result.finish ?? "";
      for (const call of choice.delta.tool_calls ?? []) {
        const own = (calls[call.index] ??= { name: "", arguments: "" });
        own.name += call.function.name ?? "";
        own.arguments += call.function.arguments ?? "";
      }
    }
  }
  result.calls = calls;
}

const cases = {
  models: (result) => models(connect(), result),
  "models-by-localhost": (result) => models(connect({ base: BASE.replace("127.0.0.1", "localhost") }), result),
  "wrong-token": (result) => models(connect({ token: "wrong" }), result),
  model: async (result) => {
    result.models = [(await connect().models.retrieve("scripted")).id];
  },
  responses: async (result) => {
    result.text = (await connect().responses.create({ model: "scripted", input: "Hello" })).output_text;
  },
  "unknown-address": () => connect().get("/nothing"),
  whole: (result) => whole(connect(), result),
  retried: (result) => whole(connect({ retries: 2 }), result),
  "without-model": () => connect().post("/chat/completions", { body: { messages: question.messages } }),
  tools: (result) => whole(connect(), result, { tools }),
  stream: (result) => stream(result),
  cut: (result) => stream(result),
  abort: (result) => stream(result, { abort: true }),
  "tools-streamed": (result) => stream(result, { tools }),
  embeddings: async (result) => {
    const answer = await connect().embeddings.create({ model: "scripted", input: "text" });
    result.numbers = answer.data[0].embedding.length;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const result = {};
  try {
    await cases[line](result);
  } catch (error) {
    result.error = {
      class: error.constructor.name,
      status: error.status ?? 0,
      message: error.message,
      code: error.code ?? "",
      type: error.type ?? "",
    };
  }
  console.log(JSON.stringify(result));
}
