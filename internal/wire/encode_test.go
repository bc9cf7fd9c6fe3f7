package wire_test

import (
	"bytes"
	std "encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/chat"
	"burrow/internal/json"
	"burrow/internal/wire"
)

// messages has one of every type that the protocol declares.
var messages = []any{
	wire.RequestFrame{}, wire.CancelFrame{}, wire.ReadyFrame{}, wire.ResultFrame{}, wire.ErrorFrame{}, wire.EventFrame{}, wire.CrashFrame{},
	wire.ProgressEvent{}, wire.CondenseEvent{}, wire.OutboxEvent{}, wire.ChangedEvent{}, wire.WaitingEvent{}, wire.StartedEvent{}, wire.RetryingEvent{},
	wire.ReadingEvent{}, wire.FellEvent{}, wire.GatherEvent{}, wire.TokenEvent{}, wire.ToolStartEvent{}, wire.ToolEndEvent{}, wire.CompleteEvent{}, wire.ProblemEvent{},
	wire.UnderstandingEvent{}, wire.ClarifyEvent{},
	wire.InfoParams{}, wire.Info{}, wire.EncodingInfo{}, wire.CountParams{}, wire.Count{}, wire.EncodeParams{}, wire.Encoded{}, wire.DecodeParams{},
	wire.Decoded{}, wire.ModelsParams{}, wire.Models{}, wire.Model{}, wire.DraftOpenParams{}, wire.DraftEditParams{}, wire.Edit{},
	wire.DraftCloseParams{}, wire.Closed{}, wire.Nothing{},
	wire.MemoryGetParams{}, wire.Memory{}, wire.SummaryInfo{}, wire.MemoryPreviewParams{}, wire.Condensed{}, wire.MemoryCondenseParams{},
	wire.MemoryUndoParams{}, wire.MemoryEditParams{}, wire.MemoryForecastParams{}, wire.Forecast{}, wire.MemoryPresetsParams{}, wire.Presets{}, wire.PresetInfo{}, wire.RecallReadParams{}, wire.ReadSoFar{}, wire.MessagesPinParams{},
	wire.Outbox{}, wire.WaitingQuestion{}, wire.OutboxSent{}, wire.OutboxCancelParams{},
	wire.StoreOpenParams{}, wire.StoreInfo{}, wire.StoreRoomParams{}, wire.StoreCheckParams{}, wire.StoreChecked{}, wire.SessionsListParams{}, wire.Sessions{},
	wire.SessionsCreateParams{}, wire.SessionParams{}, wire.SessionsChangeParams{}, wire.SessionsExportParams{}, wire.Exported{},
	wire.Tags{}, wire.Tag{}, wire.TagsRenameParams{}, wire.Retagged{}, wire.TaggedSession{},
	wire.SessionsImportParams{}, wire.Imported{}, wire.MessagesAppendParams{}, wire.MessagesPathParams{}, wire.Path{}, wire.MessagesSiblingsParams{},
	wire.Siblings{}, wire.MessagesEraseParams{}, wire.SessionsBranchParams{}, wire.MessagesRateParams{}, wire.MessagesSearchParams{}, wire.Found{}, wire.Hit{}, wire.Span{}, wire.BackupInfo{}, wire.BackupReadParams{}, wire.Part{},
	wire.RestoreBeginParams{}, wire.RestoreWriteParams{}, wire.RestoreApplyParams{}, wire.RestoreReport{},
	wire.TurnSendParams{}, wire.TurnAgainParams{}, wire.TurnResumeParams{}, wire.Turn{}, wire.TurnContextParams{}, wire.Context{}, wire.RecalledMessage{}, wire.SideCall{},
	wire.TurnClarifyParams{}, wire.CheckpointsListParams{}, wire.Checkpoints{}, wire.Checkpoint{}, wire.CheckpointsForkParams{},
	wire.ModelsAboutParams{}, wire.ModelsAbouts{}, wire.ModelAbout{}, wire.SettingsGetParams{}, wire.SettingsSetParams{}, wire.SettingsLayers{}, wire.Next{}, wire.HostConnectParams{}, wire.HostStatus{}, wire.ServerStatus{}, wire.Database{},
	wire.Provider{}, wire.RememberedListParams{}, wire.RememberedItems{}, wire.RememberedKeepParams{}, wire.RememberedEditParams{},
	wire.RememberedEraseParams{}, wire.RememberedErased{},
	wire.FAQPairs{}, wire.FAQPair{}, wire.FAQKeepParams{}, wire.FAQRemoveParams{}, wire.FAQRemoved{}, wire.FAQImportParams{}, wire.FAQImported{}, wire.FAQProblem{}, wire.FAQFile{},
	wire.DocumentsBeginParams{}, wire.UploadParams{}, wire.DocumentsWriteParams{}, wire.Block{}, wire.DocumentsBlocksParams{},
	wire.DocumentsEndParams{}, wire.DocumentsListParams{}, wire.DocumentsSearchParams{}, wire.Collections{}, wire.CollectionParams{}, wire.DocumentsKnownParams{}, wire.FileDigest{}, wire.KnownFiles{}, wire.FoundPlaces{}, wire.FoundPlace{}, wire.Documents{}, wire.ChatDocument{}, wire.DocumentsAttachParams{},
	wire.DocumentOfChatParams{}, wire.DocumentsPinParams{}, wire.DocumentParams{}, wire.DocumentsReadParams{}, wire.DocumentsPiecesParams{},
	wire.Pieces{}, wire.Piece{},
}

