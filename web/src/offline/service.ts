// The page's side of its service worker: registers it when the page is at rest, offers
// the version that waits, and removes everything when the server says so.

import { computed, effect, signal } from "@preact/signals";
import { scriptURL } from "../core/script-url.js";
import { core } from "../core/status.js";
import { host } from "../models/host.js";
import { type About, pageLock, serviceScript, type ToService } from "../service/names.js";
import { removeAll } from "../service/remove.js";
import { type Build, compare, orderOf, type Pin } from "./version.js";

/** This page. Its shell carries the build, since a script cannot know its own digest. */
export const page: Build = {
  version: __VERSION__,
  build: document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "",
};

/** A version that waits for the reader, or has been taken in another tab. */
export const ready = signal<About | null>(null);

/** How far a reload into the new version has come. */
export const reloading = signal<"no" | "fetching" | "refused">("no");

/** Whether the server is of this build. */
export const pin = computed<Pin>(() => {
  const server = host.value?.server;
  return server === undefined ? { kind: "same" } : compare(page, { version: server.version, build: server.page ?? "" });
});

/** Between looks for a new version, in milliseconds, while the page stays open. */
const betweenLooks = 3_600_000;

/** Until what could not be fetched whole is tried again, in milliseconds; twice as long each time. */
const firstPause = 5_000;

export class Service {
  private registration: ServiceWorkerRegistration | undefined;
  private lookedAt = 0;
  /** Set once the reader has asked for the new version in this tab. */
  private wanted = false;
  private pause = firstPause;

  constructor() {
    holdPage();
    const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    // Without one, as in a private window, the page works as long as its server does.
    if (container === undefined) return;
    container.addEventListener("controllerchange", () => {
      if (this.wanted) location.reload();
      else void this.look(container.controller);
    });
    void settled().then(() => this.register(container));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && Date.now() - this.lookedAt > betweenLooks) void this.check();
    });
    effect(() => {
      // The server has another page: what it has is fetched, beside this one.
      if (pin.value.kind === "page old" || pin.value.kind === "differs") void this.check();
    });
  }

  /** Takes the version that waits, or fetches what the server has, and loads the page anew. */
  async reload(): Promise<void> {
    const { registration } = this;
    if (registration?.active == null) return location.reload();
    reloading.value = "fetching";
    await this.check();
    const waiting = registration.waiting ?? (await installed(registration));
    if (waiting !== null) {
      this.wanted = true;
      tell(waiting, { kind: "take over" });
    } else if (this.registration === undefined || !(await this.isOwn(registration.active))) {
      location.reload();
    } else {
      reloading.value = "refused";
    }
  }

  private async register(container: ServiceWorkerContainer): Promise<void> {
    try {
      this.registration = await container.register(scriptURL(serviceScript));
    } catch {
      // It is not there, or is not what was built. The page that is here goes on.
      this.registration = await container.getRegistration().catch(() => undefined);
      await this.removeIfGone();
    }
    // A browser may pretend that there is one.
    const registration: ServiceWorkerRegistration | undefined = this.registration;
    if (registration === undefined) return;
    this.lookedAt = Date.now();
    registration.onupdatefound = () => this.follow(container, registration);
    if (registration.waiting !== null) void this.look(registration.waiting);
    this.follow(container, registration);
    if (registration.active === null) return;
    tell(registration.active, { kind: "settled" });
    // The browser answers from what it has; only an update asks the server.
    await this.check();
  }

  /** Looks for a new version. */
  private async check(): Promise<void> {
    if (this.registration === undefined) return;
    this.lookedAt = Date.now();
    try {
      await this.registration.update();
    } catch {
      await this.removeIfGone();
    }
  }

  /** Waits until what is being installed is there, and tries again if that fails. */
  private follow(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
    const { installing } = registration;
    if (installing === null) return;
    // The first install needs no notice.
    const isFirst = registration.active === null;
    installing.addEventListener(
      "statechange",
      () => {
        if (installing.state === "redundant") return this.tryLater(container);
        this.pause = firstPause;
        if (!isFirst) void this.look(installing);
      },
      { once: true },
    );
  }

  /** A file did not come, or is not what was built: a server that is being updated has others. */
  private tryLater(container: ServiceWorkerContainer): void {
    setTimeout(() => void this.register(container), this.pause);
    this.pause = Math.min(this.pause * 2, betweenLooks);
  }

  /** Offers a worker's version, unless it is this page's or an older one. */
  private async look(worker: ServiceWorker | null): Promise<void> {
    if (worker === null) return;
    const found = await about(worker);
    if (found === null || found.build === page.build || orderOf(found.version, page.version) < 0) return;
    ready.value = found;
    if (reloading.peek() === "refused") reloading.value = "no";
  }

  private async isOwn(worker: ServiceWorker): Promise<boolean> {
    return (await about(worker))?.build === page.build;
  }

  /** The kill switch: a server without the script wants none of it kept. */
  private async removeIfGone(): Promise<void> {
    const answer = await fetch(serviceScript, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.status !== 404 && answer?.status !== 410) return;
    await this.registration?.unregister();
    this.registration = undefined;
    await removeAll();
  }
}

/** Says of which build this page is, for as long as it is open: its files are kept meanwhile. */
function holdPage(): void {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return;
  let release = () => {};
  const hold = () => void locks.request(pageLock + page.build, { mode: "shared" }, () => new Promise<void>((resolve) => (release = resolve)));
  hold();
  // A page that is put away for later may not hold a lock.
  addEventListener("pagehide", () => release());
  addEventListener("pageshow", (event) => {
    if (event.persisted) hold();
  });
}

/** Resolves when the page has loaded, its core runs, and nothing else wants the processor. */
async function settled(): Promise<void> {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (core.value.kind !== "starting" && host.value !== null) queueMicrotask(() => (stop(), resolve()));
    });
  });
  // Safari has no such callback.
  await new Promise<void>((resolve) => (typeof requestIdleCallback === "undefined" ? setTimeout(resolve, 1000) : requestIdleCallback(() => resolve())));
}

function tell(worker: ServiceWorker, message: ToService, ...ports: MessagePort[]): void {
  worker.postMessage(message, ports);
}

/** Asks a worker who it is; null if it is gone before it answers. */
function about(worker: ServiceWorker): Promise<About | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event: MessageEvent<About>) => resolve(event.data);
    worker.addEventListener("statechange", () => worker.state === "redundant" && resolve(null));
    tell(worker, { kind: "about" }, port2);
  });
}

/** The worker that is being installed, when it is; null if there is none, or if it failed. */
function installed({ installing }: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (installing === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    installing.addEventListener("statechange", () => {
      if (installing.state === "installed") resolve(installing);
      else if (installing.state === "redundant") resolve(null);
    });
  });
}
