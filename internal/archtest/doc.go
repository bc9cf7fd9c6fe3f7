// Package archtest holds the rules of docs/architecture.md as tests: which
// package and which folder of the page may import which, what the browser's core
// must not contain, where JavaScript may be touched, and what every file owes its
// reader. It contains no code of the product.
//
// Each rule is a function that returns the violations it finds below a
// directory. One test runs it over this project, another over a small project
// that breaks it, so that a rule that stopped looking would show.
package archtest
