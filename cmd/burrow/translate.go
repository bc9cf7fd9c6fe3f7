package main

import (
	"errors"
	"io"

	"burrow/internal/config"
	"burrow/internal/say"
)

// translate has the program speak another language from now on: that of a file
// which say.Read reads, "" for English. What is wrong with the file is no reason not
// to work; what it does not have is said in English.
func translate(file string) error {
	if file == "" {
		return nil
	}
	f, _, err := config.OpenFile(file)
	if errors.Is(err, config.ErrNotFile) {
		return say.Error("{file} is not a file", "file", file)
	}
	if err != nil {
		return plain(file, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 2<<20)) // more than say.Read takes
	if err != nil {
		return plain(file, err)
	}
	translation, err := say.Read(text)
	if err != nil {
		return say.Error("{file} is not a translation: {why}", "file", file, "why", err.Error())
	}
	say.Use(translation)
	if n := len(translation.Refused); n > 0 {
		return errors.New(say.Plural(n, "{n} sentence cannot be used, the first is: {first}", "{n} sentences cannot be used, the first is: {first}", "first", translation.Refused[0]))
	}
	return nil
}
