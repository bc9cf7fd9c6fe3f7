// Tiktokengo runs tiktoken-go for tools/benchtokens; package peer has the protocol.
package main

import (
	"fmt"
	"os"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"burrow/tools/benchtokens/peer"
)

func main() {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	err := peer.Serve(os.Stdin, os.Stdout, func(_, encoding string) (peer.Count, error) {
		bpe, err := tiktoken.GetEncoding(encoding)
		if err != nil {
			return nil, err
		}
		return func(text string) int { return len(bpe.EncodeOrdinary(text)) }, nil
	})
	if err != nil {
		fmt.Fprintf(os.Stderr, "tiktokengo: %v\n", err)
		os.Exit(1)
	}
}
