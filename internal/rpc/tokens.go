package rpc

import (
	"context"
	"runtime"
	"unicode/utf16"
	"unicode/utf8"

	"burrow/internal/fault"
	"burrow/internal/tokens"
	"burrow/internal/wire"
)

const (
	// sliceBytes of text are counted between two looks at the context. In the
	// browser that takes about 8 ms.
	sliceBytes = 256 << 10
	// progressBytes of text lie between two progress events. By bytes and not
	// by time, so that every host sends the same events.
	progressBytes = 4 << 20
	// maxEncodeBytes keeps the list of ids within a frame of the core's own
	// limit: there may be as many ids as bytes.
	maxEncodeBytes = 4 << 20
	// maxDecodeBytes bounds the text of ids, which may be 128 times as long as
	// their list.
	maxDecodeBytes = 16 << 20
	// sliceIDs are decoded between two looks at the context.
	sliceIDs = 64 << 10
)

func (c *core) registerTokens() {
	register(c, wire.CoreInfo, c.info)
	register(c, wire.TokensCount, c.count)
	register(c, wire.TokensEncode, c.encode)
	register(c, wire.TokensDecode, c.decode)
	register(c, wire.TokensModels, c.models)
}

func (c *core) info(context.Context, reporter, wire.InfoParams) (wire.Info, error) {
	info := wire.Info{
		Version:   c.options.Version,
		GoVersion: runtime.Version(),
		Platform:  runtime.GOOS + "/" + runtime.GOARCH,
	}
	for _, name := range tokens.Names() {
		info.Encodings = append(info.Encodings, wire.EncodingInfo{Name: name, Loaded: c.loaded(name)})
	}
	return info, nil
}

func (c *core) count(ctx context.Context, report reporter, p wire.CountParams) (wire.Count, error) {
	name, estimate, err := choose(p.Model, p.Encoding)
	if err != nil {
		return wire.Count{}, err
	}
	encoding, err := c.encoding(ctx, name)
	if err != nil {
		return wire.Count{}, err
	}
	count, err := c.countSlices(ctx, report, encoding, p.Text)
	return wire.Count{Count: count + overhead(encoding, p.Role), Encoding: name, Estimate: estimate}, err
}

// overhead is what a message costs beside its content; without a role there is
// no message.
func overhead(encoding *tokens.Encoding, role string) int {
	if role == "" {
		return 0
	}
	return encoding.CountMessage(role, "")
}

func (c *core) countSlices(ctx context.Context, report reporter, encoding *tokens.Encoding, text string) (int, error) {
	total, done, reported := 0, 0, 0
	for {
		count, n := encoding.CountPrefix(text[done:], sliceBytes)
		total += count
		done += n
		if done == len(text) {
			return total, nil
		}
		if done-reported >= progressBytes {
			reported = done
			report(wire.ProgressEvent{Done: done, Total: len(text)})
		}
		c.pauser.pause()
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
}

func (c *core) encode(ctx context.Context, _ reporter, p wire.EncodeParams) (wire.Encoded, error) {
	if len(p.Text) > maxEncodeBytes {
		return wire.Encoded{}, fault.New(fault.TooLarge, "The text is longer than {most} MiB, the most that can be encoded at once.", "most", maxEncodeBytes>>20)
	}
	name, estimate, err := choose(p.Model, p.Encoding)
	if err != nil {
		return wire.Encoded{}, err
	}
	encoding, err := c.encoding(ctx, name)
	if err != nil {
		return wire.Encoded{}, err
	}
	result := wire.Encoded{IDs: encoding.Encode([]uint32{}, p.Text), Encoding: name, Estimate: estimate}
	if p.Ends {
		result.Ends, err = endsOf(encoding, result.IDs, p.Text)
	}
	return result, err
}

// endsOf returns where the tokens of text end, in UTF-16 units.
func endsOf(encoding *tokens.Encoding, ids []uint32, text string) ([]int, error) {
	ends := make([]int, len(ids))
	var token []byte
	var err error
	// bytes have been read, of which whole lie in complete characters.
	bytes, whole, units := 0, 0, 0
	for i := range ids {
		if token, err = encoding.Decode(token[:0], ids[i:i+1]); err != nil {
			return nil, err
		}
		bytes += len(token)
		for whole < bytes {
			r, size := utf8.DecodeRuneInString(text[whole:])
			if whole+size > bytes {
				break
			}
			whole += size
			units += utf16.RuneLen(r)
		}
		ends[i] = units
	}
	return ends, nil
}

func (c *core) decode(ctx context.Context, _ reporter, p wire.DecodeParams) (wire.Decoded, error) {
	name, _, err := choose("", p.Encoding)
	if err != nil {
		return wire.Decoded{}, err
	}
	encoding, err := c.encoding(ctx, name)
	if err != nil {
		return wire.Decoded{}, err
	}
	var text []byte
	for ids := p.IDs; len(ids) > 0; {
		n := min(len(ids), sliceIDs)
		if text, err = encoding.Decode(text, ids[:n]); err != nil {
			return wire.Decoded{}, fault.Wrap(err, fault.Invalid, "params.ids has a number that is not a token of {name}.", "name", string(name))
		}
		if len(text) > maxDecodeBytes {
			return wire.Decoded{}, fault.New(fault.TooLarge, "The ids stand for more than {most} MiB of text, the most that can be decoded at once.", "most", maxDecodeBytes>>20)
		}
		if ids = ids[n:]; len(ids) > 0 {
			c.pauser.pause()
		}
		if err := ctx.Err(); err != nil {
			return wire.Decoded{}, err
		}
	}
	// The encoder writes U+FFFD for each byte that is not UTF-8.
	return wire.Decoded{Text: string(text), Lossy: !utf8.Valid(text)}, nil
}

func (c *core) models(context.Context, reporter, wire.ModelsParams) (wire.Models, error) {
	rows := []wire.Model{}
	for _, m := range tokens.Models() {
		rows = append(rows, wire.Model{Prefix: m.Prefix, Encoding: m.Encoding, Estimate: m.Estimate})
	}
	return wire.Models{Models: rows}, nil
}
