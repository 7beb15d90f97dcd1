// This file lets a test stand at every place where something goes in or out of the process.

package devserver

import (
	"encoding/json"

	"github.com/appsvc/svc/internal/store"
)

// through does something that goes in or out.
func (h *Host) through(what func() string, do func() error) error {
	if h.options.Through == nil {
		return do()
	}
	return h.options.Through(what(), do)
}

// commit makes durable what a turn has written.
func (h *Host) commit(db *store.DB) error {
	if !db.Dirty() {
		return db.Flush()
	}
	return h.through(func() string { return "commit" }, db.Flush)
}

// methodOf says which method a call of an actor names.
func methodOf(request string) string {
	var call struct{ Class, Method string }
	_ = json.Unmarshal([]byte(request), &call) // a request that is no JSON is refused where it goes
	return call.Class + "." + call.Method
}
