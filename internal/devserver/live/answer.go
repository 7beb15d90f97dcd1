package live

import (
	"encoding/json"
	"net/http"
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
