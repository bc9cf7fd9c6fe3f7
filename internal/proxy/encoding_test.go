package proxy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestChooseFollowsAcceptEncoding(t *testing.T) {
	all := File{Brotli: 1, Gzip: 1}.variants()
	for header, want := range map[string]string{
		"":                              "identity",
		"br":                            "br",
		"gzip, deflate, br, zstd":       "br",
		"gzip":                          "gzip",
		"GZip":                          "gzip",
		"deflate":                       "identity",
		"gzip;q=1.0, br;q=0.5":          "gzip",
		"gzip;q=0.5, br;q=0.5":          "br",
		"br;q=0, gzip":                  "gzip",
		"br;q=0.000, gzip;q=0":          "identity",
		"br ; q=0.1 , gzip ; Q=0.2":     "gzip",
		"*":                             "br",
		"*;q=0.5, br;q=0":               "gzip",
		"identity":                      "identity",
		"identity, br;q=0.5":            "identity",
		"identity;q=0, *":               "br",
		"*;q=0, gzip":                   "gzip",
		"br;q=0.001":                    "br",
		"br;q=NaN, gzip;q=0.1":          "gzip",
		"br;q=1e-2, gzip;q=0.001":       "gzip",
		"br;q=2, gzip;q=0.1":            "gzip",
		"br;q=-1, gzip;q=0.1":           "gzip",
		"gzip, br;q=1":                  "br",
		"br;q=0.9999, gzip;q=0.1":       "gzip",
		"br;q=0.999, gzip;q=0.1":        "br",
		"br;q=, gzip;q=0.1":             "gzip",
		"br;level=9, gzip;q=0.1":        "gzip",
		", ,;,br":                       "br",
		"brotli, x-gzip":                "identity",
		"identity;q=0.5, br;q=0.4, *":   "gzip",
		"identity;q=0.001, gzip;q=0.01": "gzip",
	} {
		got, ok := choose(header, all)
		require.True(t, ok, header)
		require.Equal(t, want, got.coding, header)
	}
	for _, header := range []string{"identity;q=0", "*;q=0", "br;q=0, gzip;q=0, identity;q=0", "deflate, identity;q=0"} {
		_, ok := choose(header, all)
		require.False(t, ok, header)
	}
	plain, ok := choose("br, gzip", File{}.variants())
	require.True(t, ok)
	require.Equal(t, identity, plain.coding, "a file without siblings")
}
