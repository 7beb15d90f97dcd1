package jsonrpc

import (
	"encoding/json"
	"io"
	"strconv"
	"sync"
)

// Writer writes messages. It is safe for concurrent use.
type Writer struct {
	mu  sync.Mutex
	out io.Writer
	cut func(text string) string
	// frame returns a message with what precedes and follows it in the stream.
	frame func(body string) string
}

// NewWriter returns a writer of frames to a stream. cut removes secrets from the text of a message, before its length
// is known.
func NewWriter(out io.Writer, cut func(text string) string) *Writer {
	frame := func(body string) string { return "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body }
	return &Writer{out: out, cut: cut, frame: frame}
}

// NewLineWriter is NewWriter for a stream with one message per line.
func NewLineWriter(out io.Writer, cut func(text string) string) *Writer {
	return &Writer{out: out, cut: cut, frame: func(body string) string { return body + "\n" }}
}

// Notify sends a notification.
func (w *Writer) Notify(method string, params any) error {
	return w.send(&Message{Method: method}, params, nil)
}

// Request sends a request.
func (w *Writer) Request(id int, method string, params any) error {
	return w.send(&Message{ID: ID(strconv.Itoa(id)), Method: method}, params, nil)
}

// Respond sends the result of a request.
func (w *Writer) Respond(id ID, result any) error {
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	return w.send(&Message{ID: id}, nil, text)
}

// Fail sends the error of a request. The id is nil for a message that could not be read.
func (w *Writer) Fail(id ID, failure *Error) error {
	if id == nil {
		id = ID("null")
	}
	return w.send(&Message{ID: id, Error: failure}, nil, nil)
}

func (w *Writer) send(m *Message, params any, result json.RawMessage) (err error) {
	m.JSONRPC, m.Result = version, result
	if params != nil {
		if m.Params, err = json.Marshal(params); err != nil {
			return err
		}
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	body := w.cut(string(text))
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err = io.WriteString(w.out, w.frame(body))
	return err
}
