package conformance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"
)

// answerWait is the timeout of a request. Longer than the longest time limit of a handler.
const answerWait = 40 * time.Second

// continueWait is how long a request with "Expect: 100-continue" delays its body. A server that rejects the
// length answers meanwhile, before it closes the connection.
const continueWait = 2 * time.Second

// answer is the response to one copy of a request.
type answer struct {
	// aborted reports that the client disconnected, as the case asks, or that the connection broke before the end of
	// the response.
	aborted bool
	status  int
	headers http.Header
	body    string
	// invocation is the one that the response names; "" for none.
	invocation string
	err        error
}

// client sends requests to the workers of one host.
type client struct {
	address    func(app, worker string) string
	mu         sync.Mutex
	transports map[string]*http.Transport
}

// transport returns the connections of one worker. Workers need separate ones, since Host has the same name.
func (c *client) transport(app, worker string) *http.Transport {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := app + " " + worker
	if c.transports[key] == nil {
		address := c.address(app, worker)
		dialer := &net.Dialer{}
		c.transports[key] = &http.Transport{
			DisableCompression: true, MaxIdleConnsPerHost: 64, IdleConnTimeout: idleLimit,
			ExpectContinueTimeout: continueWait,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return dialer.DialContext(ctx, network, address)
			},
		}
	}
	return c.transports[key]
}

func (c *client) close() {
	for _, t := range c.transports {
		t.CloseIdleConnections()
	}
}

// do sends a request and reads the whole response.
func (c *client) do(ctx context.Context, r *request) answer {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	var leaves <-chan time.Time
	if r.abortAfter > 0 {
		leaves = time.After(r.abortAfter)
	}
	done := make(chan answer, 1)
	sending, abort := context.WithCancel(ctx)
	defer abort()
	go func() { done <- c.exchange(sending, r) }()
	select {
	case a := <-done:
		return a
	case <-leaves:
		abort()
		return answer{aborted: true, invocation: (<-done).invocation}
	}
}

func (c *client) exchange(ctx context.Context, r *request) answer {
	sent, err := r.http(ctx)
	if err != nil {
		return answer{err: err}
	}
	roundTrip := c.transport(r.app, r.worker).RoundTrip
	if len(r.body) > largeBody {
		roundTrip = c.readWhileWriting(r)
	}
	response, err := roundTrip(sent)
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
		return answer{aborted: true}
	}
	if err != nil {
		return answer{err: noAnswer(err)}
	}
	defer response.Body.Close()
	invocation := response.Header.Get(invocationHeader)
	body, err := io.ReadAll(response.Body)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return answer{err: fmt.Errorf("the response does not end: %w", noAnswer(err))}
	case err != nil:
		return answer{aborted: true, invocation: invocation}
	}
	return answer{status: response.StatusCode, headers: response.Header, body: string(body), invocation: invocation}
}

// idleLimit is how long a connection may idle before it is used again. workerd closes idle connections after 5 s. A
// request that meets that close gets no answer, and a POST cannot be repeated.
const idleLimit = time.Second

// largeBody is the size above which a server may reject a body before it has read it, in bytes.
const largeBody = 64 << 10

// readWhileWriting reads the response while it still sends the body. A server that rejects the body responds
// and closes the connection.
func (c *client) readWhileWriting(r *request) func(*http.Request) (*http.Response, error) {
	return func(sent *http.Request) (*http.Response, error) {
		conn, err := (&net.Dialer{}).DialContext(sent.Context(), "tcp", c.address(r.app, r.worker))
		if err != nil {
			return nil, err
		}
		context.AfterFunc(sent.Context(), func() { _ = conn.Close() })
		go func() { _ = sent.Write(conn) }() // the response shows whether the body was accepted
		reader := bufio.NewReader(conn)
		response, err := http.ReadResponse(reader, sent)
		for err == nil && response.StatusCode == http.StatusContinue {
			response, err = http.ReadResponse(reader, sent)
		}
		return response, err
	}
}

func noAnswer(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no response within %s", answerWait)
	}
	return err
}

// http builds the net/http request with an unchanged path.
func (r *request) http(ctx context.Context) (*http.Request, error) {
	var body io.Reader
	if r.body != "" {
		body = strings.NewReader(r.body)
	}
	if r.chunked {
		half := len(r.body) / 2
		body = io.MultiReader(strings.NewReader(r.body[:half]), strings.NewReader(r.body[half:]))
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, "http://"+r.worker+".localhost/", body)
	if err != nil {
		return nil, err
	}
	sent.URL = &url.URL{Scheme: "http", Host: r.worker + ".localhost", Opaque: r.path}
	sent.Host = r.host()
	sent.Header = http.Header{"User-Agent": nil}
	for _, h := range r.headers {
		if !strings.EqualFold(h.name, "Host") {
			sent.Header.Add(h.name, h.value)
		}
	}
	return sent, nil
}
