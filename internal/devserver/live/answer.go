package live

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/appsvc/svc/internal/reason"
)

// Codes of the errors with status 503 by which the server says that it serves no app.
const (
	NotServed   = "not_served"
	NotYetReady = "starting"
)

// answer writes a JSON document.
func answer(w http.ResponseWriter, status int, document any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(document) // fails when the client has left
}

// refuse writes an error in the form of the runtime's.
func refuse(w http.ResponseWriter, status int, code, message string) {
	answer(w, status, map[string]any{"ok": false, "error": code, "message": message})
}

// refuseNotServed writes the error of Session.Use or Session.Server.
func refuseNotServed(w http.ResponseWriter, err error) {
	code := NotServed
	if errors.Is(err, errStarting) {
		code = NotYetReady
	}
	refuse(w, http.StatusServiceUnavailable, code, reason.Of(err))
}
