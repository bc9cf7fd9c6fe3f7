// The sentences of the shortcuts' keys, in English: part of the catalogue in en.ts.

export const keys = {
  change: (what: string) => `Change the keys for “${what}”`,
  press: "Press the new keys",
  pressFor: (what: string) => `Press the new keys for “${what}”. Escape leaves them as they are.`,
  changed: (what: string, keys: string) => `“${what}” has ${keys} now.`,
  reset: (what: string) => `Reset the keys for “${what}”`,
  resetAll: "Reset all keys",
  resetDone: "All keys are as they were at first.",
  alone: (command: string) => `Hold ${command} or Alt with it: a key alone is for writing.`,
  taken: (keys: string) => `The browser needs ${keys}. Choose others.`,
  takenAny: "The system needs these keys. Choose others.",
  held: (keys: string, what: string) => `“${what}” has ${keys} now.`,
  swap: "Swap",
  leave: "Leave it",
} as const;
