package jsvm

import (
	"sync"

	"github.com/dop251/goja"
)

// Reply carries a response from the loop to the caller. Its methods are on the loop.
type Reply struct {
	c      *call
	pieces chan piece
	mu     sync.Mutex // guards left
	// left is the reason why the caller reads no more.
	left error
}

// piece is the head, a part of the body, or both. The caller calls taken after it has handled the piece.
type piece struct {
	head   *Response
	length int64
	data   []byte
	taken  func(error)
}

// piecesAhead is how many pieces of a response may wait for the caller. The handler's side sends one at a time, so
// this only keeps the loop from blocking.
const piecesAhead = 4

// Whole passes on a response whose body is in memory, and ends the call.
func (r *Reply) Whole(head *Response, body []byte) {
	r.put(piece{head: head, length: int64(len(body)), data: body})
	r.End()
}

// Head passes on status and headers of a streamed response.
func (r *Reply) Head(head *Response) { r.put(piece{head: head, length: -1}) }

// Chunk passes on a part of the body. taken is called on another goroutine, with an error if the caller reads no
// more. Pass on the next chunk after that.
func (r *Reply) Chunk(data []byte, taken func(error)) {
	r.put(piece{data: data, taken: taken})
}

// End ends the call, after the last piece.
func (r *Reply) End() { r.c.settle(nil) }

// Fail ends the call with what the handler threw.
func (r *Reply) Fail(thrown goja.Value) { r.c.settle(r.c.vm.describe(thrown)) }

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

// Left waits for the end of the call, and reports whether the caller left before it. It may be called on any goroutine.
func (r *Reply) Left() bool {
	select {
	case <-r.c.ctx.Done():
		return true // the caller cancels the context before it ends the call
	case <-r.c.done:
		return r.c.ctx.Err() != nil
	}
}
