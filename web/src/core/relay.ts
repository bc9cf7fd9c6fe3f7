// A fetch over a port: the core's worker has no model, the page has. The asking side is
// small, because it is part of the core's worker.

type Asks =
  | { kind: "ask"; id: number; url: string; method: string; body: string | null }
  | { kind: "stop"; id: number };

type Answers =
  | { kind: "head"; id: number; status: number; type: string }
  | { kind: "bytes"; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "end"; id: number }
  | { kind: "error"; id: number; name: string; message: string };

/** A fetch whose requests are answered at the port's other end by answerFetches. */
export function fetchOver(port: MessagePort): (request: Request) => Promise<Response> {
  const waiting = new Map<number, (answer: Answers) => void>();
  let lastId = 0;
  port.onmessage = ({ data }: MessageEvent<Answers>) => waiting.get(data.id)?.(data);
  return async (request) => {
    const id = ++lastId;
    const body = request.method === "GET" ? null : await request.text();
    const stop = () => port.postMessage({ kind: "stop", id } satisfies Asks);
    return new Promise((resolve, reject) => {
      let out: ReadableStreamDefaultController<Uint8Array> | undefined;
      const end = (settle: () => void) => {
        waiting.delete(id);
        request.signal.removeEventListener("abort", stop);
        settle();
      };
      waiting.set(id, (answer) => {
        switch (answer.kind) {
          case "head": {
            const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller), cancel: () => end(stop) });
            return resolve(new Response(stream, { status: answer.status, headers: { "Content-Type": answer.type } }));
          }
          case "bytes":
            return out?.enqueue(answer.bytes);
          case "end":
            return end(() => out?.close());
          case "error":
            return end(() => {
              const error = new DOMException(answer.message, answer.name);
              if (out === undefined) reject(error);
              else out.error(error);
            });
          default:
            answer satisfies never;
        }
      });
      request.signal.addEventListener("abort", stop, { once: true });
      port.postMessage({ kind: "ask", id, url: request.url, method: request.method, body } satisfies Asks);
      if (request.signal.aborted) stop();
    });
  };
}

/** Answers what the port's other end asks. */
export function answerFetches(port: MessagePort, fetch: (request: Request) => Promise<Response>): void {
  const stops = new Map<number, AbortController>();
  const say = (answer: Answers, move: Transferable[] = []) => port.postMessage(answer, move);
  port.onmessage = ({ data }: MessageEvent<Asks>) => {
    if (data.kind === "stop") return stops.get(data.id)?.abort();
    const stop = new AbortController();
    stops.set(data.id, stop);
    void answer(data.id, new Request(data.url, { method: data.method, body: data.body, signal: stop.signal }))
      .catch((error: unknown) => {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        say({ kind: "error", id: data.id, name, message });
      })
      .finally(() => stops.delete(data.id));
  };
  async function answer(id: number, request: Request): Promise<void> {
    const response = await fetch(request);
    say({ kind: "head", id, status: response.status, type: response.headers.get("Content-Type") ?? "" });
    const reader = response.body?.getReader();
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      const bytes = piece.value.slice();
      say({ kind: "bytes", id, bytes }, [bytes.buffer]);
    }
    say({ kind: "end", id });
  }
}
