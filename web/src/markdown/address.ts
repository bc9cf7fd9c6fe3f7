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

/** Endings of files such as README.md are those of hosts, too. */
const file = "(?:cc|js|md|pl|py|rs|sh|ts)";
const ip = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const end = String.raw`(?:[/:?#\\]|$)`;

/** Words that are an address or a host, and nothing else. */
const isHost = new RegExp(String.raw`^(?:www\.|[\p{L}\p{N}_-]+:\/\/|localhost${end}|${ip}${end}|[^\s/@]+\.(?!${file}$)\p{L}{2,}${end})`, "iu");

/** Among other words only endings that few names of files and programs have make a host. */
const known = "ai|app|at|au|biz|br|ca|ch|cloud|cn|com|de|dev|dk|edu|es|eu|fr|gov|info|io|jp|net|nl|online|org|ru|se|shop|site|uk|us|xyz";
const namesHost = new RegExp(String.raw`^(?:www\.|[a-z][a-z0-9+.-]*:\/\/|${ip}${end}|[^\s/@]+\.(?:${known}|[^\x00-\x7f]{2,})${end})`, "iu");

/** What stands around an address in a sentence. */
const around = /^[\p{P}\p{S}]+|[\p{Po}\p{Pe}\p{Pf}\p{S}]+$/gu;

/**
 * Where a link really leads, if its words say something else: they name another host or
 * mailbox, the address has a name before its host ("https://bank.example@evil.example"),
 * or the host is written in letters that may only look like those of another. Null for
 * a link that does not mislead.
 */
export function realHost(words: string, url: URL): string | null {
  const said = words.normalize("NFKC").replace(/[\u3002\uff0e\uff61]/g, ".").trim();
  const all = said.split(/\s+/).map((word) => word.replace(around, ""));
  const host = all.length === 1 ? isHost : namesHost;
  const named = all.filter((word) => host.test(word) || /[^@]@[^@]/.test(word));
  if (url.protocol === "mailto:") {
    const leads = (word: string) => word.replace(/^mailto:/i, "").toLowerCase() === url.pathname.toLowerCase();
    return named.every(leads) ? null : url.pathname;
  }
  const looksAlike = named.length > 0 && /(?:^|\.)xn--/.test(url.host);
  const plain = url.username === "" && url.password === "" && !looksAlike;
  return plain && named.every((word) => leadsTo(word, url)) ? null : url.host;
}

function leadsTo(word: string, url: URL): boolean {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? word : `https://${word}`;
  if (!URL.canParse(address)) return false;
  const said = new URL(address);
  return said.username === "" && hostOf(said) === hostOf(url);
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, "");
}

/** The beginning of a long address. */
export function shortened(address: string): string {
  return address.length > 120 ? `${address.slice(0, 119)}…` : address;
}

/** The end of a long host, which says whose it is. */
export function shortenedHost(host: string): string {
  return host.length > 60 ? `…${host.slice(-59)}` : host;
}
