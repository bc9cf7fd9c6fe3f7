// Small choices that outlive a visit: theme, model, whether pieces are shown.
// Storage may be blocked or full; a choice then lasts as long as the page.

const prefix = "burrow.";

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // Nothing to tell the reader: the choice is in effect, only not kept.
  }
}
