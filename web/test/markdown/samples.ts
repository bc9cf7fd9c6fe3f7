// A line or two of each language, by all of its names, and what is coloured in it.

type Sample = readonly [names: string, code: string, coloured: Record<string, string[]>];

export const samples: readonly Sample[] = [
  ["go golang Go", "var a = `b` // c", { word: ["var"], value: ["`b`"], remark: ["// c"] }],
  ["javascript js jsx mjs cjs node js{1,2}", "const a = 'b'; // c", { word: ["const"], value: ["'b'"], remark: ["// c"] }],
  ["typescript ts tsx mts cts", "let a: number = 1;", { word: ["let"], value: ["1"] }],
  ["python py python3", "def a(): return 'b'  # c", { word: ["def", "return"], value: ["'b'"], remark: ["# c"] }],
  ["java", "class A { int b = 1; }", { word: ["class", "int"], value: ["1"] }],
  ["c h", "int a = 1; // b", { word: ["int"], value: ["1"], remark: ["// b"] }],
  ["cpp c++ cc cxx hh hpp", "auto a = 1; // b", { word: ["auto"], value: ["1"], remark: ["// b"] }],
  ["csharp c# cs C#", "var a = \"b\"; // c", { word: ["var"], value: ["\"b\""], remark: ["// c"] }],
  ["rust rs rust,ignore", "let a = 1; // b", { word: ["let"], value: ["1"], remark: ["// b"] }],
  ["ruby rb", "def a; 'b' end # c", { word: ["def", "end"], value: ["'b'"], remark: ["# c"] }],
  ["php", "<?php $a = 'b'; // c", { remark: ["<?php", "// c"], value: ["'b'"] }],
  ["bash sh zsh", "if true; then echo \"a\"; fi # b", { word: ["if", "then", "fi"], value: ["true", "\"a\""], remark: ["# b"] }],
  ["shell console shellsession", "$ ls -l \"a\"", { remark: ["$ "], value: ["\"a\""] }],
  ["sql mysql postgres postgresql psql sqlite", "SELECT 1 -- a", { word: ["SELECT"], value: ["1"], remark: ["-- a"] }],
  ["json json5 jsonc jsonl", '{"a": "b", "c": 1, "d": true}', { value: ["\"b\"", "1", "true"] }],
  ["yaml yml", "a: 1 # b", { value: ["1"], remark: ["# b"] }],
  ["xml html svg xhtml vue", '<a b="c">d</a> <!-- e -->', { word: ["a", "a"], value: ["\"c\""], remark: ["<!-- e -->"] }],
  ["css", "a { color: #fff } /* b */", { word: ["a"], value: ["#fff"], remark: ["/* b */"] }],
  ["markdown md", "# a\n> b\n- `c`", { word: ["# a"], remark: ["> b"], value: ["-", "`c`"] }],
  ["diff patch", "-a\n+b\n c", { removed: ["-a"], added: ["+b"] }],
  ["dockerfile docker containerfile", "FROM a # b\nRUN \"c\"", { word: ["FROM", "RUN"], remark: ["# b"], value: ["\"c\""] }],
  ["kotlin kt kts", "val a = \"b\" // c", { word: ["val"], value: ["\"b\""], remark: ["// c"] }],
  ["swift", "let a = \"b\" // c", { word: ["let"], value: ["\"b\""], remark: ["// c"] }],
  ["ini toml conf properties env", "[a]\nb = 1 # c", { word: ["[a]"], value: ["1"], remark: ["# c"] }],
];
