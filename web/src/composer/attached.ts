// What the chat that is shown asks beside its model: the server's database, and collections
// of documents. A chat keeps what is attached to it in its settings; for one that does not exist yet it is kept
// here until its first question.

import { computed, signal } from "@preact/signals";
import type { DatabaseState } from "../core/protocol.gen.js";
import { collections } from "../documents/library.js";
import { host } from "../models/host.js";
import { type Settings, layers } from "../settings/settings.js";
import { type Place, place } from "../shared/route.js";

export interface Source {
  name: string;
  label: string;
  state: DatabaseState;
  attached: boolean;
  kind: "database" | "collection";
}

/** Under what name the answers of the database are kept. */
export const databaseSource = "sql";

/** What the name of a collection begins with, as the core has it. */
export const collectionPrefix = "collection/";

/** What has been attached to a chat that does not exist yet. */
const chosen = signal<{ place: Place; names: readonly string[] } | null>(null);

/** All that there is, with what the chat asks. */
export const sources = computed<readonly Source[]>(() => {
  const names = namesOf(place.value);
  const ofDocuments = collections.value.map(({ name: label }): Source => {
    const name = `${collectionPrefix}${label}`;
    return { name, label, state: "ready", attached: names?.includes(name) === true, kind: "collection" };
  });
  const database = host.value?.server?.database;
  if (database === undefined || database.state === "unsafe") return ofDocuments;
  const attached = names === undefined ? database.optional !== true : names.includes(databaseSource);
  return [{ name: databaseSource, label: database.name, state: database.state, attached, kind: "database" }, ...ofDocuments];
});

/** What a chat asks by its settings, or by what was chosen for it; undefined leaves that to each source. */
function namesOf(here: Place): readonly string[] | undefined {
  if (here.kind === "new" && chosen.value?.place === here) return chosen.value.names;
  return layers.value?.applied.sources;
}

/** What goes along with the first question of a chat; undefined leaves that to each source. */
export function chosenSources(): readonly string[] | undefined {
  return chosen.peek()?.place === place.peek() ? chosen.peek()?.names : undefined;
}

/** Attaches a source to the chat that is shown, or detaches it. */
export function attach(settings: Settings, name: string, attached: boolean): void {
  const rest = sources.peek().filter((one) => one.attached && one.name !== name);
  const names = [...rest.map((one) => one.name), ...(attached ? [name] : [])];
  const here = place.peek();
  if (here.kind === "new") chosen.value = { place: here, names };
  else void settings.change("session", { sources: names });
}
