package host

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/jsvm"
)

// maxBody is the most that a worker receives of a body, in bytes. It only bounds the host's memory: the limits of
// routes are lower.
const maxBody = 16 << 20

// internalError is the body of the response when the worker gives none. The runtime's own is the same.
const internalError = `{"ok":false,"error":"internal_error",` +
	`"message":"the request failed; see the worker log"}`

// serve answers a request by the worker of a pool.
func (h *Host) serve(pool *workerPool, w http.ResponseWriter, r *http.Request) {
	request, err := readRequest(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	i, err := pool.acquire(r.Context())
	if err != nil {
		h.failed(w, r, err)
		return
	}
	defer i.release()
	ctx, cancel := joined(r.Context(), i.ctx)
	defer cancel()
	out := &responder{w: w, method: r.Method}
	if a, isApp := i.pooledVM.(*appVM); isApp {
		// A response leaves only after the writes that it reports are on disk.
		out.before = func() error { return a.state.committed(ctx, a.vm) }
	}
	switch err := i.machine().FetchTo(ctx, request, out); {
	case err == nil:
	case r.Context().Err() != nil:
		// The client has left.
	case out.begun:
		panic(http.ErrAbortHandler) // the client must not mistake a part for the whole
	default:
		h.failed(w, r, err)
	}
}

// failed answers a request to which the worker has given no response.
func (h *Host) failed(w http.ResponseWriter, r *http.Request, err error) {
	var stopped *jsvm.PoisonedError
	if !errors.As(err, &stopped) { // a stopped VM is logged once, when it is replaced
		h.Log("error", r.Method+" "+r.URL.Path+" failed: "+err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(internalError)))
	w.WriteHeader(http.StatusInternalServerError)
	_, _ = io.WriteString(w, internalError) // fails when the client has left
}

// hostCharacters are the characters of names, addresses and ports.
const hostCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-._:[]"

// readRequest reads a request without changing its target, host and bytes.
func readRequest(r *http.Request) (*jsvm.Request, error) {
	target := r.RequestURI
	if strings.HasPrefix(target, "/") {
		scheme := "http://"
		if r.TLS != nil {
			scheme = "https://"
		}
		target = scheme + r.Host + target
	} else if r.URL.Scheme != "http" && r.URL.Scheme != "https" || r.URL.User != nil {
		return nil, errors.New("invalid target of the request: expected a path")
	}
	if strings.Trim(strings.ToLower(r.Host), hostCharacters) != "" {
		return nil, errors.New("invalid host of the request: expected a name")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, errors.New("cannot read the body")
	}
	header := r.Header.Clone()
	header.Set("Host", r.Host)
	request := &jsvm.Request{Method: r.Method, URL: target, Header: header}
	if len(body) > 0 || r.ContentLength != 0 {
		request.Body = body
	}
	return request, nil
}
