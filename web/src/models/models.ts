// Models in this browser, as the page has them. What runs them is a script of its own,
// which is fetched when somebody first wants one; until then a look at the files says
// that there is none.

import { signal } from "@preact/signals";
import type { Client } from "../core/client.js";
import { scriptURL } from "../core/script-url.js";
import { onSaved, save, saved } from "../shared/saved.js";
import type { Host } from "./host.js";
import type { Local } from "./local/local.js";
import type { LocalModel, Snapshot } from "./local/state.js";

/** Address of the script, with its hash; written by the bundler. */
declare const __LOCAL__: string;
/** A variable, because the bundler would look for the file. */
const script: { address: string } = { address: __LOCAL__ };

function fetchScript(): Promise<typeof import("./local/local.js")> {
  return import(script.address) as Promise<typeof import("./local/local.js")>;
}

/** Where local/built-in.ts notes that the browser has a model of its own. */
const builtInKey = "built-in-model";

/** Whether somebody has removed a model here. */
const unwantedKey = "model-removed";

/** Where the encoder's name is noted while it is used: its file is here, and somebody has turned it on. */
const encoderKey = "encoder";

/** The name of the encoder that is used, in all tabs; "" if there is none. */
export const encoder = signal(saved(encoderKey) ?? "");

/** What there is; null until somebody has asked. */
export const localModels = signal<Snapshot | null>(null);

/** What is fetched because nobody answers: null is nothing. */
export const fetching = signal<Fetching | null>(null);

type Fetching =
  /** The server is being asked what it has. It answers at once, unless it is slow because it fetches a model itself. */
  | { kind: "asking"; slow: boolean }
  | { kind: "file"; name: string };

/** How long a server takes at most that has its models; in milliseconds. */
const atOnce = 3000;

export class Models {
  private opened: Promise<Local> | undefined;
  private preparing: Promise<void> | undefined;
  /** The last download of the model that is to answer. */
  private arriving: Promise<void> | undefined;
  /** What the core was last told that can be asked. */
  private askable = "";
  /** The model that was loaded for what is being typed. */
  private warmed: string | null = null;
  /** The ports whose requests go to the models themselves. */
  private readonly served = new WeakSet<MessagePort>();

  constructor(
    private readonly client: Client,
    private readonly host: Host,
  ) {
    onSaved(encoderKey, (name) => client.setEncoder((encoder.value = name ?? "")));
  }

  /** Lets the core ask the models here; called for each core that starts. */
  serve(): void {
    const { port1, port2 } = new MessageChannel();
    this.client.lend(port2);
    this.client.setEncoder(encoder.peek());
    port1.onmessage = ({ data }: MessageEvent<FromCore>) => void this.take(port1, data);
  }

