//go:build unix

package database

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"burrow/internal/sqlagent/mariadbtest"
)

// authority signs certificates for a test.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	file        string // its certificate
}

func newAuthority(t *testing.T, name string) authority {
	t.Helper()
	a := authority{file: filepath.Join(t.TempDir(), name+".pem")}
	a.certificate = &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, key := signed(t, a.certificate, a.certificate, nil)
	a.key = key
	var err error
	a.certificate, err = x509.ParseCertificate(der)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(a.file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	return a
}

// signed makes a certificate, signed by itself if there is no key of the signer.
func signed(t *testing.T, c, by *x509.Certificate, with *ecdsa.PrivateKey) ([]byte, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	if with == nil {
		with = key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by, &key.PublicKey, with)
	require.NoError(t, err)
	return der, key
}

// serve makes the certificate of a server and its key.
func (a authority) serve(t *testing.T, host string) (certificate, key []byte) {
	t.Helper()
	der, private := signed(t, &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}, a.certificate, a.key)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}

func TestMariaDBOverTLS(t *testing.T) {
	ours, other := newAuthority(t, "ours"), newAuthority(t, "other")
	certificate, key := ours.serve(t, "db.test")
	s := openShop(t, mariadbtest.Start(t, mariadbtest.Options{Certificate: certificate, Key: key}))
	open := func(s *shop, mode, ca, host string) (*DB, error) {
		o := s.settings("reader")
		var err error
		o.TLS, err = TLSConfig(mode, ca, host)
		require.NoError(t, err)
		return Open(t.Context(), o)
	}
	for _, c := range []struct {
		mode, ca, host string
		fails          bool
	}{
		{TLSOff, "", "", false},
		{TLSRequire, "", "elsewhere.test:3306", false},
		{TLSVerifyCA, ours.file, "elsewhere.test:3306", false},
		{TLSVerifyFull, ours.file, "db.test:3306", false},
		{TLSVerifyFull, ours.file, "elsewhere.test:3306", true},
		{TLSVerifyCA, other.file, "db.test:3306", true},
		{TLSVerifyFull, other.file, "db.test:3306", true},
		{TLSVerifyCA, "", "db.test:3306", true},
	} {
		db, err := open(s, c.mode, c.ca, c.host)
		if c.fails {
			codeIs(t, Untrusted, err)
			continue
		}
		require.NoError(t, err, c)
		require.Equal(t, c.mode != TLSOff, db.Status().Encrypted, c)
		var name, cipher string
		require.NoError(t, db.pool.QueryRow("SHOW SESSION STATUS LIKE 'Ssl_cipher'").Scan(&name, &cipher))
		require.Equal(t, c.mode != TLSOff, cipher != "", "what the server says of %v: %q", c, cipher)
		got, err := db.Query(t.Context(), only(3), checked("SELECT name FROM secure_customer"), Limits{})
		require.NoError(t, err)
		require.Equal(t, [][]string{{"Customer 3"}}, texts(got))
		require.NoError(t, db.Close())
	}
	// An account that must encrypt.
	s.do(t, "ALTER USER reader@localhost REQUIRE SSL")
	_, err := open(s, TLSOff, "", "")
	codeIs(t, Denied, err)

	// A server that cannot.
	plain := openShop(t, mariadbtest.Start(t, mariadbtest.Options{}))
	_, err = open(plain, TLSRequire, "", "db.test")
	codeIs(t, Untrusted, err)
}

func TestFilesOfAuthorities(t *testing.T) {
	_, err := TLSConfig(TLSVerifyCA, filepath.Join(t.TempDir(), "nothing.pem"), "db")
	require.ErrorIs(t, err, os.ErrNotExist)
	file := filepath.Join(t.TempDir(), "text.pem")
	require.NoError(t, os.WriteFile(file, []byte("no certificate"), 0o600))
	_, err = TLSConfig(TLSVerifyFull, file, "db")
	require.ErrorContains(t, err, "no certificate in PEM")
	_, err = TLSConfig("preferred", "", "db")
	require.ErrorContains(t, err, "no mode")
	c, err := TLSConfig("", "", "db")
	require.NoError(t, err)
	require.Nil(t, c)
	c, err = TLSConfig(TLSVerifyFull, "", "[::1]:3306")
	require.NoError(t, err)
	require.Equal(t, "::1", c.ServerName)
	require.False(t, c.InsecureSkipVerify)
}
