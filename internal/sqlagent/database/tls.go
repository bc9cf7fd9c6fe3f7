package database

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
)

// How connections are encrypted, and what is looked at in the server's certificate.
const (
	TLSOff     = "off"
	TLSRequire = "require" // encrypted; whoever answers is believed
	// TLSVerifyCA also wants a certificate of a known authority, whatever its name.
	TLSVerifyCA = "verify-ca"
	// TLSVerifyFull also wants it to be the host's own.
	TLSVerifyFull = "verify-full"
)

// TLSConfig makes the settings of encrypted connections, or nil for TLSOff. The file ca
// has the certificates of the authorities that are trusted; without one they are the
// system's. host is the server's name, with or without a port.
func TLSConfig(mode, ca, host string) (*tls.Config, error) {
	if mode == "" || mode == TLSOff {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if ca != "" {
		text, err := os.ReadFile(ca)
		if err != nil {
			return nil, err
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate in PEM", ca)
		}
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	c.ServerName = host
	switch mode {
	case TLSVerifyFull:
		return c, nil
	case TLSVerifyCA:
		c.VerifyConnection = verifyChain(c.RootCAs)
		fallthrough
	case TLSRequire:
		c.InsecureSkipVerify = true // a name is not looked at; of verify-ca the chain is, above
		return c, nil
	}
	return nil, fmt.Errorf("there is no mode %q of TLS", mode)
}

// verifyChain checks a server's certificate without its name.
func verifyChain(roots *x509.CertPool) func(tls.ConnectionState) error {
	return func(s tls.ConnectionState) error {
		between := x509.NewCertPool()
		for _, c := range s.PeerCertificates[1:] {
			between.AddCert(c)
		}
		_, err := s.PeerCertificates[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: between})
		if err != nil {
			return &tls.CertificateVerificationError{UnverifiedCertificates: s.PeerCertificates, Err: err}
		}
		return nil
	}
}
