package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"

	"burrow/internal/proxy"
	"burrow/internal/say"
)

const tokenHelp say.English = `Usage: burrow token [--rotate] [--listen ADDRESS] [--token-file FILE]

Prints the address of the page with the token that opens it. A browser that has
opened it once needs no token again; other programs send the token as their key.

  --rotate            create a new token; the old one stops working at once, in a
                      running server, too
  --listen ADDRESS    where the server listens (default ` + defaultListen + `)
  --token-file FILE   where the token is kept (default: your configuration directory)

A token is created if there is none. Whoever has it can ask questions at your cost,
so treat the address like a password.
`

func runToken(_ context.Context, args []string, std streams) int {
	flags := flag.NewFlagSet("token", flag.ContinueOnError)
	rotate := flags.Bool("rotate", false, "")
	listen := flags.String("listen", defaultListen, "")
	file := flags.String("token-file", "", "")
	rest, code, ok := parse(flags, tokenHelp, args, std)
	if !ok {
		return code
	}
	if len(rest) > 0 {
		return mistake("token", say.Error("unexpected argument {argument}", "argument", strconv.Quote(rest[0])), std)
	}
	address, err := showToken(*listen, *file, *rotate)
	if err != nil {
		fmt.Fprintf(std.err, "burrow token: %v\n", err)
		return exitFailure
	}
	fmt.Fprintln(std.out, address)
	return exitOK
}

func showToken(listen, file string, rotate bool) (address string, err error) {
	origin, err := proxy.ParseOrigin(listen)
	if err != nil {
		return "", err
	}
	if file, err = tokenFile(file); err != nil {
		return "", err
	}
	if rotate {
		if err := proxy.RotateToken(file); err != nil {
			return "", err
		}
	}
	token, err := proxy.OpenToken(file)
	if err != nil {
		return "", err
	}
	return addressWithToken(origin, token)
}

// tokenFile is the file that was named, or the usual one.
func tokenFile(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	return proxy.DefaultTokenFile()
}

func openToken(named string) (*proxy.Token, error) {
	file, err := tokenFile(named)
	if err != nil {
		return nil, err
	}
	return proxy.OpenToken(file)
}

// addressWithToken puts the token behind "#": browsers send nothing of that to
// any server, and it is in no log and no list of processes.
func addressWithToken(origin proxy.Origin, token *proxy.Token) (string, error) {
	text, err := token.Reveal()
	if err != nil {
		return "", err
	}
	return origin.String() + "/#token=" + text, nil
}
