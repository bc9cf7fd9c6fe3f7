// Package words reads text as search, recall, memory and understanding do: which
// characters are letters, where words and sentences end, which forms are one word,
// and what dates and numbers mean. It leaves to its callers what the words are for.
//
// It knows English, and cuts text of any language. Where two callers need different
// readings, the difference is a parameter.
package words
