package live

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
)

const (
	// kept is how many documents are kept of each kind, events and records. The dashboard shows as many.
	kept = 10_000
	// maxKeptBytes is how long the kept documents of a kind are together, in bytes. Records of requests have bodies.
	maxKeptBytes = 16 << 20
	// blockSize is the size, in bytes, of the blocks that hold the documents.
	blockSize = 64 << 10
)

// history keeps the last documents as lines of text, which the garbage collector does not search for pointers. The
// documents themselves were a third of what the server keeps in memory.
type history struct {
	blocks       []block
	lines, bytes int
}

// block has room for more lines, or holds one that is longer than blockSize.
type block struct {
	text  []byte
	lines int
}

// add keeps a document, encoded as one line with its line break.
func (h *history) add(line []byte) {
	last := len(h.blocks) - 1
	if last < 0 || len(h.blocks[last].text)+len(line) > cap(h.blocks[last].text) {
		h.blocks = append(h.blocks, block{text: make([]byte, 0, max(blockSize, len(line)))})
		last++
	}
	b := &h.blocks[last]
	b.text = append(b.text, line...) // in place: readers see what was there
	b.lines++
	h.lines++
	h.bytes += len(line)
	for len(h.blocks) > 1 && (h.bytes > maxKeptBytes || h.lines-h.blocks[0].lines >= kept) {
		h.lines -= h.blocks[0].lines
		h.bytes -= len(h.blocks[0].text)
		h.blocks = slices.Delete(h.blocks, 0, 1)
	}
}

// all returns the text of the last documents, the oldest first. It stays the same while documents are added.
func (h *history) all() (texts [][]byte) {
	skipped := h.lines - kept
	for _, b := range h.blocks {
		text := b.text
		for ; skipped > 0 && len(text) > 0; skipped-- {
			text = text[bytes.IndexByte(text, '\n')+1:]
		}
		texts = append(texts, text)
	}
	return texts
}

// recordEvent is the document of a record: what the runtime has observed.
type recordEvent struct {
	Event  string          `json:"event"` // "record"
	Record json.RawMessage `json:"record"`
}

// Record passes an observation of the runtime on to the readers of EventsPath. Log lines are documents of their own.
func (l *Logs) Record(text string) {
	if strings.HasPrefix(text, `{"type":"`) {
		l.keep(&l.records, recordEvent{"record", json.RawMessage(text)}, func(of listener) bool { return of.records })
	}
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
	redacted := l.options.Redact(&text)
	for _, lines := range past {
		_, _ = redacted.Write(lines)
	}
	_, _ = io.WriteString(&text, `{"event":"history"}`+"\n")
	w.Header().Set("Cache-Control", "no-store")
	l.write(w, r, text.Bytes(), lines)
}
