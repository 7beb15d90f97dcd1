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

// maxKeptBytes is how long the kept records are together, in bytes. Those of requests have bodies.
const maxKeptBytes = 16 << 20

// history keeps the last documents. They are encoded when someone reads them.
type history struct {
	documents []keptDocument
	bytes     int
}

type keptDocument struct {
	document any
	bytes    int
}

// add keeps a document, whose length is known or 0.
func (h *history) add(document any, bytes int) {
	h.documents = append(h.documents, keptDocument{document, bytes})
	h.bytes += bytes
	for len(h.documents) > kept || h.bytes > maxKeptBytes {
		h.bytes -= h.documents[0].bytes
		h.documents[0] = keptDocument{}
		h.documents = h.documents[1:]
	}
}

// all returns the documents, the oldest first.
func (h *history) all() (all []any) {
	for _, d := range h.documents {
		all = append(all, d.document)
	}
	return all
}

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
	l.records.add(document, len(text))
	l.pass(document, func(of listener) bool { return of.records })
}

// ServeEvents streams the kept documents, one {"event":"history"} after them, and then those that come.
func (l *Logs) ServeEvents(w http.ResponseWriter, r *http.Request) {
	lines := make(chan []byte, kept) // a page that is busy loses no lines
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
