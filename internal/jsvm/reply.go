package jsvm

import (
	"net/http"
	"sync"
)

// Reply carries a response from the loop to the caller. Its methods are on the loop.
type Reply struct {
	c      *call
	pieces chan piece
	mu     sync.Mutex // guards left
	// left is the reason why the caller reads no more.
	left error
}

// piece is the head or a part of the body. The caller calls taken after it has handled the piece.
type piece struct {
	head   *Response
	length int64
	data   []byte
	taken  func(error)
}

// piecesAhead is how many pieces of a response may wait for the caller. The handler's side sends one at a time, so
// this only keeps the loop from blocking.
const piecesAhead = 4

// Head passes on status and headers. length is that of the body, -1 for a stream.
func (r *Reply) Head(status int, statusText string, header http.Header, length int64) {
	r.put(piece{head: &Response{Status: status, StatusText: statusText, Header: header}, length: length})
}

// Chunk passes on a part of the body. taken is called on another goroutine, with an error if the caller reads no
// more. Pass on the next chunk after that.
func (r *Reply) Chunk(data []byte, taken func(error)) {
	r.put(piece{data: data, taken: taken})
}

func (r *Reply) put(p piece) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == nil {
		r.pieces <- p
		r.c.wake()
	} else if p.taken != nil {
		go p.taken(r.left)
	}
}

// leave reports to the handler's side that the caller reads no more.
func (r *Reply) leave(why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left = why
	for len(r.pieces) > 0 {
		if p := <-r.pieces; p.taken != nil {
			p.taken(why)
		}
	}
}

// Gone is closed when the caller no longer waits for the response.
func (r *Reply) Gone() <-chan struct{} { return r.c.ctx.Done() }
