package wire

// The type of a frame's Kind field has one value, which encodes as the frame's
// name. A frame made by a plain composite literal therefore has the right kind,
// and tools/gents reads the names from these methods.

type (
	requestKind       struct{}
	cancelKind        struct{}
	readyKind         struct{}
	resultKind        struct{}
	errorKind         struct{}
	eventKind         struct{}
	crashKind         struct{}
	progressKind      struct{}
	changedKind       struct{}
	waitingKind       struct{}
	startedKind       struct{}
	retryingKind      struct{}
	tokenKind         struct{}
	toolStartKind     struct{}
	toolEndKind       struct{}
	completeKind      struct{}
	condenseKind      struct{}
	understandingKind struct{}
	clarifyKind       struct{}
	outboxKind        struct{}
	readingKind       struct{}
	fellKind          struct{}
	gatherKind        struct{}
)

func (requestKind) MarshalText() ([]byte, error)       { return []byte("request"), nil }
func (cancelKind) MarshalText() ([]byte, error)        { return []byte("cancel"), nil }
func (readyKind) MarshalText() ([]byte, error)         { return []byte("ready"), nil }
func (resultKind) MarshalText() ([]byte, error)        { return []byte("result"), nil }
func (errorKind) MarshalText() ([]byte, error)         { return []byte("error"), nil }
func (eventKind) MarshalText() ([]byte, error)         { return []byte("event"), nil }
func (crashKind) MarshalText() ([]byte, error)         { return []byte("crash"), nil }
func (progressKind) MarshalText() ([]byte, error)      { return []byte("progress"), nil }
func (changedKind) MarshalText() ([]byte, error)       { return []byte("changed"), nil }
func (waitingKind) MarshalText() ([]byte, error)       { return []byte("waiting"), nil }
func (startedKind) MarshalText() ([]byte, error)       { return []byte("started"), nil }
func (retryingKind) MarshalText() ([]byte, error)      { return []byte("retrying"), nil }
func (tokenKind) MarshalText() ([]byte, error)         { return []byte("token"), nil }
func (toolStartKind) MarshalText() ([]byte, error)     { return []byte("tool_start"), nil }
func (toolEndKind) MarshalText() ([]byte, error)       { return []byte("tool_end"), nil }
func (condenseKind) MarshalText() ([]byte, error)      { return []byte("condense"), nil }
func (completeKind) MarshalText() ([]byte, error)      { return []byte("complete"), nil }
func (understandingKind) MarshalText() ([]byte, error) { return []byte("understanding"), nil }
func (clarifyKind) MarshalText() ([]byte, error)       { return []byte("clarify"), nil }
func (outboxKind) MarshalText() ([]byte, error)        { return []byte("outbox"), nil }
func (readingKind) MarshalText() ([]byte, error)       { return []byte("reading"), nil }
func (fellKind) MarshalText() ([]byte, error)          { return []byte("fell"), nil }
func (gatherKind) MarshalText() ([]byte, error)        { return []byte("gather"), nil }
