// The sentences about documents that are read, in scripts of their own.

export const reading = {
  notLoaded: "Burrow reads this kind of file with a part that isn’t downloaded yet. Check your connection, and try again.",
  tooLong: "This file takes too long to read, so Burrow stopped. Split it, or save it in another format, and add that.",
  crashed: "This file couldn’t be read: it is damaged, or needs more memory than the browser has. Split it, or save it in another format, and add that.",
  left: "Reading stopped when you left the page. Add the file again.",
};
