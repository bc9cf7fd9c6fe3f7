// Files of the draft that the chat has already. The core gives the same name with the same
// bytes the same document, so that another document of the same name is another version.

import { computed } from "@preact/signals";
import type { Document } from "../core/protocol.gen.js";
import { documents } from "../documents/documents.js";
import { attachments } from "./state.js";

/** A file that is here in an older version, too: in the chat, or in the draft with this id. */
export interface Version {
  id: number;
  name: string;
  older: { document: Document; id?: number };
}

const listed = computed(() => attachments.value.flatMap(({ id, progress }) => (progress.kind === "ready" ? { id, document: progress.document } : [])));

/** What the draft has twice, or what the chat has: byte for byte the same. */
export const twins = computed(() => {
  const seen = new Set(documents.value.map(({ document }) => document.uid));
  return listed.value.filter(({ document: { uid } }) => seen.size === seen.add(uid).size);
});

/** The newest of each name, with one that is older. */
export const versions = computed(() => {
  const before = new Map<string, Version["older"]>();
  const found = new Map<string, Version>();
  for (const { document } of documents.value) before.set(document.name, { document });
  for (const one of listed.value) {
    const { name, uid } = one.document;
    const older = before.get(name);
    if (older !== undefined && older.document.uid !== uid) found.set(name, { id: one.id, name, older });
    before.set(name, one);
  }
  return [...found.values()];
});
