// This file gives the state VM its store: the functions that state.js calls, over internal/store.

package devserver

import (
	"encoding/json"
	"fmt"

	"github.com/appsvc/svc/internal/store"
)

// storeCall is the argument of the store functions; each uses the members that it needs.
type storeCall struct {
	Class, Name   string
	Key, Value    string
	Prefix, Start string
	Limit         int
	At            *float64
}

func (c storeCall) actor() store.Actor { return store.Actor{Class: c.Class, Name: c.Name} }

// storeFunctions are the synchronous functions of the host protocol, by name. written is called in
// each turn that writes.
func storeFunctions(db *store.DB, written func()) map[string]func(string) (string, error) {
	withCall := func(fn func(storeCall) (string, error)) func(string) (string, error) {
		return func(text string) (string, error) {
			var call storeCall
			if err := json.Unmarshal([]byte(text), &call); err != nil {
				return "", fmt.Errorf("a call of the store is no JSON: %w", err)
			}
			return fn(call)
		}
	}
	return map[string]func(string) (string, error){
		"__svc_store_get": withCall(func(c storeCall) (string, error) {
			value, _, err := db.Get(c.actor(), c.Key)
			return value, err
		}),
		"__svc_store_put": withCall(func(c storeCall) (string, error) {
			written()
			return "", db.Put(c.actor(), c.Key, c.Value)
		}),
		"__svc_store_delete": withCall(func(c storeCall) (string, error) {
			written()
			found, err := db.Delete(c.actor(), c.Key)
			return fmt.Sprint(found), err
		}),
		"__svc_store_list": withCall(func(c storeCall) (string, error) {
			entries, err := db.List(c.actor(), store.Range{Prefix: c.Prefix, Start: c.Start, Limit: c.Limit})
			if err != nil {
				return "", err
			}
			pairs := make([][2]string, len(entries))
			for i, entry := range entries {
				pairs[i] = [2]string{entry.Key, entry.Value}
			}
			text, err := json.Marshal(pairs)
			return string(text), err
		}),
		"__svc_store_alarm": withCall(func(c storeCall) (string, error) {
			written()
			if c.At == nil {
				return "", db.ClearAlarm(c.actor())
			}
			return "", db.SetAlarm(c.actor(), int64(*c.At))
		}),
		"__svc_store_transaction": func(op string) (string, error) {
			switch op {
			case "begin":
				db.Begin()
				return "", nil
			case "commit":
				return "", db.Commit()
			case "rollback":
				return "", db.Rollback()
			}
			return "", fmt.Errorf("a transaction can begin, commit or rollback; not %q", op)
		},
	}
}
