// Package jsonrpc reads and writes messages of JSON-RPC 2.0: one per line, as in the Model Context Protocol, or in the
// frames of the Language Server Protocol: a header with the length of the message, an empty line, and the message.
//
// Start at Reader and Writer.
package jsonrpc

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// version is what each message says in its member jsonrpc.
const version = "2.0"

// Codes of errors, of JSON-RPC 2.0 and of the Language Server Protocol 3.17.
const (
	ParseError           = -32700
	InvalidRequest       = -32600
	MethodNotFound       = -32601
	InvalidParams        = -32602
	InternalError        = -32603
	ServerNotInitialized = -32002
	RequestCancelled     = -32800
	RequestFailed        = -32803
)

// Message is a request, a notification (without ID) or a response (without Method).
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      ID              `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Error is the error of a response.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Errorf returns an error with a code.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// ID is the id of a request as it was written: a string or a number. It is nil without one.
type ID json.RawMessage

// MarshalJSON implements json.Marshaler.
func (id ID) MarshalJSON() ([]byte, error) { return json.RawMessage(id).MarshalJSON() }

// UnmarshalJSON implements json.Unmarshaler. It refuses what is neither a string nor a number nor null.
func (id *ID) UnmarshalJSON(text []byte) error {
	switch {
	case bytes.Equal(text, []byte("null")):
		*id = nil
	case text[0] == '"' || text[0] == '-' || text[0] >= '0' && text[0] <= '9':
		*id = bytes.Clone(text)
	default:
		return fmt.Errorf("invalid id %.40s: expected a string or a number", text)
	}
	return nil
}

// IsRequest reports whether the sender expects a response.
func (m *Message) IsRequest() bool { return m.Method != "" && m.ID != nil }
