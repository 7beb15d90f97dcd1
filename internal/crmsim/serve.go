// This file is the way of a request through the emulation: faults, authentication, limits, then its route.

package crmsim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
)

// maxBodyBytes is the largest request body that is read. The platform's own limit is not published.
const maxBodyBytes = 10 << 20

// reply is a whole answer.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// ServeHTTP answers one request of the API. A request whose connection is cut by a fault ends in a panic with
// http.ErrAbortHandler, as net/http has it.
func (s *Sim) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBodyBytes+1))
	if err != nil {
		return // the client has gone
	}
	if s.options.Control && isControl(r.URL.Path) {
		s.control(r.Method, r.URL.Path, body).write(w)
		return
	}
	fault := s.struck(r)
	var answered reply
	if fault.lets() {
		answered = s.serve(r, body, fault)
	}
	if fault.endure(r.Context(), s.options.Clock) != nil {
		panic(http.ErrAbortHandler) // the client has gone, or was cut off
	}
	answered.write(w)
}

// serve has the account do what is asked for.
func (s *Sim) serve(r *http.Request, body []byte, fault *Fault) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers++
	c := &call{Sim: s, request: r, body: body, header: http.Header{}, fault: fault}
	status, answer := c.answer()
	if status/100 == 2 || status == http.StatusTooManyRequests {
		maps.Copy(c.header, c.rates)
	}
	c.header.Set(s.options.HeaderPrefix+"-Correlation-Id", c.correlationID())
	return fault.spoil(reply{status, c.header, c.encode(answer)})
}

// answer authenticates, charges, finds the route and runs it. Who sends no token learns nothing of the other routes.
func (c *call) answer() (int, any) {
	if len(c.body) > maxBodyBytes {
		return c.failed(&apiError{status: http.StatusRequestEntityTooLarge, message: "Request body is too large"})
	}
	route, err := c.route(oauthRoutes())
	if c.grants == nil || err != nil {
		if denied := c.authenticate(); denied != nil {
			return c.failed(denied)
		}
		c.portal = c.caller.portal
		if exceeded := c.meterRequest(); exceeded != nil {
			return c.failed(exceeded)
		}
		route, err = c.route(routes())
	}
	if c.fault.replaces() && !c.fault.Executed {
		return c.fault.answer(c)
	}
	if err != nil {
		return c.failed(err)
	}
	status, answer, err := route.run(c)
	switch {
	case c.fault.replaces():
		return c.fault.answer(c)
	case err != nil:
		return c.failed(err)
	}
	return status, answer
}

// failed is the answer for an error.
func (c *call) failed(err *apiError) (int, any) { return err.status, err.body(c.correlationID()) }

// correlationID has the shape of a version 4 UUID, counted so that runs repeat.
func (c *call) correlationID() string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", c.answers) }

// encode writes the body of an answer: bytes as they are, anything else as JSON, nothing for nil.
func (c *call) encode(answer any) []byte {
	if answer == nil {
		return nil
	}
	c.header.Set("Content-Type", "application/json;charset=utf-8")
	if text, ready := answer.([]byte); ready {
		return text
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(answer) // an answer is maps and strings
	return b.Bytes()
}

// write sends the answer. A client that has gone cannot be told.
func (a reply) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), a.header)
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}
