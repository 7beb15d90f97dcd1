package crmsim

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// MaxBody is the size of the largest request body, in bytes. The platform publishes no figure.
const MaxBody = 10 << 20

// response is a complete response.
type response struct {
	status int
	header http.Header
	body   []byte
}

// ServeHTTP answers one request of the API. It panics with http.ErrAbortHandler if a fault cuts the connection, as
// net/http specifies.
func (s *Sim) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body []byte
	if r.ContentLength <= MaxBody { // answer refuses longer ones
		var err error
		if body, err = io.ReadAll(io.LimitReader(r.Body, MaxBody+1)); err != nil {
			panic(http.ErrAbortHandler) // the client disconnected, or has sent no valid body
		}
	}
	if s.options.Control && isControl(r.URL.Path) {
		s.control(r.Method, r.URL.Path, body).write(w)
		return
	}
	fault := s.match(r)
	var answered response
	if fault.passesThrough() {
		answered = s.serve(r, body, fault)
	}
	if fault.apply(r.Context(), s.options.Clock) != nil {
		panic(http.ErrAbortHandler) // the client disconnected, or the fault cuts the connection
	}
	answered.write(w)
}

// serve answers a request that reaches the account.
func (s *Sim) serve(r *http.Request, body []byte, fault *Fault) response {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers++
	c := &api.Call{
		Request: r, Body: body, Clock: s.options.Clock, Header: http.Header{},
		// The form of a version 4 UUID, counted so that runs are reproducible.
		CorrelationID:    fmt.Sprintf("00000000-0000-4000-8000-%012x", s.answers),
		RefusesEventUIDs: fault != nil && fault.EventUIDs,
	}
	status, answer := s.answer(c, fault)
	if status/100 == 2 || status == http.StatusTooManyRequests {
		maps.Copy(c.Header, c.Rates)
	}
	c.Header.Set(s.options.HeaderPrefix+"-Correlation-Id", c.CorrelationID)
	return fault.corruptResponse(response{status, c.Header, encode(c.Header, answer)})
}

// answer authenticates a call, counts it against its limits and runs its route. Without a token a caller cannot learn
// which routes exist.
func (s *Sim) answer(c *api.Call, fault *Fault) (int, any) {
	if max(int64(len(c.Body)), c.Request.ContentLength) > MaxBody {
		return failed(c, &api.Error{Status: http.StatusRequestEntityTooLarge, Message: "Request body is too large"})
	}
	path := undated(c.Request.URL.EscapedPath())
	var portal *portal // nil for calls without a token
	run, noRoute := s.openRoutes.Find(c, path)
	if noRoute != nil {
		if denied := s.authenticate(c); denied != nil {
			return failed(c, denied)
		}
		s.webhooks.PortalID = cmp.Or(c.Caller.PortalID, s.options.PortalID)
		var closed *api.Error
		if portal, closed = s.openPortal(c.Caller.PortalID); closed != nil {
			return failed(c, closed)
		}
		run, noRoute = portal.routes.Find(c, path)
		if exceeded := s.meterCall(c); exceeded != nil {
			return failed(c, exceeded)
		}
	}
	if fault.replaces() && !fault.Executed {
		return fault.answer(c, s.options.AppID)
	}
	if noRoute != nil {
		return failed(c, noRoute)
	}
	if portal != nil {
		if refused := s.permit(portal, c); refused != nil {
			return failed(c, refused)
		}
	}
	status, answer, err := run(c)
	switch {
	case fault.replaces():
		return fault.answer(c, s.options.AppID)
	case err != nil:
		return failed(c, err)
	}
	return status, answer
}

// failed returns the response for an error.
func failed(c *api.Call, err *api.Error) (int, any) { return err.Status, err.Body(c.CorrelationID) }

// encode returns the body of a response: bytes as they are, other values as JSON, nothing for nil.
func encode(header http.Header, answer any) []byte {
	if answer == nil {
		return nil
	}
	if page, isPage := answer.(api.Page); isPage {
		page.SetHeader(header)
		return []byte(page)
	}
	header.Set("Content-Type", "application/json;charset=utf-8")
	if text, ready := answer.([]byte); ready {
		return text
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(answer) // cannot fail: an answer is maps and strings
	return b.Bytes()
}

// write sends the response. A client that disconnected cannot be notified.
func (a response) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), a.header)
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}
