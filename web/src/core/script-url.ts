// Addresses that scripts may be started from.

// TODO: drop the declaration when TypeScript's DOM library has Trusted Types. The
// policy really returns a TrustedScriptURL, which Worker takes in place of a string.
export interface ScriptURLs {
  createScriptURL(url: string): string;
}
declare const trustedTypes: { createPolicy(name: string, rules: ScriptURLs): ScriptURLs } | undefined;

/** What the shell has started before this script was there: see index.html. */
export interface Early {
  url: string;
  policy?: ScriptURLs;
  worker?: Worker;
  events: (MessageEvent<unknown> | ErrorEvent)[];
  /** Takes Enter in the field for as long as nobody else does. */
  onKey?: (event: KeyboardEvent) => void;
  /** What stood in the field when Enter was pressed. */
  asked?: string;
}
declare global {
  var burrowEarly: Early | undefined;
}

let policy: ScriptURLs | undefined;

/**
 * The server's policy lets scripts start only through the policy "burrow", which
 * may be made once a page; it lets no other address than our own origin's through.
 */
export function scriptURL(url: string): string {
  if (typeof trustedTypes === "undefined") return url;
  policy ??= globalThis.burrowEarly?.policy ?? trustedTypes.createPolicy("burrow", {
    createScriptURL(candidate) {
      if (new URL(candidate, location.href).origin !== location.origin) {
        throw new TypeError("A script must come from the page's own origin.");
      }
      return candidate;
    },
  });
  return policy.createScriptURL(url);
}
