package store

// recognise trusts the schema: the files of the browser's pool are made by this
// program alone. A restore copies rows out of a foreign file and never opens it as
// the history.
func (s *Store) recognise(int, [][]string) error { return nil }
