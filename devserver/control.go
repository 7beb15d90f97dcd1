// This file lets the project's own tools into the app worker of this machine.

package devserver

import (
	"net/http"

	"github.com/appsvc/svc/internal/control"
)

// App is the app worker alone, in this process: its routes over the state. It wakes no actors.
func (h *Host) App() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.serve(h.app, w, r) })
}

// ControlKey is a key that the app worker knows.
func (h *Host) ControlKey() control.Key {
	id, secret := h.bindings.controlKey()
	return control.Key{ID: id, Secret: secret}
}