// TestEncodingIsThatOfEncodingJSON compares the two over random values of every
// type, and of kinds that only the store and the model client write.
func TestEncodingIsThatOfEncodingJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for _, message := range append(messages, map[string]string{}, map[string]any{}, []float64{}, [][]chat.RawJSON{}, struct {
		Untagged string
		Left     int `json:"-"`
		hidden   int
		Small    int8   `json:"small"`
		Wide     uint64 `json:"wide,omitempty"`
		Empty    any    `json:"empty,omitempty"`
	}{hidden: 1}) {
		for range 200 {
			v := reflect.New(reflect.TypeOf(message)).Elem()
			fill(r, v, 4)
			compare(t, v.Interface())
			compare(t, v.Addr().Interface()) // whose fields have addresses
		}
	}
}

// compare holds both ways of writing v to encoding/json.
func compare(t *testing.T, v any) {
	t.Helper()
	want, wantErr := std.Marshal(v)
	got, err := json.Marshal(v)
	require.Equal(t, wantErr == nil, err == nil, "%#v: %v beside %v", v, err, wantErr)
	require.Equal(t, string(want), string(got))

	var plain bytes.Buffer
	encoder := std.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	wantErr = encoder.Encode(v)
	got, err = json.Append([]byte("before "), v)
	require.Equal(t, wantErr == nil, err == nil, "%#v: %v beside %v", v, err, wantErr)
	if err == nil {
		require.Equal(t, "before "+plain.String(), string(got)+"\n")
	}
}

// texts are what a string may be made of.
var texts = []string{"a", "plain words ", "\"", "\\", "/", "<b>", "&amp;", "\x00", "\x1f", "\x7f", "\b\f\n\r\t", "é", "日本", "\u2028", "\u2029",
	"\u2027", "😀", "\ufffd", "\xff", "\xc3", "\xe2\x80", "\xed\xa0\x80", "'", "\u0080", ""}

// raws are JSON values as a user's file may spell them.
var raws = []string{"null", " true ", "-0.50e+07", `"<\u003c&\u2028 é\/"`, "\"\u2028\u2029\xff\"", "{ }", "[\n]", `{ "a" : [ 1 , {"b":null} ] , "a":2 }`, "[[[]],[]]"}

func someText(r *rand.Rand) string {
	var out strings.Builder
	for range r.IntN(6) {
		out.WriteString(texts[r.IntN(len(texts))])
	}
	return out.String()
}

// fill gives v a random value, with lists and pointers down to depth.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	few := 0
	if depth > 0 {
		few = r.IntN(4) // 0 leaves nil
	}
	switch into := v.Addr().Interface().(type) {
	case *chat.RawJSON:
		if few > 0 {
			*into = chat.RawJSON(raws[r.IntN(len(raws))])
		}
		return
	case *chat.UID:
		if r.IntN(3) > 0 {
			*into = chat.MakeUID(r.Int64(), r.Uint64(), uint16(r.Uint32()))
		}
		return
	case *wire.CoreEvent:
		event := reflect.New(reflect.TypeOf(messages[7+r.IntN(16)])).Elem()
		fill(r, event, depth-1)
		v.Set(event)
		return
	case *any:
		inside := reflect.New(reflect.TypeOf(messages[r.IntN(len(messages))])).Elem()
		if fill(r, inside, depth-1); few > 0 {
			v.Set(inside)
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(someText(r))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat(r.NormFloat64() * math.Pow(10, float64(r.IntN(60)-30)) * float64(r.IntN(3)))
	case reflect.Pointer:
		if few > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth-1)
		}
	case reflect.Slice:
		if few > 0 {
			v.Set(reflect.MakeSlice(v.Type(), few-1, few-1))
		}
		for i := range v.Len() {
			fill(r, v.Index(i), depth-1)
		}
	case reflect.Map:
		if few > 0 {
			v.Set(reflect.MakeMap(v.Type()))
		}
		for range few {
			element := reflect.New(v.Type().Elem()).Elem()
			fill(r, element, depth-1)
			v.SetMapIndex(reflect.ValueOf(someText(r)), element)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(r, v.Field(i), depth-1)
			}
		}
		if summary, ok := v.Addr().Interface().(*chat.Summary); ok {
			*summary = summary.Clean() // encoding/json does not know of ForJSON
		}
	default:
		if n := r.Uint64() >> r.IntN(64); v.CanInt() {
			v.SetInt(int64(n) >> (64 - v.Type().Bits()))
		} else {
			v.SetUint(n >> (64 - v.Type().Bits()))
		}
	}
}

