package rpc_test

import (
	"syscall/js"
	"testing"

	"github.com/stretchr/testify/require"

	"burrow/internal/fault"
	"burrow/internal/rpc"
)

// connectPorts returns a transport on one end of a MessageChannel.
func connectPorts(t *testing.T) (tr rpc.Transport, other js.Value, frames chan string) {
	t.Helper()
	channel := js.Global().Get("MessageChannel").New()
	ours, other := channel.Get("port1"), channel.Get("port2")
	frames = make(chan string, 16)
	onMessage := js.FuncOf(func(_ js.Value, args []js.Value) any {
		frames <- args[0].Get("data").String()
		return nil
	})
	other.Set("onmessage", onMessage)
	t.Cleanup(func() {
		other.Set("onmessage", js.Null())
		other.Call("close")
		onMessage.Release()
	})
	return rpc.NewPost(ours), other, frames
}

func TestPostTransport(t *testing.T) {
	testTransport(t, func(t *testing.T) (rpc.Transport, func(string), func() string) {
		tr, other, frames := connectPorts(t)
		return tr,
			func(frame string) { other.Call("postMessage", frame) },
			func() string { return <-frames }
	})
}

func TestPostRefusesWhatIsNoString(t *testing.T) {
	tr, other, _ := connectPorts(t)
	defer tr.Close()
	other.Call("postMessage", map[string]any{"kind": "request", "id": 1})
	other.Call("postMessage", "next")
	_, err := tr.Receive()
	require.ErrorIs(t, err, fault.Invalid)
	got, err := tr.Receive()
	require.NoError(t, err)
	require.Equal(t, "next", got)
}
