package database

import "burrow/internal/config"

// SettingsOf are those of a configured database.
func SettingsOf(d config.Database) (Settings, error) {
	s := Settings{User: d.User, Password: d.Password.Reveal(), Name: d.Name, Key: d.Key.Reveal(), Writable: d.Writable}
	s.Network, s.Address = d.Address()
	var err error
	s.TLS, err = TLSConfig(d.TLS, d.CA, s.Address)
	return s, err
}
