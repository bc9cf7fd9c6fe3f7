package wire_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
	"burrow/internal/json"
	"burrow/internal/tokens"
	"burrow/internal/wire"
)

func TestDecodeReadsBothFramesInAnyOrderOfMembers(t *testing.T) {
	for _, c := range []struct {
		in   string
		want wire.ToCore
	}{
		{`{"kind":"request","id":1,"method":"core.info"}`, wire.RequestFrame{ID: 1, Method: "core.info"}},
		{" { \"params\" : {\"a\":[1,{}]} ,\t\"method\":\"m\",\r\"id\":9007199254740991,\n\"kind\":\"request\" } ",
			wire.RequestFrame{ID: 1<<53 - 1, Method: "m", Params: `{"a":[1,{}]}`}},
		{`{"kind":"cancel","id":7}`, wire.CancelFrame{ID: 7}},
	} {
		got, _, err := wire.Decode(c.in)
		require.NoError(t, err, c.in)
		require.Equal(t, c.want, got, c.in)
	}
}

func TestDecodeSaysWhatIsWrongAndWhoAsked(t *testing.T) {
	for _, c := range []struct {
		in     string
		wantID int64
		want   string
	}{
		{``, 0, "frame is not valid JSON: unexpected end at byte 0."},
		{`{`, 0, "frame is not valid JSON: no member name at byte 1."},
		{`{"kind":"request","id":3,"method":"tok`, 0, "frame is not valid JSON: unexpected end at byte 38."},
		{`{"kind":"request","id":3,"method":"m"} {}`, 0, "frame is not valid JSON: more text after the value at byte 39."},
		{`{"kind":"request","id":3,"method":"m",}`, 0, "frame is not valid JSON: no member name at byte 38."},
		{`{"kind":"request","id":03,"method":"m"}`, 0, "frame is not valid JSON: no comma or closing brace at byte 24."},
		{`{"kind":"request","id":3,"method":"m` + "\n" + `"}`, 0, "frame is not valid JSON: control character in a string at byte 36."},
		{`{"kind":"request","id":3,"method":"\x"}`, 0, "frame is not valid JSON: unknown escape at byte 35."},
		{`{"kind":"request","id":3,"params":` + strings.Repeat("[", 100) + `}`, 0, "frame is not valid JSON: nested too deeply at byte 67."},
		{"{\"kind\":\"request\",\"id\":3,\"method\":\"\xff\"}", 0, "frame is not valid UTF-8."},
		{`[1]`, 0, "frame must be an object."},
		{`null`, 0, "frame must be an object."},
		{`{"id":3,"method":"m"}`, 0, "frame.kind is missing."},
		{`{"kind":"Request","id":3,"method":"m"}`, 0, "frame.kind must be request or cancel."},
		{`{"kind":"request","method":"m"}`, 0, "frame.id is missing."},
		{`{"kind":"request","ID":3,"method":"m"}`, 0, `frame has an unknown member "ID".`},
		{`{"kind":"request","id":0,"method":"m"}`, 0, "frame.id must be at least 1."},
		{`{"kind":"request","id":-4,"method":"m"}`, 0, "frame.id must be at least 1."},
		{`{"kind":"request","id":"3","method":"m"}`, 0, "frame.id must be a whole number."},
		{`{"kind":"request","id":3.5,"method":"m"}`, 0, "frame.id must be a whole number that JavaScript can hold."},
		{`{"kind":"request","id":9007199254740992,"method":"m"}`, 0, "frame.id must be a whole number that JavaScript can hold."},
		{`{"kind":"request","id":3}`, 3, "frame.method is missing."},
		{`{"kind":"request","id":3,"method":7}`, 3, "frame.method must be a string."},
		{`{"kind":"request","id":3,"method":null}`, 3, "frame.method must be a string."},
		{`{"kind":"request","id":3,"id":4,"method":"m"}`, 4, "frame.id is given twice."},
		{`{"extra":true,"method":"m","id":3,"kind":"request"}`, 3, `frame has an unknown member "extra".`},
		{`{"kind":"cancel","id":3,"extra":true}`, 0, `frame has an unknown member "extra".`},
		{`{"kind":"cancel","id":3,"method":"m"}`, 0, "A cancel frame has only a kind and an id."},
	} {
		_, id, err := wire.Decode(c.in)
		require.ErrorIs(t, err, fault.Invalid, c.in)
		require.Equal(t, c.want, fault.From(err).Message, c.in)
		require.Equal(t, c.wantID, id, c.in)
	}
}

func TestReadParamsFillsEveryKindOfMember(t *testing.T) {
	var got wire.DraftEditParams
	err := wire.ReadParams(`{
		"draft": "d\u00e9\/\"\\\b\f\n\r\t",
		"edits": [{"from":0,"to":-1,"text":"\ud83d\ude00"}, {"text":"\ud83d x \ude00\ud83d\u0041","to":2,"from":1}],
		"units": "byte", "length": 0, "encoding": "o200k_base"}`, &got)
	require.NoError(t, err)
	require.Equal(t, wire.DraftEditParams{
		Draft: "dé/\"\\\b\f\n\r\t",
		Edits: []wire.Edit{{From: 0, To: -1, Text: "😀"}, {From: 1, To: 2, Text: "\ufffd x \ufffd\ufffdA"}},
		Units: wire.Bytes, Length: new(int), Encoding: tokens.O200k,
	}, got)

	var flagged, plain wire.EncodeParams
	require.NoError(t, wire.ReadParams(`{"text":"a","ends":true}`, &flagged))
	require.NoError(t, wire.ReadParams(`{"text":"a","ends":false}`, &plain))
	require.Equal(t, []bool{true, false}, []bool{flagged.Ends, plain.Ends})

	var ids wire.DecodeParams
	require.NoError(t, wire.ReadParams(`{"ids":[0, 4294967295],"encoding":"cl100k_base"}`, &ids))
	require.Equal(t, []uint32{0, 1<<32 - 1}, ids.IDs)

	require.NoError(t, wire.ReadParams("", &wire.InfoParams{}), "no params count as {}")
}

