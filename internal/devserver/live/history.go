package live

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// kept is how many documents are kept of each kind, events and records. The dashboard shows as many.
const kept = 10_000

// history keeps the last documents. They are encoded when someone reads them.
type history struct {
	documents []any
	oldest    int // the index of the oldest document, once there are kept of them
}

func (h *history) add(document any) {
	if len(h.documents) < kept {
		h.documents = append(h.documents, document)
		return
	}
	h.documents[h.oldest] = document
	h.oldest = (h.oldest + 1) % kept
}

// all returns the documents, the oldest first.
func (h *history) all() []any { return slices.Concat(h.documents[h.oldest:], h.documents[:h.oldest]) }

// recordEvent is the document of a record: what the runtime has observed.
type recordEvent struct {
	Event  string          `json:"event"` // "record"
	Record json.RawMessage `json:"record"`
}

// Record passes an observation of the runtime on to the readers of EventsPath. Log lines are documents of their own.
func (l *Logs) Record(text string) {
	if !strings.HasPrefix(text, `{"type":"`) {
		return
	}
	document := recordEvent{"record", json.RawMessage(text)}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records.add(document)
	l.pass(document, func(of listener) bool { return of.records })
}

// ServeEvents streams the kept documents, one {"event":"history"} after them, and then those that come.
func (l *Logs) ServeEvents(w http.ResponseWriter, r *http.Request) {
	lines := make(chan []byte, backlog)
	l.mu.Lock()
	past := slices.Concat(l.events.all(), l.records.all())
	l.listeners[lines] = listener{records: true}
	l.mu.Unlock()
	defer l.leave(lines)
	var text bytes.Buffer
	for _, document := range append(past, map[string]string{"event": "history"}) {
		_ = l.options.Encode(&text, document) // one that has no JSON form is left out
	}
	w.Header().Set("Cache-Control", "no-store")
	l.write(w, r, text.Bytes(), lines)
}
