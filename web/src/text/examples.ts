// What a new chat offers, in English: part of the catalogue in en.ts. There are four for
// whoever answers, each with a name in one line. Those of the small model are asked by the
// tests of real models: what it answers badly has no place here.

export const examples = {
  model: [
    { title: "Plan a weekend", question: "Plan a quiet weekend of walking for two people: three routes of 8 to 12 kilometres, what to pack, and what to do if it rains." },
    { title: "Shorten a text", question: "Make this clearer and half as long: “In the event that the aforementioned meeting should turn out to be impossible to hold, please be so kind as to inform the undersigned at the earliest possible opportunity.”" },
    { title: "Explain a loan", question: "Explain how a mortgage works to somebody who has never had a loan, with an example in numbers." },
    { title: "Write a script", question: "Write a Python script that renames all photos in a folder by the date they were taken. Explain how to run it." },
  ],
  small: [
    { title: "Explain a word", question: "What is photosynthesis? Answer in one sentence." },
    { title: "Ask for a fact", question: "What is the capital of Australia?" },
    { title: "Say no politely", question: "Write a polite sentence that declines an invitation to dinner." },
    { title: "Use simpler words", question: "Rewrite this in simple words: The meeting has been postponed due to unforeseen circumstances." },
  ],
  none: [
    { title: "Add a key", note: "For OpenAI, Google, Anthropic or any compatible server.", act: "key" },
    { title: "Use Ollama", note: "Run a model on this machine. Burrow finds it by itself.", act: "ollama" },
    { title: "Download a model", note: "A small one that runs in this browser.", act: "download" },
    { title: "Import your chats", note: "From ChatGPT, Claude and others, to search them here.", act: "import" },
  ],
} as const;
