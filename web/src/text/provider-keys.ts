// What the settings say about the keys of providers, in English. Not part of the catalogue
// in en.ts, so that a first visit doesn't load it.

export const providerKeys = {
  title: "API keys",
  /** What the section is found by, beside what it shows. */
  also: "providers OpenAI Google Anthropic OpenRouter compatible server token",
  about: (file: string) => `Keys stay on this computer, in ${file}. This page can replace a key, but can’t read it.`,
  loading: "Loading…",
  unreachable: "Can’t reach the server. Check that Burrow is running.",
  again: "Try again",
  list: "API keys",
  none: "No keys yet. With a key, larger models from OpenAI, Google, Anthropic or any compatible server can answer.",

  add: "Add a key",
  test: "Test",
  testing: "Testing…",
  replace: "Replace key",
  edit: "Edit",
  remove: "Remove",
  cancel: "Cancel",
  of: (act: string, name: string) => `${act}: ${name}`,

  kept: "Key saved",
  noKey: "No key",
  environment: (setting: string) => `Set in the environment (${setting}), which takes precedence over the file. Change it there.`,
  instead: "Set by OPENAI_BASE_URL, in place of OpenAI",
  unencrypted: "This address isn’t encrypted (http), so others on your network could read the key.",

  sure: (name: string, hasKey: boolean) => (hasKey ? `Remove ${name} and its key?` : `Remove ${name}?`),
  removed: (name: string) => `${name} was removed.`,
  saved: (name: string) => `${name} was saved.`,

  provider: "Provider",
  other: "Other (OpenAI-compatible)",
  name: "Name",
  namePlaceholder: "Optional, for example OpenRouter",
  address: "Address",
  addressPlaceholder: "https://openrouter.ai/api/v1",
  key: "API key",
  keyOptional: "API key, if it needs one",
  keyKept: "Leave empty to keep the current key",
  show: "Show key",
  looksLike: (name: string) => `This looks like a key for ${name}, so ${name} is selected.`,
  save: "Save",
  saving: "Checking…",
  anyway: "Save anyway",
} as const;
