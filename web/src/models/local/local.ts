// Models in the browser: the entry of a script of its own, which the page imports when
// it first needs one. It joins the worker's files and models, the browser's own model
// and the chat wire.

import { local as text } from "../../text/local.js";
import type { Backend, Heard } from "./backend.js";
import { builtIn } from "./built-in.js";
import { localFetch, type LocalFetch } from "./chat.js";
import { Encoder } from "./encoder.js";
import { LocalError } from "./fault.js";
import { Link } from "./link.js";
import type { LoadRequest } from "./messages.js";
import { Queue } from "./queue.js";
import { LocalState, type Snapshot } from "./state.js";

export { builtInModel } from "./built-in.js";
export { encoderFile } from "./encoder-file.js";
export { answerFetches, fetchOver } from "../../core/relay.js";

/** Address of the model worker's script, with its hash; written by the bundler. */
declare const __MODEL_WORKER__: string;

export interface LocalOptions {
  /** Makes of the address what Worker takes under Trusted Types. */
  scriptURL?: (url: string) => string;
  /** As many as suit the device, if left out. */
  threads?: number;
  /** Called if the encoder's file is not here any more. */
  encoderGone?: () => void;
  /** The model that is on its way here, "" if it is not known yet which: it is listed, and questions for it come when it is here. */
  coming?: () => string | null;
}

export interface Local {
  fetch: LocalFetch;
  state: LocalState;
  encoder: Encoder;
  /** Loads a model before it is asked something. */
  load(id: string, signal?: AbortSignal): Promise<void>;
  /** Sets the threads for the next load. */
  setThreads(threads: number): void;
  /** Ends the worker at once, as if it had died. */
  end(): void;
}

export function openLocal(options: LocalOptions = {}): Local {
  const scriptURL = options.scriptURL ?? ((url: string) => url);
  const link = newLink("burrow model", scriptURL);
  const state = new LocalState(link);
  // Loading ends what another request is asking the model that is there.
  const queue = new Queue();
  let threads = options.threads ?? 0;
  /** The last model that could not be loaded ahead of its question. */
  let unloadable: { id: string; error: unknown; at: number } | undefined;

  const requestFor = async (id: string): Promise<LoadRequest> => {
    const file = (await state.askable()).get(id);
    if (file === undefined) throw new LocalError("not_found", text.unknownModel(id));
    return { name: file.name, threads, deviceMemory: (navigator as { deviceMemory?: number }).deviceMemory ?? 0 };
  };

  const inWorker: Backend = {
    async models() {
      return [...(await state.askable()).keys()];
    },
    soon: () => options.coming?.() ?? null,
    async answer(question, hear, signal) {
      // It has waited for that, and is not made to wait for it twice.
      if (unloadable !== undefined && unloadable.id === question.model && unloadable.at > question.at) throw unloadable.error;
      const load = await requestFor(question.model);
      const listen = (heard: Heard) => {
        state.hear(load.name, heard);
        hear(heard);
      };
      try {
        return await link.ask("answer", { load, question }, listen, signal);
      } catch (error) {
        state.notReady(load.name, error);
        throw error;
      }
    },
  };

  const encoder = new Encoder(newLink("burrow encoder", scriptURL), queue, options.encoderGone ?? (() => undefined));
  const answer = localFetch([inWorker, builtIn], queue, {
    answered: (answer) => state.answered(answer),
    // A model that is being loaded for what is being typed is what its question waits for.
    waiting: (hear) => {
      const tell = ({ models }: Snapshot) => {
        for (const { phase } of models) if (phase.kind === "loading") hear(phase);
      };
      tell(state.snapshot());
      return state.subscribe(tell);
    },
  });

  return {
    fetch: (request) => (new URL(request.url).pathname.endsWith("/encode") ? encoder.fetch(request) : answer(request)),
    state,
    encoder,
    load: (id, signal = new AbortController().signal) =>
      queue.run(async () => {
        const load = await requestFor(id);
        try {
          await link.ask("load", load, (heard) => state.hear(load.name, heard), signal);
        } catch (error) {
          unloadable = { id, error, at: performance.now() };
          state.notReady(load.name, error);
          throw error;
        }
      }, signal),
    setThreads(count) {
      threads = count;
    },
    end: () => link.end(text.workerDied),
  };
}

/** A worker of its own, and so a library and a model of its own. */
function newLink(name: string, scriptURL: (url: string) => string): Link {
  return new Link(() => new Worker(scriptURL(__MODEL_WORKER__), { type: "module", name }));
}
