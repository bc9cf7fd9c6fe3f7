// Package transfer carries histories in and out of the store: JSON lines of our
// own, exports of other chats, and backups, which are whole databases. It decides
// what of a foreign file may come in and how it is merged with what is here. How
// rows are kept is left to package store.
//
// Nothing that a file says of itself is trusted: rows are read by lists of columns
// that we know, values are checked, and whatever was left out is named in a report.
package transfer

import "strings"

// valid makes text that every reader reads alike: what is not UTF-8 becomes U+FFFD.
func valid(text string) string { return strings.ToValidUTF8(text, "\ufffd") }
