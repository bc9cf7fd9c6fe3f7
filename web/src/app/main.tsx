import "../style/main.css";
import { effect } from "@preact/signals";
import { hydrate } from "preact";
import { attachField } from "../composer/field.js";
import { core, online } from "../core/status.js";
import { followSettingsAddress, sheet } from "../shared/layout.js";
import { fetched, partsCome, wanted } from "../shared/part.js";
import { styled } from "../shared/styled.js";
// The state before the views: in this order the script compresses better.
import { connect } from "./wiring.js";
import { App } from "./app.js";

addEventListener("online", () => (online.value = true));
addEventListener("offline", () => (online.value = false));

const page = document.getElementById("page");
if (page === null) throw new Error("the shell has no #page");
removeFiller(page);
attachField(page.querySelector("textarea"));
hydrate(<App intents={connect()} />, page);
// The style sheet shows from here on what works only with this script.
document.documentElement.dataset["live"] = "";

/** Address of the style sheet of what comes later, with its hash; written by the bundler. */
declare const __LATER__: string;

partsCome(async () => {
  const [{ fillParts }] = await Promise.all([import("./later.js"), styled(__LATER__)]);
  fillParts();
});
effect(() => {
  if (sheet.value !== null) void wanted().then((there) => there || (sheet.value = null));
});
// When the core runs, the page has time for what it will need next.
const stop = effect(() => {
  if (core.value.kind !== "ready") return;
  queueMicrotask(() => stop());
  const look = () => void fetched().catch(() => undefined);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(look, { timeout: 3000 });
  else setTimeout(look, 500);
});
followSettingsAddress();

/**
 * Removes what the rendering does not have: white space between elements, and the
 * words for browsers without scripts. With them in between, Preact would move the
 * elements of the shell to where it expects them, and a text field that is moved
 * loses the focus.
 */
function removeFiller(shell: Element): void {
  for (const child of [...shell.childNodes]) {
    if (child instanceof Element) {
      if (child.localName === "noscript") child.remove();
      else removeFiller(child);
    } else if (child.textContent?.trim() === "") {
      child.remove();
    }
  }
}
