package host

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/devserver/edgevm"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/internal/reason"
)

// internalError is the body of the response when the worker gives none. The runtime's own is the same.
const internalError = `{"ok":false,"error":"internal_error",` +
	`"message":"the request failed; see the worker log"}`

// serve answers a request by the worker of a pool.
func (h *Host) serve(pool *workerPool, w http.ResponseWriter, r *http.Request) {
	request, err := readTarget(r)
	if err != nil {
		RefuseRequest(w, err)
		return
	}
	body, release, err := h.intake.read(w, r, maxBody)
	if err != nil {
		RefuseRequest(w, err)
		return
	}
	defer release()
	if len(body) > 0 || r.ContentLength != 0 {
		request.Body = body
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
	switch err := i.fetch(h.WithRequest(ctx, request), request, out); {
	case err == nil:
	case r.Context().Err() != nil:
		// The client has left.
	case out.begun || errors.Is(err, edgevm.ErrCut):
		panic(http.ErrAbortHandler) // the client must not mistake a part for the whole
	default:
		h.failed(w, r, err)
	}
}

// failed answers a request to which the worker has given no response.
func (h *Host) failed(w http.ResponseWriter, r *http.Request, err error) {
	var stopped *jsvm.PoisonedError
	if !errors.As(err, &stopped) { // a stopped VM is logged once, when it is replaced
		h.Log("error", Shorten(r.Method)+" "+Shorten(r.URL.Path)+" failed: "+reason.Of(err))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(internalError)))
	w.WriteHeader(http.StatusInternalServerError)
	_, _ = io.WriteString(w, internalError) // fails when the client has left
}

// hostCharacters are the characters of names, addresses and ports.
const hostCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-._:[]"

// readTarget reads a request without its body. It does not change target and host.
func readTarget(r *http.Request) (*jsvm.Request, error) {
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
	if strings.Trim(strings.ToLower(r.Host), hostCharacters) != "" || !webapi.IsHost(r.Host) {
		return nil, errors.New("invalid host of the request: expected a name or an address, and a port up to 65535")
	}
	header := r.Header.Clone()
	header.Set("Host", r.Host)
	return &jsvm.Request{Method: r.Method, URL: target, Header: header}, nil
}
