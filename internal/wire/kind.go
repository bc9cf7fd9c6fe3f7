package wire

// The type of a frame's Kind field has one value, which encodes as the frame's
// name. A frame made by a plain composite literal therefore has the right kind,
// and tools/gents reads the names from these methods.

type (
	requestKind  struct{}
	cancelKind   struct{}
	readyKind    struct{}
	resultKind   struct{}
	errorKind    struct{}
	eventKind    struct{}
	crashKind    struct{}
	progressKind struct{}
	changedKind  struct{}
)

func (requestKind) MarshalText() ([]byte, error)  { return []byte("request"), nil }
func (cancelKind) MarshalText() ([]byte, error)   { return []byte("cancel"), nil }
func (readyKind) MarshalText() ([]byte, error)    { return []byte("ready"), nil }
func (resultKind) MarshalText() ([]byte, error)   { return []byte("result"), nil }
func (errorKind) MarshalText() ([]byte, error)    { return []byte("error"), nil }
func (eventKind) MarshalText() ([]byte, error)    { return []byte("event"), nil }
func (crashKind) MarshalText() ([]byte, error)    { return []byte("crash"), nil }
func (progressKind) MarshalText() ([]byte, error) { return []byte("progress"), nil }
func (changedKind) MarshalText() ([]byte, error)  { return []byte("changed"), nil }
