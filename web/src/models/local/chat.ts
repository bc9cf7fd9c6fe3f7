// OpenAI's chat wire, answered in the browser: GET …/v1/models and POST
// …/v1/chat/completions. It does not matter who calls; the core does, by way of a fetch
// that its worker takes out of the network's hands.
//
// While a prompt is read, a stream has comments, ": reading 64/90", and ": loading 3/98"
// while the model is loaded (megabytes): readers of server-sent events pass over them.
// The last chunk before the end mark has the usage, and `local` beside it: messages that
// were left out, and how fast the model read.

import { local as text } from "../../text/local.js";
import type { Answered, Backend, Heard, Message, Question } from "./backend.js";
import { LocalError, aborted, isAbort } from "./fault.js";
import { Queue } from "./queue.js";

/** What an answer may have at most when the request does not say. */
const defaultMaxTokens = 512;

export type LocalFetch = (request: Request) => Promise<Response>;

/** Who hears of answers, and who tells a question that waits what it waits for. */
export interface Listeners {
  answered(answer: Answered): void;
  /** Called when a question begins to wait; it calls what is returned when it no longer does. */
  waiting(hear: (heard: Heard) => void): () => void;
}

const nobody: Listeners = { answered: () => undefined, waiting: () => () => undefined };

/** A fetch that answers from these backends, one question at a time. */
export function localFetch(backends: readonly Backend[], queue = new Queue(), { answered, waiting } = nobody): LocalFetch {
  return async (request) => {
    try {
      const path = new URL(request.url).pathname;
      if (request.method === "GET" && path.endsWith("/v1/models")) return await models(backends);
      if (request.method !== "POST" || !path.endsWith("/v1/chat/completions")) throw new LocalError("not_found", text.nothingHere);
      const asked = await readRequest(request);
      const backend = await choose(backends, asked.question);
      const ask = (hear: (heard: Heard) => void, signal: AbortSignal) => {
        const begins = waiting(hear);
        const work = async () => {
          begins();
          const answer = await backend.answer(asked.question, hear, signal);
          answered(answer);
          return answer;
        };
        return queue.run(work, signal).finally(begins);
      };
      return asked.stream ? await streamed(asked, ask, request.signal) : await whole(asked.question.model, ask, request.signal);
    } catch (error) {
      if (request.signal.aborted || isAbort(error)) throw aborted();
      const { status, body } = wireError(error);
      return Response.json(body, { status });
    }
  };
}

type Ask = (hear: (heard: Heard) => void, signal: AbortSignal) => Promise<Answered>;

interface Asked {
  question: Question;
  stream: boolean;
  usage: boolean;
}

async function models(backends: readonly Backend[]): Promise<Response> {
  const names = (await Promise.all(backends.map((backend) => backend.models()))).flat();
  // What can be asked now comes before what is on its way.
  for (const backend of backends) {
    const name = backend.soon?.() ?? null;
    if (name !== null && !names.includes(name)) names.push(name);
  }
  return Response.json({ object: "list", data: names.map((id) => ({ id, object: "model", created: 0, owned_by: "browser" })) });
}

/** Who has the model. Without a name, who has any: the first. */
async function choose(backends: readonly Backend[], question: Question): Promise<Backend> {
  let some = false;
  for (const backend of backends) {
    const names = await backend.models();
    some ||= names.length > 0;
    if (question.model === "" && names[0] !== undefined) question.model = names[0];
    if (names.includes(question.model)) return backend;
  }
  throw some ? new LocalError("not_found", text.unknownModel(question.model)) : new LocalError("no_model", text.noModel);
}

async function readRequest(request: Request): Promise<Asked> {
  let body: unknown;
  try {
    body = await request.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    bad(text.requestParts.notJSON);
  }
  if (!isObject(body)) bad(text.requestParts.notObject);
  const { model = "", messages, temperature, tools, response_format: format } = body;
  if (typeof model !== "string") bad("model");
  if (Array.isArray(tools) && tools.length > 0) throw new LocalError("invalid", text.noTools);
  const most = body["max_completion_tokens"] ?? body["max_tokens"] ?? defaultMaxTokens;
  if (typeof most !== "number" || !(most >= 1)) bad("max_tokens");
  const question: Question = { model, messages: readMessages(messages), maxTokens: Math.floor(most), at: performance.now() };
  if (temperature !== undefined && temperature !== null) {
    if (typeof temperature !== "number" || !(temperature >= 0 && temperature <= 2)) bad("temperature");
    question.temperature = temperature;
  }
  const schema = schemaOf(format);
  if (schema !== undefined) question.schema = schema;
  const options = body["stream_options"];
  return { question, stream: body["stream"] === true, usage: isObject(options) && options["include_usage"] === true };
}

