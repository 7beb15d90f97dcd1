package edgefake

import (
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// tail is a script's log that a client follows over a WebSocket.
type tail struct {
	script string
	lines  chan []byte
}

func (f *Fake) createTail(c *call) {
	var in struct {
		Filters []any `json:"filters"`
	}
	if f.found(c) == nil || !c.decode("application/json", &in) {
		return
	}
	id := f.newID()
	f.tails[id] = &tail{script: c.r.PathValue("script"), lines: make(chan []byte, 100)}
	c.answer(map[string]any{
		"id": id, "url": "ws://" + c.r.Host + "/tails/" + id, "expires_at": f.options.Now().Add(6 * time.Hour),
	})
}

func (f *Fake) deleteTail(c *call) {
	id := c.r.PathValue("tail")
	if f.tails[id] == nil {
		c.refuse(http.StatusNotFound, 10007, "tail not found")
		return
	}
	close(f.tails[id].lines)
	delete(f.tails, id)
	c.answer(nil)
}

// stream sends log events until the tail is deleted or the client disconnects.
func (f *Fake) stream(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	t := f.tails[r.PathValue("tail")]
	f.mu.Unlock()
	if t == nil {
		http.NotFound(w, r)
		return
	}
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"trace-v1"}})
	if err != nil {
		return // Accept has responded
	}
	defer func() { _ = socket.CloseNow() }() // fails when already closed
	if socket.Subprotocol() != "trace-v1" {
		return
	}
	if _, _, err := socket.Read(r.Context()); err != nil { // the client first sends the format of its events
		return
	}
	gone := socket.CloseRead(r.Context())
	for {
		select {
		case line, open := <-t.lines:
			if !open {
				_ = socket.Close(websocket.StatusNormalClosure, "the tail was deleted") // fails when the client disconnected
				return
			}
			if socket.Write(gone, websocket.MessageText, line) != nil {
				return
			}
		case <-gone.Done():
			return
		}
	}
}

// Log sends one event, JSON, to all tails of a script.
func (f *Fake) Log(script string, event []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range f.tails {
		if t.script == script {
			t.lines <- event
		}
	}
}

// Followed returns the number of open tails.
func (f *Fake) Followed() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.tails)
}