func TestReadParamsNamesWhatDoesNotFit(t *testing.T) {
	for _, c := range []struct {
		in   json.Raw
		into any
		want string
	}{
		{`[]`, &wire.CountParams{}, "params must be an object."},
		{`{}`, &wire.CountParams{}, "params.text is missing."},
		{`{"text":1}`, &wire.CountParams{}, "params.text must be a string."},
		{`{"text":"a","role":null}`, &wire.CountParams{}, "params.role must be a string."},
		{`{"text":"a","txet":"b"}`, &wire.CountParams{}, `params has an unknown member "txet".`},
		{`{"text":"a","text":"b"}`, &wire.CountParams{}, "params.text is given twice."},
		{`{"text":"a","ends":1}`, &wire.EncodeParams{}, "params.ends must be true or false."},
		{`{"text":"a","ends":tru}`, &wire.EncodeParams{}, "params is not valid JSON: unexpected character at byte 19."},
		{`{"x":1}`, &wire.InfoParams{}, `params has an unknown member "x".`},
		{`{"draft":"d","edits":{}}`, &wire.DraftEditParams{}, "params.edits must be an array."},
		{`{"draft":"d","edits":[{"from":1,"to":1,"text":""},{"from":1,"text":""}]}`, &wire.DraftEditParams{}, "params.edits[1].to is missing."},
		{`{"draft":"d","edits":[{"from":true,"to":1,"text":""}]}`, &wire.DraftEditParams{}, "params.edits[0].from must be a whole number."},
		{`{"draft":"d","edits":[],"length":"1"}`, &wire.DraftEditParams{}, "params.length must be a whole number."},
		{`{"ids":[1,"2"],"encoding":"cl100k_base"}`, &wire.DecodeParams{}, "params.ids[1] must be a whole number."},
		{`{"ids":[1,-2],"encoding":"cl100k_base"}`, &wire.DecodeParams{}, "params.ids[1] must be a whole number from 0 to 4294967295."},
		{`{"ids":[4294967296],"encoding":"cl100k_base"}`, &wire.DecodeParams{}, "params.ids[0] must be a whole number from 0 to 4294967295."},
	} {
		err := wire.ReadParams(c.in, c.into)
		require.ErrorIs(t, err, fault.Invalid, c.in)
		require.Equal(t, c.want, fault.From(err).Message, c.in)
	}
}

func TestUnknownMembersAreNotRepeatedAtLength(t *testing.T) {
	err := wire.ReadParams(json.Raw(`{"`+strings.Repeat("x", 1<<20)+`":1}`), &wire.InfoParams{})
	require.Less(t, len(fault.From(err).Message), 100)
}

func TestPeekIDReadsTheBeginningOfARequest(t *testing.T) {
	for in, want := range map[string]int64{
		`{"kind":"request","id":12,"method":"tokens.count","params":{"text":"aaaa`: 12,
		`{"id":12,"kind":"request","par`:                                           12,
		`{"kind":"cancel","id":12,"par`:                                            0,
		`{"kind":"request","id":1`:                                                 0,
		`{"kind":"request","id":-1,"x":`:                                           0,
		`{"kind":"request","params":{"id":12,"text":"aaa`:                          0,
		`aaaa`: 0,
	} {
		require.Equal(t, want, wire.PeekID(in), in)
	}
}

func TestFramesEncodeWithTheirKind(t *testing.T) {
	for _, c := range []struct {
		in   wire.FromCore
		want string
	}{
		{wire.ReadyFrame{Version: "1"}, `{"kind":"ready","version":"1"}`},
		{wire.ResultFrame{ID: 2, Result: wire.Closed{}}, `{"kind":"result","id":2,"result":{}}`},
		{wire.ErrorFrame{ID: 3, Code: fault.Invalid, Message: "<é\n>"}, `{"kind":"error","id":3,"code":"invalid","message":"<é\n>"}`},
		{wire.EventFrame{ID: 4, Event: wire.ProgressEvent{Done: 1, Total: 2}}, `{"kind":"event","id":4,"event":{"kind":"progress","done":1,"total":2}}`},
		{wire.CrashFrame{Message: "m", Detail: "d"}, `{"kind":"crash","message":"m","detail":"d"}`},
	} {
		got, err := wire.Encode(c.in)
		require.NoError(t, err)
		require.Equal(t, c.want, string(got))
	}
	_, err := wire.Encode(wire.ResultFrame{Result: func() {}})
	require.Error(t, err)
	require.NotErrorIs(t, err, errors.ErrUnsupported)
}
