package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAddressesMeanOneServer(t *testing.T) {
	for text, want := range map[string]address{
		"https://api.openai.com/v1":            {url: "https://api.openai.com/v1", host: "api.openai.com", encrypted: true},
		"https://api.openai.com/v1/":           {url: "https://api.openai.com/v1", host: "api.openai.com", encrypted: true},
		"http://localhost:1234/v1":             {url: "http://localhost:1234/v1", host: "localhost:1234", loopback: true},
		"http://[::1]:1234/v1":                 {url: "http://[::1]:1234/v1", host: "[::1]:1234", loopback: true},
		"http://192.168.1.5:8080":              {url: "http://192.168.1.5:8080", host: "192.168.1.5:8080", bare: true},
		"https://models.example.org/a/b-c/v1":  {url: "https://models.example.org/a/b-c/v1", host: "models.example.org", encrypted: true},
		"https://my_host.internal:65535/v1///": {url: "https://my_host.internal:65535/v1", host: "my_host.internal:65535", encrypted: true},
	} {
		got, err := parseAddress("OPENAI_BASE_URL", text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"", "api.openai.com", "//api.openai.com/v1", "file:///etc/passwd", "gopher://example.org/", "HTTPS:/x", "https:", "https:///v1",
		"http://169.254.169.254/latest", "http://[::ffff:169.254.169.254]/", "http://[::ffff:a9fe:a9fe]/", "http://[fe80::1]/", "http://[fe80::1%25eth0]/",
		"http://[::1%25lo]:80/", "http://0/", "http://0.0.0.0/", "http://[::]/", "http://224.0.0.1/", "http://255.255.255.255/",
		"http://127.1:3306", "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://example.0x7f/",
		"https://api.openai.com@evil.example/", "https://user:password@example.org/v1", "https://evil.example#.openai.com", "https://evil.example?.openai.com/v1",
		"https://api.openai.com./v1", "https://API.openai.com/v1", "https://ⓔvil.example/v1", "https://evil..example/", "https://.example/", "https://-/\\evil",
		"https://api.openai.com:/v1", "https://api.openai.com:0/v1", "https://api.openai.com:70000/v1", "https://api.openai.com:http/v1",
		"https://example.org/v1/../admin", "https://example.org/..", "https://example.org/%2e%2e/x", "https://example.org/a b", "https://exa mple.org/", "http://[::1/v1",
		"https://example.org\\@evil.example/v1", "https://example.org/v1\n",
	} {
		_, err := parseAddress("OPENAI_BASE_URL", text)
		require.Error(t, err, text)
	}
}
