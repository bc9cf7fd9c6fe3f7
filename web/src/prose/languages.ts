// The languages whose code is coloured, by the names that fences have for them.

const names = {
  bash: "sh zsh",
  c: "h",
  cpp: "c++ cc cxx hh hpp",
  csharp: "c# cs",
  css: "",
  diff: "patch",
  dockerfile: "docker containerfile",
  go: "golang",
  ini: "toml conf properties env",
  java: "",
  javascript: "js jsx mjs cjs node",
  json: "json5 jsonc jsonl",
  kotlin: "kt kts",
  markdown: "md",
  php: "",
  python: "py python3",
  ruby: "rb",
  rust: "rs",
  shell: "console shellsession",
  sql: "mysql postgres postgresql psql sqlite",
  swift: "",
  typescript: "ts tsx mts cts",
  xml: "html svg xhtml vue",
  yaml: "yml",
};

export type Language = keyof typeof names;

const known = new Map<string, Language>();
for (const [language, others] of Object.entries(names) as [Language, string][]) {
  for (const name of `${language} ${others}`.trimEnd().split(" ")) known.set(name, language);
}

/** The language that a fence names, such as js, C++ or rust,ignore; null if its code stays as it is. */
export function languageOf(name: string): Language | null {
  return known.get(/^[\w+#]*/.exec(name)?.[0].toLowerCase() ?? "") ?? null;
}
