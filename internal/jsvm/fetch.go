package jsvm

import (
	"context"
	"errors"
	"net/http"
)

// FetchFunction is the global function that handles requests: (request: Request) => Response | Promise<Response>.
const FetchFunction = "__svc_fetch"

// Request is a request for the handler. URL is absolute.
type Request struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
}

// Response is the handler's response.
type Response struct {
	Status     int
	StatusText string
	Header     http.Header
	Body       []byte
}

// ResponseWriter receives a response in pieces: Head once, then Chunk for each piece of the body. The goroutine of
// FetchTo calls its methods. The handler's stream waits for Chunk. length is the size of the body, or -1 for a
// stream, whose pieces should be flushed at once.
type ResponseWriter interface {
	Head(status int, statusText string, header http.Header, length int64) error
	Chunk(data []byte) error
}

// Dispatcher begins to handle a request. It runs on the loop, and passes the response to reply. Package webapi sets it.
type Dispatcher func(req *Request, reply *Reply) error

// SetDispatcher sets the function that handles requests. On the loop.
func (vm *VM) SetDispatcher(d Dispatcher) { vm.dispatch = d }

// ErrNoHandler is the error of a request to a script without a fetch handler.
var ErrNoHandler = errors.New("the script defines no function " + FetchFunction)

// Fetch sends a request to the handler and collects the response.
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

// FetchTo sends a request to the handler and streams the response to w. An uncaught throw of the handler is an
// *Exception.
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
			err := vm.dispatch(req, reply)
			if err != nil && poison(err) == nil {
				c.settle(vm.exception(err))
				return nil
			}
			return err
		})
	})
	err = c.deliver(ctx, reply, w)
	if err != nil {
		reply.leave(err)
	}
	return err
}

// deliver passes pieces on until the call is settled, including those that were sent before.
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

// passRest passes on the remaining pieces of a settled call.
func (c *call) passRest(reply *Reply, w ResponseWriter) error {
	for len(reply.pieces) > 0 {
		if err := c.pass(<-reply.pieces, w); err != nil {
			return err
		}
	}
	return nil
}

// pass writes one piece. An error of the writer ends the call.
func (c *call) pass(p piece, w ResponseWriter) error {
	var err error
	if p.head != nil {
		err = w.Head(p.head.Status, p.head.StatusText, p.head.Header, p.length)
	}
	if err == nil && len(p.data) > 0 {
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
