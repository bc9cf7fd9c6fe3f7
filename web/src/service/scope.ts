// What a service worker has beside other workers.
// TODO: drop when TypeScript's DOM and WebWorker libraries can be used in one project.

export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** Requests that go another way than through this worker, and where to. */
export interface Route {
  condition: { urlPattern: { pathname: string } };
  source: "network";
}

export interface InstallEvent extends LastingEvent {
  /** TODO: no longer optional when Firefox and Safari have it. */
  addRoutes?(routes: readonly Route[]): Promise<void>;
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface WordEvent extends LastingEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

interface Window {
  readonly url: string;
}

interface Scope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean; type: "window" }): Promise<readonly Window[]>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate", listener: (event: LastingEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(type: "message", listener: (event: WordEvent) => void): void;
}

export const scope = self as unknown as Scope;
