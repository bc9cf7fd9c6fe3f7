// The files of this build, as tools/bundle writes them into the script.

/** A file of the page. */
export interface Listed {
  path: string;
  sha256: string;
  type: string;
  /** With the installation, or after it, or when it is first asked for. */
  keep: "first" | "later" | "use";
}

declare const __SERVICE__: { version: string; build: string; files: readonly Listed[] };

export const { version, build, files } = __SERVICE__;

const byPath = new Map(files.map((file) => [file.path, file]));

export function listed(path: string): Listed | undefined {
  return byPath.get(path);
}

/** Names with a hash never mean anything else, in whichever build. */
export function isHashed(path: string): boolean {
  return path.startsWith("/assets/");
}

/** Whether the page itself handles an address, as internal/proxy/site.go has it. */
export function isPage(path: string): boolean {
  return path === "/" || /^\/c\/[A-Za-z0-9_-]{1,64}$/.test(path);
}