  /** What can be done with models; fetches the script if need be. */
  async open(): Promise<Local> {
    this.opened ??= this.load().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  /**
   * Gets the smallest model that the server has, without being asked: for a page that
   * nobody answers. The server is on this machine, so that it costs little but space.
   * Questions for the model that come meanwhile wait for it; all others are answered.
   */
  prepare(): Promise<void> {
    return (this.preparing ??= this.getSmallest()
      .catch(() => void (fetching.value = null))
      .finally(() => this.tellCore()));
  }

  /** Gets a model because nobody else answers. */
  async fetch(file: string): Promise<void> {
    const { state } = await this.open();
    fetching.value = { kind: "file", name: file };
    await (this.arriving = state.download(file));
  }

  /** Loads the model that will answer while its question is being typed. */
  async warm(id: string): Promise<void> {
    if (this.warmed === id) return;
    this.warmed = id;
    await this.preparing;
    // Why it could not be loaded is said when it is asked.
    await this.open()
      .then((local) => local.load(id))
      .catch(() => undefined);
  }

  /** Removes a model. Who removes one does not want it to come back by itself. */
  async remove(file: string): Promise<void> {
    save(unwantedKey, "yes");
    fetching.value = null;
    await (await this.open()).state.remove(file);
  }

  /** Has the core use an encoder from now on, in all tabs; none if the name is empty. */
  useEncoder(name: string): void {
    save(encoderKey, name);
    this.client.setEncoder((encoder.value = name));
  }

  private async getSmallest(): Promise<void> {
    if (saved(unwantedKey) !== null) return;
    fetching.value = { kind: "asking", slow: false };
    const { state } = await this.open();
    this.tellCore();
    const slow = setTimeout(() => (fetching.value = { kind: "asking", slow: true }), atOnce);
    const snapshot = await state.refresh().finally(() => clearTimeout(slow));
    // What an earlier visit began goes on.
    const begun = snapshot.models.find(({ origin, phase }) => origin === "server" && phase.kind === "downloading");
    const isKept = snapshot.models.some(({ phase }) => phase.kind !== "none");
    const wanted = begun ?? (isKept ? null : smallestOf(snapshot));
    if (wanted === null) fetching.value = null;
    else await this.fetch(wanted.file);
  }

  private async load(): Promise<Local> {
    const { openLocal } = await fetchScript();
    const local = openLocal({ scriptURL, encoderGone: () => this.useEncoder(""), coming });
    local.state.subscribe((snapshot) => {
      localModels.value = snapshot;
      this.tellCore();
    });
    return local;
  }

  /** Has the core ask anew who answers, if that has changed. */
  private tellCore(): void {
    const whole = wholeModels();
    const soon = coming();
    const now = [...whole, ...(localModels.peek()?.builtIn === "available" ? [builtInKey] : []), ...(soon === null ? [] : [`${soon} soon`])].join();
    if (now === this.askable) return;
    this.askable = now;
    void this.host.check(true);
  }

  /** Several may be here before it is known whether there are models: each is answered. */
  private async take(port: MessagePort, data: FromCore): Promise<void> {
    if (this.opened === undefined) {
      if (data.kind === "stop") return;
      if (data.method === "GET" && fetching.peek() === null && !(await someModels())) return answerNone(port, data.id);
    }
    try {
      const [local, { answerFetches }] = await Promise.all([this.open(), fetchScript()]);
      if (!this.served.has(port)) {
        this.served.add(port);
        answerFetches(port, async (request) => {
          // Only a question for the model that is on its way waits for it.
          if (request.method !== "GET" && wholeModels().length === 0) await Promise.race([Promise.all([this.preparing, this.arriving]), ended(request.signal)]);
          return local.fetch(request);
        });
      }
    } catch (error) {
      port.postMessage({ kind: "error", id: data.id, name: "NetworkError", message: String(error) });
      return;
    }
    port.dispatchEvent(new MessageEvent("message", { data }));
  }
}

/** Fails when a request is stopped. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new DOMException("The question was stopped", "AbortError")), { once: true }));
}

/** The names of those that can be loaded. */
function wholeModels(): string[] {
  const whole = localModels.peek()?.models.filter(({ phase }) => ["on-disk", "loading", "ready"].includes(phase.kind));
  return whole?.map(({ id }) => id) ?? [];
}

/** The model that is on its way, "" if it is not known yet which; null if none is. */
function coming(): string | null {
  const what = fetching.peek();
  if (what === null || what.kind === "asking") return what === null ? null : "";
  const model = localModels.peek()?.models.find(({ file }) => file === what.name);
  return model !== undefined && isOnItsWay(model) ? model.id : null;
}

/** Whether a model is being downloaded, or is about to be. */
export function isOnItsWay({ phase }: LocalModel): boolean {
  return phase.kind === "none" || phase.kind === "checking" || (phase.kind === "downloading" && !phase.paused);
}

/** The smallest model that the server offers and of which nothing is here. */
export function smallestOf(snapshot: Snapshot | null): LocalModel | null {
  const offered = snapshot?.models.filter(({ origin, phase }) => origin === "server" && phase.kind === "none") ?? [];
  return offered.reduce<LocalModel | null>((least, model) => (least !== null && least.bytes <= model.bytes ? least : model), null);
}

/** What the core asks over its port: see core/relay.ts. */
type FromCore = { kind: "ask"; id: number; method: string } | { kind: "stop"; id: number };

/** Whether files of models are kept here, or the browser has a model of its own. */
async function someModels(): Promise<boolean> {
  if (saved(builtInKey) === "available") return true;
  try {
    const root = await navigator.storage.getDirectory();
    const models = (await root.getDirectoryHandle("local-models")) as FileSystemDirectoryHandle & AsyncIterable<unknown>;
    for await (const _ of models) return true;
    return false;
  } catch {
    return false;
  }
}

function answerNone(port: MessagePort, id: number): void {
  const body = new TextEncoder().encode('{"object":"list","data":[]}');
  port.postMessage({ kind: "head", id, status: 200, type: "application/json" });
  port.postMessage({ kind: "bytes", id, bytes: body });
  port.postMessage({ kind: "end", id });
}
