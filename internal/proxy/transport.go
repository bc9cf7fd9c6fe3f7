package proxy

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"burrow/internal/say"
)

// newTransport returns how providers are asked. A transport follows no redirects, so
// a key only goes to its own host. Compression is off, so that the limits count the
// bytes that are held.
func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, Control: checkDialled}
	return &http.Transport{
		// A proxy of the machine's network. It is not used for the loopback.
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  10 * time.Minute, // a long answer that is not streamed
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    64,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true,
	}
}

var errReserved = errors.New("the address is reserved")

// checkDialled refuses addresses where there are no providers, but may be secrets: a
// name that resolves to 169.254.169.254 leads to a cloud's account data.
func checkDialled(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return errReserved
	}
	if ip := at.Addr().Unmap(); !ip.IsLoopback() && !ip.IsGlobalUnicast() {
		return errReserved
	}
	return nil
}

// unreachable says in plain words why a provider gave no answer.
func unreachable(name string, err error) refusal {
	failed := func(why say.English) refusal {
		return refusal{http.StatusBadGateway, "unavailable", say.T("{provider} cannot be reached: {why}.", "provider", name, "why", say.T(why))}
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return refusal{http.StatusGatewayTimeout, "timed_out", say.T("{provider} did not answer in time.", "provider", name)}
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return failed("its name cannot be resolved, or there is no network")
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return failed("its certificate is not valid")
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return failed("nothing listens at its address")
	case errors.Is(err, syscall.ENETUNREACH) || errors.Is(err, syscall.EHOSTUNREACH):
		return failed("there is no network")
	case errors.Is(err, errReserved):
		return failed("its name leads to a reserved address")
	}
	return failed("the connection broke")
}
