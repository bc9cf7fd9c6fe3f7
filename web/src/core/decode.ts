// Reads what the core sends, by the shapes that tools/gents writes beside the types.
//
// Another tab may run another version of Burrow, and a chat may come from another
// program. So what is not known takes nothing else along: a member that is not known is
// passed over, one that cannot be read is left out, and an unknown value of a closed list
// is left out or, where there must be one, taken for the first of the list. Only what has
// to be there makes what it belongs to unreadable. An event of a kind that is not known is
// skipped. Results have the type that Methods gives for them and are not looked into.

import { type Answer, type FromCore, lists, shapes } from "./protocol.gen.js";

/** Returns null for what is not a frame, and "skipped" for one with an event of an unknown kind. */
export function decode(data: unknown): FromCore | "skipped" | null {
  if (typeof data !== "string") return null;
  let frame: unknown;
  try {
    frame = JSON.parse(data);
  } catch {
    return null;
  }
  if (isObject(frame) && frame["kind"] === "event" && typeof frame["id"] === "number" && isUnknown(frame["event"])) return "skipped";
  return (read("|FromCore", frame) ?? null) as FromCore | null;
}

const noted = new Set<string>();

/** Whether this is an event of a kind that is not known. The first of each kind is noted. */
function isUnknown(event: unknown): boolean {
  const kind = isObject(event) ? event["kind"] : undefined;
  if (typeof kind !== "string" || `CoreEvent.${kind}` in shapes) return false;
  if (!noted.has(kind)) console.warn(`The core sent an event that this page does not know: ${kind}`);
  noted.add(kind);
  return true;
}

/** What is kept with a message, read once: rows are drawn more often. */
const answers = new WeakMap<object, Answer>();

/** What is kept with an answer; null for what is none. A message from elsewhere may have other metadata. */
export function answerOf(value: unknown): Answer | null {
  if (!isObject(value)) return null;
  const known = answers.get(value) ?? (read("Answer", value) as Answer);
  answers.set(value, known);
  return known;
}

/** What a question names of a document that came with it. */
export interface Attached {
  uid: string;
  name: string;
  type?: string;
  bytes?: number;
}

const none: readonly Attached[] = [];
const came = new WeakMap<object, readonly Attached[]>();

/** The documents that came with a question, as its metadata names them. */
export function documentsOf(metadata: unknown): readonly Attached[] {
  if (!isObject(metadata) || !Array.isArray(metadata["documents"])) return none;
  const known = came.get(metadata) ?? (metadata["documents"] as unknown[]).filter(isAttached);
  came.set(metadata, known);
  return known;
}

function isAttached(value: unknown): value is Attached {
  if (!isObject(value)) return false;
  const { uid, name, type = "", bytes = 0 } = value;
  return [uid, name, type].every((one) => typeof one === "string") && typeof bytes === "number";
}

interface Member {
  name: string;
  required: boolean;
  type: string;
}

const parsed = new Map<string, readonly Member[]>();

function membersOf(shape: string, text: string): readonly Member[] {
  const members = parsed.get(shape) ?? Array.from(text.matchAll(/(\w+)([:?])([^,]+)/g), ([, name = "", mark, type = ""]) => ({ name, required: mark === ":", type }));
  parsed.set(shape, members);
  return members;
}

/** Returns undefined for what is not of the type. */
function read(type: string, value: unknown): unknown {
  const rest = type.slice(1);
  switch (type[0]) {
    case "s":
      return typeof value === "string" ? value : undefined;
    case "n":
      return typeof value === "number" ? value : undefined;
    case "b":
      return typeof value === "boolean" ? value : undefined;
    case "u":
      return value;
    case "=":
      return typeof value === "string" && valuesOf(rest).includes(value) ? value : undefined;
    case "[":
      return Array.isArray(value) ? value.map((entry) => read(rest, entry)).filter((entry) => entry !== undefined) : undefined;
    case "|":
      return isObject(value) ? readShape(`${rest}.${String(value["kind"])}`, value, { kind: value["kind"] }) : undefined;
    default:
      return isObject(value) ? readShape(type, value, {}) : undefined;
  }
}

function readShape(shape: string, value: Record<string, unknown>, into: Record<string, unknown>): unknown {
  const text = shapes[shape];
  if (text === undefined) return undefined;
  for (const { name, required, type } of membersOf(shape, text)) {
    let found = read(type, value[name]);
    if (found === undefined && required && type[0] === "=" && typeof value[name] === "string") found = valuesOf(type.slice(1))[0];
    if (found !== undefined) into[name] = found;
    else if (required && type !== "u") return undefined;
  }
  return into;
}

function valuesOf(list: string): readonly string[] {
  return lists[list]?.split(" ") ?? [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
