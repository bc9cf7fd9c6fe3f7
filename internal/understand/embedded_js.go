package understand

// builtIn is only English, as the tables of others are fetched when they are needed.
// Tests put them in.
var builtIn = func() *Languages { return &onlyEnglish }
