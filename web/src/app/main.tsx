import "../style/main.css";
import { hydrate } from "preact";
import { attachField } from "../composer/field.js";
import { online } from "../core/status.js";
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
