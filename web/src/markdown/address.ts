// Which addresses become links. The browser's own parser decides what an address is:
// it also knows the spellings that hide one, such as a tab inside of a scheme.

const schemes = ["http:", "https:", "mailto:"];

/** Addresses that are longer are text. */
const longest = 4_000;

/** The address to follow, as the browser writes it; null if it must not be followed, or means nothing outside of a page. */
export function followable(address: string): URL | null {
  if (address.length > longest || !URL.canParse(address)) return null;
  const url = new URL(address);
  return schemes.includes(url.protocol) ? url : null;
}

/** Names of files such as README.md end like hosts, too. */
const looksLikeHost = /^(?:https?:\/\/|www\.)|^[^\s/@]+\.(?!(?:cc|js|md|pl|py|rs|sh|ts)$)[a-z]{2,}(?:[/:?#]|$)/i;

/** Whether the words of a link name another host than the one it leads to. */
export function misleads(words: string, url: URL): boolean {
  const said = words.trim();
  if (url.protocol === "mailto:" || !looksLikeHost.test(said)) return false;
  const address = /^https?:\/\//i.test(said) ? said : `https://${said}`;
  return !URL.canParse(address) || hostOf(new URL(address)) !== hostOf(url);
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, "");
}

/** The beginning of a long address. */
export function shortened(address: string): string {
  return address.length > 120 ? `${address.slice(0, 119)}…` : address;
}
