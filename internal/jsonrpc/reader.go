package jsonrpc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	// MaxMessage is the size of the largest message that is read, in bytes. It holds the largest source file (10 MB) with
	// each byte escaped.
	MaxMessage = 64 << 20
	// maxHeader is the size of the largest header, in bytes, with all its lines.
	maxHeader = 4 << 10
)

// ErrFrame reports a stream that has no frame where one must start. Nothing after it can be read.
var ErrFrame = errors.New("invalid frame")

// Reader reads messages.
type Reader struct{ in *bufio.Reader }

// NewReader returns a reader of a stream.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReaderSize(in, maxHeader)} }

// Read returns the next message. The error is io.EOF at the end of the stream between two messages, an *Error for a
// message that is not JSON-RPC, after which the next one can be read, or else the end of the stream.
func (r *Reader) Read() (*Message, error) {
	length, err := r.header()
	if err != nil {
		return nil, err
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r.in, text); err != nil {
		return nil, fmt.Errorf("%w: it ends within a message", ErrFrame)
	}
	var m Message
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, Errorf(ParseError, "cannot read the message: %v", err)
	}
	isResponse := m.ID != nil && (m.Result != nil || m.Error != nil)
	if m.JSONRPC != Version || m.Method == "" && !isResponse {
		return nil, Errorf(InvalidRequest, "invalid message: expected a method and jsonrpc %q", Version)
	}
	return &m, nil
}

// header reads the lines up to the empty one, and returns the length of the message.
func (r *Reader) header() (length int, err error) {
	length = -1
	for size := 0; ; {
		line, err := r.in.ReadSlice('\n')
		if size += len(line); size > maxHeader || errors.Is(err, bufio.ErrBufferFull) {
			return 0, fmt.Errorf("%w: its header has more than %d bytes", ErrFrame, maxHeader)
		}
		switch {
		case errors.Is(err, io.EOF) && size == 0:
			return 0, io.EOF
		case err != nil:
			return 0, fmt.Errorf("%w: it ends within a header", ErrFrame)
		}
		name, value, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), ":")
		switch {
		case name == "" && length < 0:
			return 0, fmt.Errorf("%w: expected the header Content-Length", ErrFrame)
		case name == "":
			return length, nil
		case strings.EqualFold(name, "Content-Length"):
			length, err = strconv.Atoi(strings.TrimSpace(value))
			if err != nil || length < 0 || length > MaxMessage {
				return 0, fmt.Errorf(
					"%w: Content-Length is %.40q: expected a number up to %d", ErrFrame, value, MaxMessage,
				)
			}
		}
	}
}
