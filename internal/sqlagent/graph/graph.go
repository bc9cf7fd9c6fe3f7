// Package graph makes and keeps join graphs. It decides what a database's definitions, an
// application's models and its rows say about how tables belong together, and how sure
// that is: foreign keys are certain, what models declare nearly so, and what names suggest
// is worth as much as the rows confirm.
//
// It leaves to joingraph which of the relationships connect given tables. Nothing here
// runs a text of somebody else: models are read, not executed, and the only statements
// that reach a database are our own.
package graph
