// This file sends a request to the fetch handler of a VM and takes its response.

package jsvm

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/dop251/goja"
)

// FetchFunction is the global that answers requests: (request: Request) => Response | Promise<Response>.
const FetchFunction = "__svc_fetch"

// Request is a request for the handler. URL is absolute.
type Request struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}

// Response is what the handler answered.
type Response struct {
	Status     int
	StatusText string
	Header     http.Header
	Body       []byte
}

// ResponseWriter takes a response piece by piece. Its methods are called by Fetch's own goroutine: Head
// once, then Chunk for each piece of the body. While Chunk waits, the handler's stream waits. length is
// the size of the body, -1 when it is a stream, whose pieces should go on at once.
type ResponseWriter interface {
	Head(status int, statusText string, header http.Header, length int64) error
	Chunk(data []byte) error
}

// Dispatcher is how a VM answers requests; the web API "fetch event" of webapi sets it. It runs on the
// loop, calls reply as the response comes in, and gives a promise that is fulfilled when all is said.
type Dispatcher func(req *Request, reply *Reply) (goja.Value, error)

// SetDispatcher sets how the VM answers requests. On the loop.
func (vm *VM) SetDispatcher(d Dispatcher) { vm.dispatch = d }

// Reply carries a response from the loop to the caller. Its methods are on the loop.
type Reply struct {
	c      *call
	pieces chan piece
	mu     sync.Mutex // guards what follows
	// left is why the caller takes no more.
	left error
}

// piece is the head or a part of the body. taken is called by the caller when it has dealt with it.
type piece struct {
	head   *Response
	length int64
	data   []byte
	taken  func(error)
}

// piecesAhead is how many pieces of a response may wait for the caller. The handler's side sends one
// at a time, so this is only what keeps the loop from ever blocking.
const piecesAhead = 4

// Head passes on status and headers. length is that of the body, -1 when it is a stream.
func (r *Reply) Head(status int, statusText string, header http.Header, length int64) {
	r.put(piece{head: &Response{Status: status, StatusText: statusText, Header: header}, length: length})
}

// Chunk passes on a part of the body. taken is called on another goroutine, with an error when nobody
// wants more; only then the next chunk may be passed on.
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

// leave tells the handler's side that nobody takes what it has sent, or will send.
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

// Gone is closed when nobody waits for the response any more.
func (r *Reply) Gone() <-chan struct{} { return r.c.ctx.Done() }

// ErrNoHandler says that the script defines no fetch handler.
var ErrNoHandler = errors.New("the script defines no function " + FetchFunction)

// Fetch sends a request and collects the response.
func (vm *VM) Fetch(ctx context.Context, req *Request) (*Response, error) {
	var whole collected
	if err := vm.FetchTo(ctx, req, &whole); err != nil {
		return nil, err
	}
	return &whole.Response, nil
}

type collected struct{ Response }

func (c *collected) Head(status int, statusText string, header http.Header, _ int64) error {
	c.Status, c.StatusText, c.Header = status, statusText, header
	return nil
}

func (c *collected) Chunk(data []byte) error {
	c.Body = append(c.Body, data...)
	return nil
}

// FetchTo sends a request and passes the response on while it comes in. An uncaught throw of the handler
// is an *Exception.
func (vm *VM) FetchTo(ctx context.Context, req *Request, w ResponseWriter) error {
	c, err := vm.begin(ctx)
	if err != nil {
		return err
	}
	reply := &Reply{pieces: make(chan piece, piecesAhead), c: c}
	vm.queue.put(func() {
		vm.turn(c, func() error {
			if vm.dispatch == nil {
				c.settle(errors.New("the VM has no web APIs: pass webapi.All in Options.Globals"))
				return nil
			}
			value, err := vm.dispatch(req, reply)
			if errors.Is(err, ErrNoHandler) {
				c.settle(err)
				return nil
			}
			return vm.await(c, value, err, func(goja.Value) error { return nil })
		})
	})
	err = c.deliver(ctx, reply, w)
	if err != nil {
		reply.leave(err)
	}
	return err
}

// deliver passes pieces on until the call is settled; those that were sent before count.
func (c *call) deliver(ctx context.Context, reply *Reply, w ResponseWriter) error {
	for {
		c.park(ctx, func() bool { return len(reply.pieces) > 0 || c.settled() })
		select {
		case p := <-reply.pieces:
			if err := c.pass(p, w); err != nil {
				return err
			}
		case <-ctx.Done():
			if err := c.wait(ctx); err != nil {
				return err
			}
			return c.passRest(reply, w)
		case <-c.done:
			if c.err != nil {
				return c.err
			}
			return c.passRest(reply, w)
		}
	}
}

// passRest passes on the pieces of a call that has settled.
func (c *call) passRest(reply *Reply, w ResponseWriter) error {
	for len(reply.pieces) > 0 {
		if err := c.pass(<-reply.pieces, w); err != nil {
			return err
		}
	}
	return nil
}

// pass gives one piece to the writer. A writer that fails ends the call.
func (c *call) pass(p piece, w ResponseWriter) error {
	var err error
	if p.head != nil {
		err = w.Head(p.head.Status, p.head.StatusText, p.head.Header, p.length)
	} else {
		err = w.Chunk(p.data)
	}
	if p.taken != nil {
		p.taken(err)
	}
	if err != nil {
		c.cancel()
		c.settle(err)
	}
	return err
}
