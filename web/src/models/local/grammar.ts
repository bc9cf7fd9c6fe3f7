// Writes a JSON schema as a grammar (GBNF) that holds a model to it while it writes.
// llama.cpp has a converter of its own; this one allows no white space between tokens
// and limits what may repeat, since a small model spends its time on blanks and does
// not find the end of a text by itself.
//
// Members come in the order of the schema. Those that are not required may be left
// out. What a schema says beyond the keywords below is refused by name: a grammar that
// silently allows more would be found out late.

import { local as text } from "../../text/local.js";
import { LocalError } from "./fault.js";

/** Characters of a text without maxLength, and items of a list without maxItems. */
const longestText = 400;
const longestList = 24;

const known = new Set([
  "$schema", "title", "description", "default", "examples", "additionalProperties",
  "type", "properties", "required", "items", "minItems", "maxItems", "minLength", "maxLength", "enum", "const", "anyOf", "oneOf", "minimum", "maximum",
]);

const common: Record<string, string> = {
  char: String.raw`[^"\\\x00-\x1f] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})`,
  whole: `"-"? ("0" | [1-9] [0-9]{0,14})`,
  number: `whole ("." [0-9]{1,12})? ([eE] [-+]? [0-9]{1,2})?`,
  boolean: `"true" | "false"`,
  null: `"null"`,
};

type Schema = Record<string, unknown>;

/** The grammar of a schema, whose rule to begin with is `root`. Throws a LocalError. */
export function grammarOf(schema: unknown): string {
  const writer = new Writer();
  const body = writer.of(schema, "root");
  return [`root ::= ${body}`, ...writer.lines()].join("\n") + "\n";
}

class Writer {
  private readonly rules = new Map<string, string>();

  lines(): string[] {
    return [...this.rules].map(([name, body]) => `${name} ::= ${body}`);
  }

  /** What stands for a schema in another rule. */
  of(schema: unknown, path: string): string {
    if (schema === true) return refuse(text.schemaParts.anything);
    if (!isObject(schema)) return refuse(text.schemaParts.notObject);
    for (const key of Object.keys(schema)) if (!known.has(key)) refuse(key);
    if ("const" in schema) return literal(schema["const"]);
    if (Array.isArray(schema["enum"])) return either(schema["enum"].map(literal));
    const choices = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(choices)) return either(choices.map((choice, i) => this.of(choice, `${path}-${i}`)));
    const type = schema["type"];
    if (Array.isArray(type)) return either(type.map((one) => this.of({ ...schema, type: one as unknown }, `${path}-${String(one)}`)));
    switch (type) {
      case "object":
        return this.object(schema, path);
      case "array":
        return this.array(schema, path);
      case "string":
        return `"\\"" ${this.use("char")}${counted(schema, "minLength", "maxLength", longestText)} "\\""`;
      case "integer":
        return this.use("whole");
      case "number":
        this.use("whole");
        return this.use("number");
      case "boolean":
      case "null":
        return this.use(type);
      default:
        return refuse(type === undefined ? text.schemaParts.noType : text.schemaParts.type(String(type)));
    }
  }

  private object(schema: Schema, path: string): string {
    const properties = schema["properties"] ?? {};
    if (!isObject(properties)) return refuse("properties");
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const members = Object.entries(properties).map(([key, part], i) => ({
      needed: required.includes(key),
      body: `${literal(key)} ":" ${this.group(part, `${path}-${i}`)}`,
    }));
    return `"{" ${this.members(members, path)} "}"`;
  }

  /**
   * Members in order. Each rule stands for what may follow when nothing has come yet,
   * or when something has, which wants a comma first.
   */
  private members(members: { needed: boolean; body: string }[], path: string): string {
    const from = (i: number, some: boolean): string => {
      const member = members[i];
      if (member === undefined) return `""`;
      const taken = `${some ? `"," ` : ""}${member.body} ${from2(i + 1, true)}`;
      return member.needed ? taken : `(${taken} | ${from2(i + 1, some)})`;
    };
    const from2 = (i: number, some: boolean): string => {
      if (i >= members.length) return `""`;
      const name = `${path}-m${i}${some ? "c" : ""}`;
      if (!this.rules.has(name)) {
        this.rules.set(name, ""); // its place, before those it leads to
        this.rules.set(name, from(i, some));
      }
      return name;
    };
    return from(0, false);
  }

  private array(schema: Schema, path: string): string {
    const item = this.group(schema["items"], `${path}-item`);
    const least = whole(schema, "minItems") ?? 0;
    const most = whole(schema, "maxItems") ?? Math.max(longestList, least);
    if (most < least) refuse("maxItems");
    if (most === 0) return `"[]"`;
    const some = `${item} ("," ${item}){${Math.max(least - 1, 0)},${most - 1}}`;
    return least === 0 ? `"[" (${some})? "]"` : `"[" ${some} "]"`;
  }

  /** A rule of its own, so that a repeated part is written once. */
  private group(schema: unknown, path: string): string {
    const body = this.of(schema, path);
    if (/^[a-z0-9-]+$/.test(body)) return body;
    this.rules.set(path, body);
    return path;
  }

  private use(name: keyof typeof common & string): string {
    this.rules.set(name, common[name] ?? "");
    return name;
  }
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function either(choices: string[]): string {
  if (choices.length === 0) return refuse(text.schemaParts.noChoice);
  return `(${choices.join(" | ")})`;
}

/** A value as JSON has it, in quotes of the grammar. */
function literal(value: unknown): string {
  if (typeof value === "object" && value !== null) return refuse(text.schemaParts.objectConstant);
  // Characters beyond ASCII stand for themselves in both.
  return `"${JSON.stringify(value).replace(/[\\"]/g, (c) => `\\${c}`)}"`;
}

function whole(schema: Schema, key: string): number | undefined {
  const value = schema[key];
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 10_000) refuse(key);
  return value as number;
}

function counted(schema: Schema, leastKey: string, mostKey: string, otherwise: number): string {
  const least = whole(schema, leastKey) ?? 0;
  const most = whole(schema, mostKey) ?? Math.max(otherwise, least);
  if (most < least) refuse(mostKey);
  return `{${least},${most}}`;
}

function refuse(what: string): never {
  throw new LocalError("invalid", text.badSchema(what));
}
