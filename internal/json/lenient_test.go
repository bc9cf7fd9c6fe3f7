package json_test

import (
	std "encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/json"
)

type foreign struct {
	Name   string             `json:"name"`
	Maybe  *string            `json:"maybe"`
	Count  int                `json:"count"`
	At     *float64           `json:"at"`
	UID    chat.UID           `json:"uid"`
	Raw    std.RawMessage     `json:"raw"`
	Parts  []std.RawMessage   `json:"parts"`
	Nodes  map[string]foreign `json:"nodes"`
	Nested struct {
		Deep bool `json:"deep"`
	} `json:"nested"`
}

// TestUnmarshalReadsAsEncodingJSONDoes compares the two on what others may write.
func TestUnmarshalReadsAsEncodingJSONDoes(t *testing.T) {
	for _, text := range []string{
		`{}`, ` { "name" : "a\u00e9\n\ud83d\ude00" , "unknown": [1, {"x": null}] } `,
		`{"name":null,"maybe":null,"at":null,"raw":null,"parts":null,"nodes":null,"count":null}`,
		`{"maybe":"","at":-1.5e3,"count":-7,"raw":{"a": [1,2]},"parts":["x",{"y":1},3]}`,
		`{"uid":"00112233445566778899aabbccddeeff","nested":{"deep":true,"more":1}}`,
		`{"nodes":{"a":{"name":"one"},"b":{"nodes":{"c":{"count":3}}}}}`,
		`{"name":"first","name":"second"}`, "{\"name\":\"a\xffb\"}",
	} {
		var want, got foreign
		require.NoError(t, std.Unmarshal([]byte(text), &want), text)
		require.NoError(t, json.Unmarshal([]byte(text), &got), text)
		if string(want.Raw) == "null" {
			want.Raw = nil // null is as good as absent here
		}
		require.Equal(t, want, got, text)
	}
}

func TestUnmarshalSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		``: "not JSON", `nope`: "not JSON", `{"name":`: "not JSON", `{"name":"a"} x`: "not JSON",
		`[]`:                            " must be an object",
		`{"name":1}`:                    "name must be a string",
		`{"nodes":{"a":{"count":"x"}}}`: "nodes.a.count must be a whole number",
		`{"at":"x"}`:                    "at must be a number",
		`{"uid":"12"}`:                  chat.ErrUID.Error(),
		`{"nested":{"deep":1}}`:         "nested.deep must be true or false",
	} {
		require.ErrorContains(t, json.Unmarshal([]byte(text), &foreign{}), want, text)
	}
}

func TestUnmarshalStrictReadsUIDs(t *testing.T) {
	var got struct {
		UIDs []chat.UID `json:"uids"`
	}
	require.NoError(t, json.UnmarshalStrict(`{"uids":["00112233445566778899AABBCCDDEEFF"]}`, &got))
	require.Equal(t, "00112233445566778899aabbccddeeff", got.UIDs[0].String())
	for text, want := range map[string]string{
		`{"uids":["12"]}`: "uids[0] must be a uid", `{"uids":[""]}`: "uids[0] must be a uid", `{"uids":[1]}`: "uids[0] must be a string",
	} {
		require.EqualError(t, json.UnmarshalStrict(text, &got), want)
	}
}

func TestMembersOfACutObject(t *testing.T) {
	var names []string
	json.Members(`{"a":1,"b":{"c":[2]},"d":"e","f":3`, func(name string, value json.Raw) { names = append(names, name+"="+string(value)) })
	require.Equal(t, []string{`a=1`, `b={"c":[2]}`, `d="e"`}, names, "a number at the end may be cut")
}