function readMessages(list: unknown): Message[] {
  if (!Array.isArray(list) || list.length === 0) bad("messages");
  return list.map((message: unknown) => {
    if (!isObject(message)) bad("messages");
    const { role, content } = message;
    // Newer clients call the system's messages the developer's.
    const known = role === "developer" ? "system" : role;
    if (known !== "system" && known !== "user" && known !== "assistant") bad(text.requestParts.role(String(role)));
    return { role: known, content: textOf(content) };
  });
}

/** A content is a text, or texts in parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content)) bad("content");
  return content
    .map((part: unknown) => {
      if (!isObject(part) || part["type"] !== "text" || typeof part["text"] !== "string") bad(text.requestParts.notText);
      return part["text"];
    })
    .join("");
}

function schemaOf(format: unknown): unknown {
  if (format === undefined || format === null) return undefined;
  if (!isObject(format)) bad("response_format");
  if (format["type"] === "text") return undefined;
  const wrapped = format["json_schema"];
  if (format["type"] !== "json_schema" || !isObject(wrapped) || !isObject(wrapped["schema"])) bad("response_format");
  return wrapped["schema"];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bad(what: string): never {
  throw new LocalError("invalid", text.badRequest(what));
}

async function whole(model: string, ask: Ask, signal: AbortSignal): Promise<Response> {
  let content = "";
  const answer = await ask((heard) => {
    if (heard.kind === "text") content += heard.text;
  }, signal);
  const choice = { index: 0, message: { role: "assistant", content }, finish_reason: answer.finish, logprobs: null };
  return Response.json({ ...frame(model), object: "chat.completion", choices: [choice], ...closing(answer) });
}

/**
 * The response comes with the first that is heard, so that what fails before has a
 * status of its own; what fails later is an event of the stream.
 */
function streamed(asked: Asked, ask: Ask, signal: AbortSignal): Promise<Response> {
  const { question, usage } = asked;
  const stop = new AbortController();
  const give = () => stop.abort();
  signal.addEventListener("abort", give, { once: true });
  return new Promise((resolve, reject) => {
    const encoder = new TextEncoder();
    let out: ReadableStreamDefaultController<Uint8Array> | undefined;
    const head = { ...frame(question.model), object: "chat.completion.chunk" };
    const write = (line: string) => {
      if (out === undefined) {
        const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller), cancel: give });
        resolve(new Response(stream, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } }));
      }
      if (!stop.signal.aborted) out?.enqueue(encoder.encode(`${line}\n\n`));
    };
    const chunk = (delta: object, finish: string | null) =>
      write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }] })}`);
    let begun = false;
    const hear = (heard: Heard) => {
      if (heard.kind === "loaded") return;
      if (heard.kind !== "text") return write(comment(heard));
      chunk(begun ? { content: heard.text } : { role: "assistant", content: heard.text }, null);
      begun = true;
    };
    ask(hear, stop.signal)
      .then((answer) => {
        chunk({}, answer.finish);
        if (usage) write(`data: ${JSON.stringify({ ...head, choices: [], ...closing(answer) })}`);
        write("data: [DONE]");
        if (!stop.signal.aborted) out?.close();
      })
      .catch((error: unknown) => {
        if (out === undefined) return reject(error);
        if (stop.signal.aborted) return out.error(aborted());
        write(`data: ${JSON.stringify(wireError(error).body)}`);
        out.close();
      })
      // A stream that its reader has cancelled takes neither an end nor an error.
      .catch(() => undefined)
      .finally(() => signal.removeEventListener("abort", give));
  });
}

function comment(heard: Extract<Heard, { kind: "reading" | "loading" }>): string {
  if (heard.kind === "reading") return `: reading ${heard.read}/${heard.of}`;
  return `: loading ${Math.round(heard.done / 1e6)}/${Math.round(heard.of / 1e6)}`;
}

function frame(model: string) {
  return { id: `chatcmpl-${crypto.randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

function closing(answer: Answered) {
  const { promptTokens, cachedTokens, writtenTokens, dropped, speed } = answer;
  return {
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: writtenTokens,
      total_tokens: promptTokens + writtenTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    },
    local: { dropped, read_tokens: promptTokens - cachedTokens, read_chars_per_second: speed?.readCharsPerSecond ?? null },
  };
}

/** In OpenAI's shape, of the type by which the core knows its own codes and sentences. */
function wireError(error: unknown): { status: number; body: object } {
  const known = error instanceof LocalError ? error : new LocalError("internal", text.failed);
  if (known !== error) console.error(error);
  return { status: known.status, body: { error: { message: known.message, type: "burrow_error", param: null, code: known.code } } };
}
