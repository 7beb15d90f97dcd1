package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/reason"
)

// CardPath is the path that cards post their log entries to (spec, Card iframe surface).
const CardPath = "/__svc/log"

const (
	// maxCardBody is the size limit of a POST, in bytes. Browsers send at most 64 KiB.
	maxCardBody = 256 << 10
	// maxCardEntries is the limit of entries in a POST (spec, Limits).
	maxCardEntries = 100
	// maxCardMessage is the length at which a message is cut, in bytes. The SDK cuts at 8,192 UTF-16 units.
	maxCardMessage = 3 * 8192
	// maxCardName is the length at which names and ids are cut, in bytes.
	maxCardName = 200
)

// CardEntry is a log entry of a card (sdk/src/ui/log-entry.ts).
type CardEntry struct {
	At         float64 `json:"at,omitempty"` // Unix milliseconds, by the browser's clock
	Level      string  `json:"level"`
	Message    string  `json:"message"`
	Card       string  `json:"card"`
	Session    string  `json:"session"`              // identifies one load of the card
	Invocation string  `json:"invocation,omitempty"` // of the backend call that the card received last
	// Trace is that of the user's action, or of the load of the card, that led to the entry. Previews set it.
	Trace string `json:"trace,omitempty"`
}

// receive serves POST /__svc/log. Pages of this machine, programs, and cards in the CRM that have the token may post.
func (l *Logs) receive(w http.ResponseWriter, r *http.Request) {
	if origin := r.Header.Get("Origin"); origin != "" {
		if !isLocalOrigin(origin) && !l.options.CRM.admits(r, origin) {
			refuse(w, http.StatusForbidden, "forbidden", "only cards that this machine serves can log here")
			return
		}
		w.Header().Set("Access-Control-Allow-Origin", origin)
		w.Header().Add("Vary", "Origin")
	}
	switch r.Method {
	case http.MethodOptions: // a beacon and the SDK's fetch need none, a card's own fetch of JSON does
		w.Header().Set("Access-Control-Allow-Methods", http.MethodPost)
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
			w.Header().Set("Access-Control-Allow-Private-Network", "true") // browsers ask before a public page's request
		}
		w.WriteHeader(http.StatusNoContent)
		return
	case http.MethodPost:
	default:
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "method_not_allowed", "cards post their entries")
		return
	}
	switch kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind {
	case "text/plain", "application/json":
	default:
		refuse(w, http.StatusUnsupportedMediaType, "unsupported_media_type", "send text/plain or application/json")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCardBody))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		refuse(w, http.StatusRequestEntityTooLarge, "body_too_large", fmt.Sprintf("send at most %d bytes", maxCardBody))
		return
	}
	if err != nil { // for a client that is still there
		refuse(w, http.StatusRequestTimeout, "request_timeout", "the body did not arrive in time")
		return
	}
	entries, err := parseCardEntries(body)
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_entries", reason.Of(err))
		return
	}
	l.options.OnCards(entries)
	w.WriteHeader(http.StatusNoContent)
}

// parseCardEntries reads a JSON array of entries. Only level and message are required. Long texts are cut.
func parseCardEntries(body []byte) ([]CardEntry, error) {
	var entries []CardEntry
	if err := json.Unmarshal(body, &entries); err != nil {
		return nil, invalidBody(err)
	}
	if len(entries) > maxCardEntries {
		return nil, fmt.Errorf("%d entries; send at most %d at once", len(entries), maxCardEntries)
	}
	for i := range entries {
		e := &entries[i]
		if !slices.Contains([]string{"debug", "info", "warn", "error"}, e.Level) {
			return nil, fmt.Errorf("entry %d: level %q; use debug, info, warn or error", i, cut(e.Level, maxCardName))
		}
		e.Message = cut(e.Message, maxCardMessage)
		for _, name := range []*string{&e.Card, &e.Session, &e.Invocation, &e.Trace} {
			*name = cut(*name, maxCardName)
		}
	}
	return entries, nil
}

// invalidBody says what is wrong with a body in the words of JSON.
func invalidBody(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return fmt.Errorf("the body is not valid JSON: %w", err)
	case wrong.Field != "":
		return fmt.Errorf("invalid %s: it cannot be a JSON %s", wrong.Field, wrong.Value)
	}
	return fmt.Errorf("invalid body: expected a JSON array of entries, not a JSON %s", wrong.Value)
}

// cut returns the text, or as many bytes of it as are whole characters, and a mark.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return strings.Clone(text[:limit]) + "…"
}
