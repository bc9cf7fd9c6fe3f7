import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pageFolder, pathOf } from "../built.js";

const project = join(import.meta.dirname, "../../..");
const script = "build/test/markdown.js";

/** A file of the page, by its name without the hash. */
const built = (name: string) => readFileSync(join(pageFolder, pathOf(name)));

const shell = `<!doctype html>
<html lang="en">
<title>Markdown</title>
${["tokens", "base", "markdown", "code", "tables"].map((name) => `<link rel="stylesheet" href="/markdown-test/${name}.css">`).join("\n")}
<link rel="stylesheet" href="/markdown-test/page.css">
<div id="root" class="column"></div>
<script type="module" src="/markdown-test/page.js"></script>`;

const pageStyle = "#root { height: 100vh; overflow-y: auto; padding: 24px 16px; }";

/** Opens a page with the Markdown view alone, and what sets formulas, under the headers that the program sends. */
export async function open(page: Page, load = true): Promise<void> {
  const { "content-security-policy": policy = "", "cross-origin-opener-policy": opener = "", "cross-origin-embedder-policy": embedder = "" } = (await page.request.get("/")).headers();
  if (policy === "") throw new Error("the program sends no policy");
  const headers = { "Content-Security-Policy": policy, "Cross-Origin-Opener-Policy": opener, "Cross-Origin-Embedder-Policy": embedder };
  await page.route("**/markdown-test/**", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    if (name === "") return route.fulfill({ headers, contentType: "text/html", body: shell });
    if (name === "page.js") return route.fulfill({ headers, contentType: "text/javascript", body: readFileSync(join(project, script)) });
    // What colours code and sets formulas is the program's own.
    if (name.endsWith(".js")) return route.fulfill({ headers, contentType: "text/javascript", body: built(name) });
    if (name === "maths.css") return route.fulfill({ headers, contentType: "text/css", body: built(name) });
    const body = name === "page.css" ? pageStyle : readFileSync(join(project, "web/src", /^(tokens|base)\./.test(name) ? "style" : "prose", name));
    return route.fulfill({ headers, contentType: "text/css", body });
  });
  await page.goto("/markdown-test/");
  await page.waitForFunction(() => "stage" in window);
  if (load) await page.evaluate(() => window.stage.load());
}
