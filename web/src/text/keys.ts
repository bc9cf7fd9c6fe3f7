// What changing a shortcut says, in English: part of the catalogue in en.ts.

export const keys = {
  change: (what: string) => `Change shortcut for “${what}”`,
  press: "Press new keys",
  pressFor: (what: string) => `Press new keys for “${what}”, or Escape to cancel.`,
  changed: (what: string, keys: string) => `Shortcut for “${what}” set to ${keys}.`,
  reset: (what: string) => `Reset shortcut for “${what}”`,
  resetAll: "Reset all shortcuts",
  resetDone: "All shortcuts reset.",
  alone: (command: string) => `Add ${command} or Alt. Single keys are for typing.`,
  taken: (keys: string) => `Your browser uses ${keys}. Choose other keys.`,
  takenAny: "Your system uses these keys. Choose other keys.",
  held: (keys: string, what: string) => `${keys} is already used for “${what}”.`,
  swap: "Swap",
  leave: "Cancel",
} as const;
