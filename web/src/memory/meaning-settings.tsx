import { useSignal, useSignalEffect } from "@preact/signals";
import { Play, RotateCcw, Trash2, TriangleAlert, X } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { type EncoderState, encoderBytes, encoderSaid, encoderState, encoderTrouble, lookForEncoder, removeEncoder, turnOffEncoder, turnOnEncoder } from "../models/meaning.js";
import { type Models, encoder } from "../models/models.js";
import type { ReadSoFar } from "../core/protocol.gen.js";
import { Help } from "../settings/setting-fields.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { meaning as words } from "../text/meaning.js";

interface Props {
  models: Models;
  /** Asks the core how far it is. */
  readSoFar(signal: AbortSignal): Promise<ReadSoFar>;
  /** Has the core forget what was read. */
  forget(): void;
}

/** Whether messages are found by their meaning, and what that takes. */
export function MeaningSetting({ models, readSoFar, forget }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    // What another tab has downloaded is looked for, too.
    void encoder.value;
    if (sheet.value === "settings") void lookForEncoder();
  });
  const state = encoderState.value;
  const trouble = encoderTrouble.value;
  const moving = state?.kind === "downloading" || state?.kind === "checking";
  const inUse = encoder.value !== "";
  // A button that goes leaves the keyboard at the switch.
  const act = (does: () => void) => {
    does();
    whenDrawn(() => place.current?.querySelector<HTMLElement>(".switch")?.focus());
  };
  return (
    <div ref={place} class="setting setting-switch meaning" data-setting={words.also} data-state={state?.kind}>
      <div class="setting-head">
        <label for="setting-meaning">{words.name}</label>
      </div>
      <input
        id="setting-meaning"
        class="switch"
        type="checkbox"
        role="switch"
        checked={inUse || moving}
        aria-describedby="setting-meaning-help setting-meaning-state"
        onChange={({ currentTarget: { checked } }) => (checked ? void turnOnEncoder(models) : turnOffEncoder(models))}
      />
      <Help id="meaning" words={words.help(encoderBytes)} />
      {state !== null && <State state={state} inUse={inUse} readSoFar={readSoFar} />}
      {trouble !== null && (
        <p class="meaning-trouble" role="alert">
          <Icon node={TriangleAlert} small />
          <span>{trouble}</span>
        </p>
      )}
      <div class="meaning-tools">
        {state?.kind === "absent" && trouble !== null && (
          <button type="button" class="worded small first" onClick={() => act(() => void turnOnEncoder(models))}>
            <Icon node={RotateCcw} small />
            {words.again}
          </button>
        )}
        {state?.kind === "paused" && (
          <button type="button" class="worded small first" onClick={() => act(() => void turnOnEncoder(models))}>
            <Icon node={Play} small />
            {words.resume}
          </button>
        )}
        {(state?.kind === "paused" || state?.kind === "downloading") && (
          <button type="button" class="worded small" onClick={() => act(() => void removeEncoder(models))}>
            <Icon node={X} small />
            {words.cancel}
          </button>
        )}
        {state?.kind === "here" && (
          <button
            type="button"
            class="worded small"
            onClick={() =>
              act(() => {
                void removeEncoder(models);
                forget();
              })
            }
          >
            <Icon node={Trash2} small />
            {words.remove(encoderBytes)}
          </button>
        )}
      </div>
      {/* The page's own region is behind the dialog. */}
      <p class="aside" role="status">
        {encoderSaid.value}
      </p>
    </div>
  );
}

/** How far it is, in words and as a bar. */
function State({ state, inUse, readSoFar }: { state: EncoderState; inUse: boolean; readSoFar: Props["readSoFar"] }) {
  switch (state.kind) {
    case "absent":
      return null;
    case "paused":
      return <Line words={words.paused(state.done, state.of)} />;
    case "downloading":
      return (
        <>
          <progress class="storage-progress" max={state.of} value={state.done} aria-label={words.progress} aria-valuetext={words.downloading(state.done, state.of)} />
          <Line words={words.downloading(state.done, state.of)} />
        </>
      );
    case "checking":
      return (
        <>
          <progress class="storage-progress" aria-label={words.checking} />
          <Line words={words.checking} />
        </>
      );
    case "here":
      return inUse ? <Read readSoFar={readSoFar} /> : <Line words={words.kept} />;
    default:
      return state satisfies never;
  }
}

/** How often the core is asked how far it is, while somebody looks; in milliseconds. */
const often = 2000;

/** How many messages have been read, as long as the setting is in sight. */
function Read({ readSoFar }: Pick<Props, "readSoFar">) {
  const so = useSignal<ReadSoFar | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const look = () => {
      if (sheet.peek() !== "settings") return;
      readSoFar(abort.signal).then(
        (found) => (so.value = found),
        // What it says is missing, and nothing else.
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, often);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, []);
  return <Line words={so.value === null ? words.ready : words.read(so.value.read, so.value.total)} />;
}

function Line({ words: said }: { words: string }) {
  return (
    <p id="setting-meaning-state" class="meaning-state figures">
      {said}
    </p>
  );
}
