// Connects the state with the core: what changes on the page is sent, what the core
// answers is shown.

import { effect, untracked } from "@preact/signals";
import { Client, CoreError } from "./client.js";
import { Composing } from "./composing.js";
import { Meter } from "./context.js";
import { Conversation, path } from "./conversation.js";
import { Counter } from "./counter.js";
import { keepDivided } from "./divide.js";
import { Drafts } from "./drafts.js";
import { Files } from "./files.js";
import { Host, host, takeToken } from "./host.js";
import { Places } from "./places.js";
import type { Decoded } from "./protocol.gen.js";
import { go, place, session } from "./route.js";
import { Search } from "./search.js";
import { Sessions, openSession } from "./sessions.js";
import { Settings, layers, model } from "./settings.js";
import { core, countedFor, online, pieces, trouble, written } from "./state.js";
import { Steps } from "./steps.js";
import { Storage } from "./storage.js";
import { type StorageIntents, storageIntents } from "./storage-intents.js";
import { text } from "./text/en.js";
import { Turns } from "./turns.js";

/** What the views may ask for. What comes of it is in signals. */
export interface Intents {
  files: Files;
  composing: Composing;
  turns: Turns;
  conversation: Conversation;
  places: Places;
  sessions: Sessions;
  steps: Steps;
  search: Search;
  settings: Settings;
  host: Host;
  storage: StorageIntents;
  /** Starts a new core after a crash. The text and the files are counted again. */
  restart(): void;
  /** Tries again what failed without a crash. */
  retry(): void;
  /** The text of one token of the pieces shown. */
  decode(id: number, signal: AbortSignal): Promise<Decoded>;
}

export function connect(): Intents {
  takeToken();
  const client = new Client(__WORKER__, {
    onReady: () => {
      core.value = { kind: "ready" };
      storage.open();
      void server.connect();
    },
    onCrash: ({ message, detail }) => (core.value = { kind: "stopped", message, detail }),
    onStore: (status) => storage.setStatus(status),
    onChanged: (changed) => {
      storage.refreshSoon();
      sessions.changed(changed);
    },
  });
  const storage = new Storage(client);
  const counter = new Counter(client);
  const files = new Files(client);
  const drafts = new Drafts(client);
  const meter = new Meter(client);
  const settings = new Settings(client);
  const server = new Host(client);
  const sessions: Sessions = new Sessions(client, (row) => {
    drafts.take(row);
    void conversation.refresh(row);
  });
  const conversation: Conversation = new Conversation(
    client,
    (message) => turns.isLive(message),
    (uid) => turns.isAsking(uid),
    (row) => sessions.put(row),
  );
  const turns: Turns = new Turns(client, conversation, storage, {
    giveBack: (live, question) => composing.giveBack(live, question),
    onKept: (live) => drafts.end(live.asked),
    onEnded: (uid) => sessions.changed([uid]),
  });
  const composing: Composing = new Composing(turns, files, drafts);
  const places = new Places(conversation);
  const steps = new Steps(client, (row) => {
    sessions.put(row);
    go(row.uid);
    void conversation.refresh(row);
  });

  count(counter, files);
  follow({ sessions, conversation, places, drafts, settings, meter });
  keepDivided(client);
  yieldWhenAway(client);
  lookAgain(server);

  const update = () => {
    counter.update().then(() => (trouble.value = null), report);
  };
  return {
    files,
    composing,
    turns,
    conversation,
    places,
    sessions,
    steps,
    search: new Search(client),
    settings,
    host: server,
    storage: storageIntents(client, storage),
    restart() {
      counter.reset();
      core.value = { kind: "starting" };
      client.restart();
      update();
      files.recount();
      void sessions.load();
      void sessions.track(session.peek());
      void conversation.open(session.peek());
    },
    retry: update,
    decode: (id, signal) => client.call("tokens.decode", { ids: [id], encoding: pieces.peek()?.encoding ?? "cl100k_base" }, { signal }),
  };
}

/** Counts the draft and its files, for the model that will answer. */
function count(counter: Counter, files: Files): void {
  effect(() => {
    countedFor.value = model.value;
  });
  let failing = "";
  effect(() => {
    void written.value;
    const name = countedFor.value;
    if (core.peek().kind === "stopped") return;
    // What failed for this model is not asked for again at every key.
    if (trouble.peek() !== null && name === failing) return;
    failing = name;
    counter.update().then(() => (trouble.value = null), report);
  });
  effect(() => {
    void countedFor.value;
    untracked(() => files.recount());
  });
  effect(() => {
    if (online.value && trouble.peek() !== null) counter.update().then(() => (trouble.value = null), report);
  });
}

interface Parts {
  sessions: Sessions;
  conversation: Conversation;
  places: Places;
  drafts: Drafts;
  settings: Settings;
  meter: Meter;
}

/** Shows what the address names, whenever it is another. */
function follow({ sessions, conversation, places, drafts, settings, meter }: Parts): void {
  void sessions.load();
  let visits = 0;
  effect(() => {
    const here = place.value;
    const isFirst = visits++ === 0;
    untracked(() => {
      const uid = here.kind === "chat" ? here.session : null;
      void sessions.track(uid);
      // A chat that has just got its address is on the page already.
      if (here.kind === "chat" && here.settled) return drafts.settle(here.session);
      drafts.switchTo(uid, isFirst);
      void conversation.open(uid, places.recall(uid));
    });
  });
  effect(() => {
    void written.value;
    drafts.changed();
  });
  effect(() => {
    // The server's settings are a layer of the others.
    void host.value;
    void settings.load(session.value);
  });
  effect(() => {
    // Whatever changes what goes along with a question.
    void [path.value?.total, path.value?.messages.at(-1)?.uid, path.value?.messages.at(-1)?.status, layers.value];
    meter.update(session.value);
  });
  effect(() => {
    const name = openSession.value?.name;
    document.title = session.value === null || !name ? text.name : text.chat.title(name);
  });
}

/** A server that did not answer is asked again when the reader comes back, or the network does. */
function lookAgain(server: Host): void {
  const look = () => {
    if (!document.hidden && host.peek() !== null && host.peek()?.state !== "ready") void server.check();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  addEventListener("online", look);
}

/** A page that is frozen or put away must not hold the history: other tabs need it. */
function yieldWhenAway(client: Client): void {
  document.addEventListener("freeze", () => client.rest());
  document.addEventListener("resume", () => client.resume());
  addEventListener("pagehide", () => client.rest());
  addEventListener("pageshow", (event) => {
    if (event.persisted) client.resume();
  });
}

/** A crash has its own card, and a cancelled request was ours; the rest is said in the status line. */
function report(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
  if (error.code !== "internal" && error.code !== "cancelled") trouble.value = error.message;
}
