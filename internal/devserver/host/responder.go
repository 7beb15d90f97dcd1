package host

import (
	"net/http"
	"strconv"
)

// responder writes the response of a VM to the client. While the client does not read, the handler's stream waits.
type responder struct {
	w      http.ResponseWriter
	method string
	// before returns when a part of the response may leave; nil for immediately.
	before func() error
	begun  bool
	stream bool
}

// Head implements jsvm.ResponseWriter.
func (o *responder) Head(status int, _ string, header http.Header, length int64) error {
	if o.before != nil {
		if err := o.before(); err != nil {
			return err
		}
	}
	out := o.w.Header()
	for name, values := range header {
		out[http.CanonicalHeaderKey(name)] = values
	}
	if _, typed := out["Content-Type"]; !typed {
		out["Content-Type"] = nil // keeps net/http from guessing one
	}
	if o.method != http.MethodHead {
		out.Del("Content-Length") // the host knows it
		if length >= 0 && status != http.StatusNoContent && status != http.StatusNotModified {
			out.Set("Content-Length", strconv.FormatInt(length, 10))
		}
	}
	out.Del("Transfer-Encoding")
	o.begun, o.stream = true, length < 0
	o.w.WriteHeader(status)
	if o.stream {
		return o.flush()
	}
	return nil
}

// Chunk implements jsvm.ResponseWriter.
func (o *responder) Chunk(data []byte) error {
	if o.before != nil {
		if err := o.before(); err != nil {
			return err
		}
	}
	if _, err := o.w.Write(data); err != nil || !o.stream {
		return err
	}
	return o.flush()
}

func (o *responder) flush() error { return http.NewResponseController(o.w).Flush() }
