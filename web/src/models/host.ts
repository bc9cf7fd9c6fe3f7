// Who answers: what the server says of itself and of the models behind it. The token
// that the server asks for comes with the page's address, once. Anybody can make a link
// with a token in it, so it is tried before it takes the place of the one that is kept.

import { computed, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { HostStatus, Provider } from "../core/protocol.gen.js";
import { save, saved } from "../shared/saved.js";
import { tokenKey } from "../shared/server.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";

/** Whether questions can be answered; null until that is known. */
export const host = signal<HostStatus | null>(null);

/** Whether the server is being asked. */
export const checking = signal(false);

/** Those that answer, with the models that can be named: the one that is on its way into this browser has no name at first. */
export const providers = computed<readonly Provider[]>(() => (host.value?.server?.providers ?? []).map((one) => (one.models.includes("") ? { ...one, models: one.models.filter(Boolean) } : one)));

/** The provider of a model; null for a model that nobody offers. */
export function providerOf(model: string): Provider | null {
  return providers.value.find(({ models }) => models.includes(model)) ?? null;
}

/** A token from the page's address that the server has not been asked about. */
let offered: string | null = null;

/**
 * Takes the token out of the page's address, where it must not stay: addresses are
 * copied, and kept in the browser's history. Returns whether there was one.
 */
export function takeToken(): boolean {
  const token = tokenIn(location.hash);
  if (token === null) return false;
  offered = token;
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}

/** The token in an address that `burrow serve` has printed, or in a part of one; null if there is none. */
function tokenIn(text: string): string | null {
  return /#(?:.*&)?token=([^&\s]+)/.exec(text)?.[1] ?? null;
}

export class Host {
  constructor(private readonly client: Client) {
    // A link to the page that is open already.
    addEventListener("hashchange", () => {
      if (takeToken()) void this.connect();
    });
  }

  /** Tells the core its token and asks who answers. Called whenever a core is ready. */
  async connect(): Promise<void> {
    await tryOffered();
    await this.ask(() => this.client.call("host.connect", { token: saved(tokenKey) ?? "" }));
  }

  /** Asks anew; quietly if nobody has asked for it. */
  async check(quiet = false): Promise<void> {
    if (await tryOffered()) return this.connect();
    await this.ask(() => this.client.call("host.status", {}), quiet);
  }

  /** Takes a token, or the address it stands in; resolves to whether the server accepts it. */
  async unlock(pasted: string): Promise<boolean> {
    const token = tokenIn(pasted) ?? pasted.trim();
    await this.ask(() => this.client.call("host.connect", { token }));
    const accepted = host.peek() !== null && host.peek()?.state !== "locked" && host.peek()?.state !== "unreachable";
    if (accepted) save(tokenKey, token);
    return accepted;
  }

  private async ask(question: () => Promise<HostStatus>, quiet = false): Promise<void> {
    checking.value = !quiet;
    try {
      host.value = await question();
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      // A crash has its own card, and a core that is restarted is asked again.
      if (error.code !== "internal" && error.code !== "cancelled") host.value = { state: "unreachable", message: error.message };
    } finally {
      checking.value = false;
    }
  }
}

/**
 * Keeps the token from the address if the server accepts it, and returns whether it did.
 * While the server cannot be asked, the token waits in this page and replaces nothing.
 */
async function tryOffered(): Promise<boolean> {
  const token = offered;
  if (token === null) return false;
  const kept = saved(tokenKey);
  const accepted = token === kept || (await accepts(token));
  // Another link may have come meanwhile.
  if (accepted === null || offered !== token) return false;
  offered = null;
  if (accepted) save(tokenKey, token);
  else say(kept === null ? text.chat.host.linkRefused : text.chat.host.linkRefusedKept);
  return accepted;
}

/** Whether the server accepts a token; null if it cannot say. */
async function accepts(token: string): Promise<boolean | null> {
  // What a header cannot carry is no token.
  if (!/^[\x21-\x7e]+$/.test(token)) return false;
  try {
    const { ok, status } = await fetch("/api/status", { headers: { Authorization: `Bearer ${token}` }, cache: "no-store" });
    return ok ? true : status === 401 || status === 403 ? false : null;
  } catch {
    return null;
  }
}
