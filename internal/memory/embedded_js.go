package memory

// languages is empty, as the words of others are fetched when they are needed.
const languages = ""
