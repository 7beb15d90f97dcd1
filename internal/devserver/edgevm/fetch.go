package edgevm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/jsvm"
)

// eventHeader describes the event that a request to the worker is for: the protocol is in
// sdk/src/host/workerd-dev.ts.
const eventHeader = "Svc-Dev-Event"

// hopHeaders belong to one connection.
var hopHeaders = []string{
	"Connection", "Expect", "Keep-Alive", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// maxIdle is how long a connection to the engine may be idle before a request. The engine closes one that has been idle
// for 5 s (kj/compat/http.h, HttpServerSettings.pipelineTimeout), and a request that it then does not read is cut.
const maxIdle = 2 * time.Second

// client sends requests to a process of the edge engine.
type client struct{ transport *http.Transport }

func newClient(socket string) *client {
	return &client{&http.Transport{
		DisableCompression: true, IdleConnTimeout: maxIdle,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", socket)
		},
	}}
}

func (c *client) closeIdle() { c.transport.CloseIdleConnections() }

// send sends a request as it is, with its URL and host.
func (v *VM) send(ctx context.Context, r *jsvm.Request, event map[string]any) (*http.Response, error) {
	header := r.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	for _, name := range hopHeaders {
		header.Del(name)
	}
	if header.Get("User-Agent") == "" {
		header["User-Agent"] = []string{""} // keeps net/http from adding its own
	}
	body := r.Body
	if length := lengthOf(r); length > maxBody {
		// The worker refuses such a body by its length. If it came, the response would come before its end.
		event["length"], body = strconv.FormatInt(length, 10), nil
	}
	event["ahead"], event["shared"] = v.options.Ahead().Milliseconds(), v.options.Shared
	text, err := json.Marshal(event)
	if err != nil {
		return nil, err
	}
	header.Set(eventHeader, string(text))
	out := &http.Request{
		Method: r.Method, Header: header, Host: header.Get("Host"), URL: &url.URL{Scheme: "http", Opaque: r.URL},
	}
	if target, err := url.Parse(r.URL); out.Host == "" && err == nil {
		out.Host = target.Host
	}
	out.URL.Host = service
	if body != nil {
		out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	response, err := v.in.transport.RoundTrip(out.WithContext(ctx))
	if err != nil {
		return nil, v.failed(ctx, err)
	}
	return response, nil
}

// maxBody is the most that a worker reads of a body, in bytes (MAX_BODY_BYTES in sdk/src/platform/body.ts).
const maxBody = 1 << 20

// lengthOf returns the length of a body: as it is declared, or that of what has been read of it.
func lengthOf(r *jsvm.Request) int64 {
	declared, _ := strconv.ParseInt(r.Header.Get("Content-Length"), 10, 64) // 0 without one
	return max(declared, int64(len(r.Body)))
}

// ErrCut reports that the worker has cut its response, as a stream does that fails.
var ErrCut = errors.New("the worker has cut its response")

// failed returns why the process gave no response.
func (v *VM) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if ended := v.ended(); ended != nil {
		return ended
	}
	return fmt.Errorf("%w: %w", ErrCut, err)
}

// ended waits until a process that has cut a connection has ended, and returns why; nil if it goes on.
func (v *VM) ended() error {
	ctx, cancel := context.WithTimeout(context.Background(), probe)
	defer cancel()
	select {
	case <-v.process.Done():
	case <-ctx.Done():
	}
	return v.Err()
}

// Stream passes a request to the worker, and its response on. It returns after the reports of the request.
func (v *VM) Stream(ctx context.Context, r *jsvm.Request, to jsvm.ResponseWriter) error {
	event := v.events.begin(ctx)
	response, err := v.send(ctx, r, map[string]any{"id": event.id})
	works := isOfWorker(response)
	// A worker goes on with a request whose caller has left.
	defer func() { v.events.leave(event, works || ctx.Err() != nil) }()
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for _, name := range hopHeaders {
		response.Header.Del(name)
	}
	response.Header.Del(eventHeader)
	if err := to.Head(response.StatusCode, "", response.Header, response.ContentLength); err != nil {
		return err
	}
	piece := make([]byte, 32<<10)
	for {
		n, err := response.Body.Read(piece)
		if n > 0 {
			if err := to.Chunk(piece[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return v.failed(ctx, err)
		}
	}
	if !works {
		return nil
	}
	return v.reported(ctx, event)
}

// isOfWorker reports whether the worker has given a response. The engine responds by itself to requests that it does
// not pass on: those with a method that it does not know, or with too long a header.
func isOfWorker(response *http.Response) bool {
	return response != nil && response.Header.Get(eventHeader) != ""
}

// Fetch passes a request to the worker, and returns its response.
func (v *VM) Fetch(ctx context.Context, r *jsvm.Request) (*jsvm.Response, error) {
	whole := &wholeResponse{}
	if err := v.Stream(ctx, r, whole); err != nil {
		return nil, err
	}
	return &whole.Response, nil
}

// wholeResponse collects a response.
type wholeResponse struct{ jsvm.Response }

// Head implements jsvm.ResponseWriter.
func (w *wholeResponse) Head(status int, text string, header http.Header, _ int64) error {
	w.Status, w.StatusText, w.Header = status, text, header
	return nil
}

// Chunk implements jsvm.ResponseWriter.
func (w *wholeResponse) Chunk(data []byte) error {
	w.Body = append(w.Body, data...)
	return nil
}

// reported waits for the reports that precede the response.
func (v *VM) reported(ctx context.Context, event *event) error {
	select {
	case <-event.answered:
		return nil
	case <-v.process.Done():
		return nil // the response has come
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// call runs a function of the worker's host.
func (v *VM) call(ctx context.Context, name, argument string) (string, error) {
	event := v.events.begin(ctx)
	request := &jsvm.Request{Method: http.MethodPost, URL: "http://svc/", Body: []byte(argument)}
	response, err := v.send(ctx, request, map[string]any{"id": event.id, "call": name})
	defer func() { v.events.leave(event, isOfWorker(response)) }()
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return "", v.failed(ctx, err)
	}
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the edge engine failed to run the worker: %d %s", response.StatusCode, answer)
	}
	return string(answer), v.reported(ctx, event)
}

// ping waits until the worker yields.
func (v *VM) ping(ctx context.Context) error {
	request := &jsvm.Request{Method: http.MethodPost, URL: "http://svc/"}
	response, err := v.send(ctx, request, map[string]any{"id": 0, "call": "ping"})
	if err != nil {
		return err
	}
	return response.Body.Close()
}

// Step runs one step of the code for an actor. Request and answer are those of the host protocol.
func (v *VM) Step(ctx context.Context, request string) (string, error) {
	return v.call(ctx, "step", request)
}

// Scheduled fires a cron trigger. Event and answer are those of the host protocol.
func (v *VM) Scheduled(ctx context.Context, event string) (string, error) {
	return v.call(ctx, "scheduled", event)
}
