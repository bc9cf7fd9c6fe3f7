// Small choices that outlive a visit: theme, model, whether pieces are shown.
// Storage may be blocked or full; a choice then lasts as long as the page.

const prefix = "burrow.";

export function saved(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function save(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // Nothing to tell the reader: the choice is in effect, only not kept.
  }
}

/** Tells what another tab has kept under a key. */
export function onSaved(key: string, act: (value: string | null) => void): void {
  addEventListener("storage", (event) => {
    // Without a name everything was cleared.
    if (event.key === prefix + key || event.key === null) act(event.newValue);
  });
}
