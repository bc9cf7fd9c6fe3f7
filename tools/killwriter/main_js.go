package main

import (
	"syscall/js"
	"time"

	"burrow/internal/sqlite"
)

// main offers rows(journal, acked), chat(journal, acked) and their verifications,
// which return a text that begins with the last number acknowledged.
func main() {
	acked := func(callback js.Value) func(int) {
		return func(n int) {
			callback.Invoke(n)
			time.Sleep(time.Microsecond) // lets the message leave the worker
		}
	}
	js.Global().Set("killwriter", js.ValueOf(map[string]any{
		"rows": js.FuncOf(func(_ js.Value, args []js.Value) any {
			go func() {
				db, err := sqlite.Open("rows.db", sqlite.Options{Journal: args[0].String()})
				if err == nil {
					err = write(db, acked(args[1]))
				}
				args[1].Invoke(err.Error())
			}()
			return nil
		}),
		"verifyRows": js.FuncOf(func(_ js.Value, args []js.Value) any {
			db, err := sqlite.Open("rows.db", sqlite.Options{Journal: args[0].String()})
			if err != nil {
				return result(0, "", err)
			}
			defer db.Close()
			return result(verify(db))
		}),
		"chat": js.FuncOf(func(_ js.Value, args []js.Value) any {
			go func() {
				err := chatWrites("chat.db", sqlite.Options{Journal: args[0].String()}, acked(args[1]))
				args[1].Invoke(err.Error())
			}()
			return nil
		}),
		"verifyChat": js.FuncOf(func(_ js.Value, args []js.Value) any {
			return result(verifyChat("chat.db", sqlite.Options{Journal: args[0].String()}))
		}),
	}))
	js.Global().Call("killwriterReady")
	select {}
}

func result(last int, wrong string, err error) any {
	if err != nil {
		wrong = err.Error()
	}
	return map[string]any{"last": last, "wrong": wrong}
}