func TestSummaryIsWrittenWithoutNull(t *testing.T) {
	s := chat.Summary{Todos: []chat.SummaryItem{{Text: "call"}}}
	out, err := json.Marshal(map[string]any{"value": s, "pointer": &s})
	require.NoError(t, err)
	const want = `{"user_profile":[],"key_facts":[],"decisions":[],"open_questions":[],"todos":[{"text":"call","sources":[]}]}`
	require.Equal(t, `{"pointer":`+want+`,"value":`+want+`}`, string(out))
	require.Nil(t, s.Facts, "the summary itself is as it was")

	out, err = json.Marshal((*chat.Summary)(nil))
	require.NoError(t, err)
	require.Equal(t, "null", string(out))
}

func TestEncodingRefuses(t *testing.T) {
	type embedded struct{ wire.Count }
	for _, v := range []any{
		math.NaN(), math.Inf(-1), make(chan int), func() {}, []byte("x"), [2]int{}, float32(1), complex(1, 1), map[int]string{}, embedded{},
		struct {
			N int `json:"n,string"`
		}{},
		chat.RawJSON{}, chat.RawJSON(`{"a":}`), chat.RawJSON(`1 2`), []any{chat.RawJSON(`[`)},
	} {
		_, err := json.Marshal(v)
		require.Error(t, err, "%#v", v)
		_, err = wire.Encode(wire.ResultFrame{Result: v})
		require.ErrorContains(t, err, "encode wire.ResultFrame: ", "%#v", v)
	}
}

// FuzzEncode holds the writer, and the reader of JSON that is only passed on, to
// encoding/json.
//
//	go test ./internal/wire -run '^$' -fuzz FuzzEncode -fuzztime 1m
func FuzzEncode(f *testing.F) {
	for i, raw := range raws {
		f.Add(strings.Join(texts, ""), raw, int64(i)-4, math.Pow(10, float64(5*i-25)))
	}
	for _, raw := range []string{"", " ", "{", "}", "[1,]", `{"a"}`, `{"a":1,}`, `{,}`, `{"a":1]`, "01", "1.", "-", "+1", "1e", "tru", `"\x"`, `"\u12g4"`, "\"\n\"",
		"[1 2]", "1 2", strings.Repeat("[", 9_999) + "{}" + strings.Repeat("]", 9_999), strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)} {
		f.Add("", raw, int64(0), 0.0)
	}
	f.Fuzz(func(t *testing.T, text, raw string, n int64, x float64) {
		compare(t, chat.Message{Content: text, Encoding: text, CreatedAt: n, Tokens: int(n), Metadata: chat.RawJSON(raw)})
		compare(t, wire.Forecast{Model: text, Spent: x, Turns: int(n)})
		compare(t, map[string]any{text: x, raw: []any{text, n, chat.RawJSON(raw), nil}})

		var want bytes.Buffer
		wantErr := std.Compact(&want, []byte(raw))
		got, err := json.Compact(raw)
		require.Equal(t, wantErr == nil, err == nil, "%q: %v beside %v", raw, err, wantErr)
		require.Equal(t, err == nil, json.Valid(raw))
		if err == nil {
			require.Equal(t, want.String(), string(got))
		}
	})
}

// BenchmarkEncode writes the window of messages that a page shows.
func BenchmarkEncode(b *testing.B) {
	var path wire.Path
	for i := range 200 {
		path.Messages = append(path.Messages, chat.Message{
			UID: chat.NewUID(int64(i)), Session: chat.NewUID(1), Parent: chat.NewUID(int64(i)), Depth: i, Role: chat.Assistant, Status: chat.Complete,
			Content:   strings.Repeat("The order from \"Café Übermut\" is <late>, says Łukasz; 日本.\n", 1+i%20),
			CreatedAt: 1_800_000_000_000, UpdatedAt: 1_800_000_000_000, Tokens: 20, Encoding: "cl100k_base",
			Metadata: chat.RawJSON(`{"model":"gpt-4o-mini","usage":{"promptTokens":1200,"completionTokens":80},"timings":{"local":3,"total":900}}`),
		})
	}
	frame := wire.ResultFrame{ID: 1, Result: path}
	for _, c := range []struct {
		name   string
		encode func() ([]byte, error)
	}{
		{"wire", func() ([]byte, error) { return wire.Encode(frame) }},
		{"json", func() ([]byte, error) {
			var out bytes.Buffer
			encoder := std.NewEncoder(&out)
			encoder.SetEscapeHTML(false)
			err := encoder.Encode(frame)
			return out.Bytes(), err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				out, err := c.encode()
				require.NoError(b, err)
				b.SetBytes(int64(len(out)))
			}
		})
	}
}
