// Who answers: what the server says of itself and of the models behind it. The token
// that the server asks for comes with the page's address, once.

import { computed, signal } from "@preact/signals";
import { type Client, CoreError } from "../core/client.js";
import type { HostStatus, Provider } from "../core/protocol.gen.js";
import { recall, remember } from "../shared/remember.js";

const tokenKey = "token";

/** Whether questions can be answered; null until that is known. */
export const host = signal<HostStatus | null>(null);

/** Whether the server is being asked. */
export const checking = signal(false);

export const providers = computed<readonly Provider[]>(() => host.value?.server?.providers ?? []);

/** The provider of a model; null for a model that nobody offers. */
export function providerOf(model: string): Provider | null {
  return providers.value.find(({ models }) => models.includes(model)) ?? null;
}

/**
 * Takes the token out of the page's address, where it must not stay: addresses are
 * copied, and kept in the browser's history.
 */
export function takeToken(): void {
  const token = tokenIn(location.hash);
  if (token === null) return;
  remember(tokenKey, token);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** The token in an address that `burrow serve` has printed, or in a part of one; null if there is none. */
function tokenIn(text: string): string | null {
  return /#(?:.*&)?token=([^&\s]+)/.exec(text)?.[1] ?? null;
}

export class Host {
  constructor(private readonly client: Client) {}

  /** Tells the core its token and asks who answers. Called whenever a core is ready. */
  async connect(): Promise<void> {
    await this.ask(() => this.client.call("host.connect", { token: recall(tokenKey) ?? "" }));
  }

  /** Asks anew; quietly if nobody has asked for it. */
  async check(quiet = false): Promise<void> {
    await this.ask(() => this.client.call("host.status", {}), quiet);
  }

  /** Takes a token, or the address it stands in; resolves to whether the server accepts it. */
  async unlock(pasted: string): Promise<boolean> {
    const token = tokenIn(pasted) ?? pasted.trim();
    await this.ask(() => this.client.call("host.connect", { token }));
    const accepted = host.peek() !== null && host.peek()?.state !== "locked" && host.peek()?.state !== "unreachable";
    if (accepted) remember(tokenKey, token);
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
