// The page's end of the model worker. The worker is started by the first request, and
// anew by the first one after it has died.

import { local as text } from "../../text/local.js";
import { LocalError, aborted } from "./fault.js";
import type { FromWorker, TaskName, Tasks, ToWorker } from "./messages.js";

interface Pending {
  told: (told: unknown) => void;
  resolve: (gives: unknown) => void;
  reject: (error: unknown) => void;
}

export class Link {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  /** Whether the page has gone. */
  private gone = false;
  /** Called when the worker is gone, and the model in it. */
  onGone: () => void = () => undefined;

  constructor(private readonly start: () => Worker) {
    // No worker may be alive in a page that goes into the back-forward cache: see client.ts.
    addEventListener("pagehide", () => {
      this.gone = true;
      this.stop(aborted());
    });
    addEventListener("pageshow", () => (this.gone = false));
  }

  ask<K extends TaskName>(
    task: K,
    takes: Tasks[K]["takes"],
    told: (told: Tasks[K]["told"]) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<Tasks[K]["gives"]> {
    if (signal?.aborted === true) return Promise.reject(aborted());
    if (this.gone) return once("pageshow").then(() => this.ask(task, takes, told, signal));
    const id = ++this.lastId;
    const stop = () => this.worker?.postMessage({ kind: "stop", id } satisfies ToWorker);
    return new Promise<Tasks[K]["gives"]>((resolve, reject) => {
      this.pending.set(id, {
        told: (event) => told(event as Tasks[K]["told"]),
        resolve: (gives) => resolve(gives as Tasks[K]["gives"]),
        reject,
      });
      signal?.addEventListener("abort", stop, { once: true });
      this.running().postMessage({ kind: "task", id, task, takes } as ToWorker);
    }).finally(() => {
      signal?.removeEventListener("abort", stop);
      this.pending.delete(id);
    });
  }

  /** Ends the worker, whatever it is doing, and with it all that it was asked. */
  end(sentence = text.unloaded): void {
    this.stop(new LocalError("unavailable", sentence));
  }

  private stop(reason: unknown): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.onGone();
    for (const { reject } of [...this.pending.values()]) reject(reason);
  }

  private running(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.end(text.workerDied);
    };
    this.worker = worker;
    return worker;
  }

  private take(message: FromWorker): void {
    const pending = this.pending.get(message.id);
    if (pending === undefined) return;
    switch (message.kind) {
      case "told":
        return pending.told(message.told);
      case "done":
        return pending.resolve(message.gives);
      case "failed":
        return pending.reject(new LocalError(message.code, message.sentence));
      case "stopped":
        return pending.reject(aborted());
      default:
        message satisfies never;
    }
  }
}

function once(event: string): Promise<void> {
  return new Promise((resolve) => addEventListener(event, () => resolve(), { once: true }));
}
