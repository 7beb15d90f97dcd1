package jsonrpc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	// maxMessage is the size of the largest message that is read, in bytes. It holds the largest source file (10 MB) with
	// each byte escaped.
	maxMessage = 64 << 20
	// maxHeader is the size of the largest header, in bytes, with all its lines.
	maxHeader = 4 << 10
)

// ErrFrame reports a stream that has no frame where one must start. Nothing after it can be read.
var ErrFrame = errors.New("invalid frame")

// Reader reads messages.
type Reader struct {
	in *bufio.Reader
	// text reads the text of the next message.
	text func(in *bufio.Reader) ([]byte, error)
}

// NewReader returns a reader of a stream of frames.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReaderSize(in, maxHeader), framed} }

// NewLineReader returns a reader of a stream with one message per line.
func NewLineReader(in io.Reader) *Reader { return &Reader{bufio.NewReader(in), line} }

// Read returns the next message. The error is io.EOF at the end of the stream between two messages, an *Error for a
// message that is not JSON-RPC, after which the next one can be read, or else the end of the stream.
func (r *Reader) Read() (*Message, error) {
	text, err := r.text(r.in)
	if err != nil {
		return nil, err
	}
	var m Message
	err = json.Unmarshal(text, &m)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil, Errorf(ParseError, "cannot read the message: expected a request of JSON-RPC, not a JSON %s", wrong.Value)
	}
	if err != nil {
		return nil, Errorf(ParseError, "cannot read the message: %v", err)
	}
	isResponse := m.ID != nil && (m.Result != nil || m.Error != nil)
	if m.JSONRPC != version || m.Method == "" && !isResponse {
		return nil, Errorf(InvalidRequest, "invalid message: expected a method and jsonrpc %q", version)
	}
	return &m, nil
}

// framed reads the text of a frame.
func framed(in *bufio.Reader) ([]byte, error) {
	length, err := header(in)
	if err != nil {
		return nil, err
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(in, text); err != nil {
		return nil, fmt.Errorf("%w: it ends within a message", ErrFrame)
	}
	return text, nil
}

// line reads the next line that is not empty.
func line(in *bufio.Reader) (text []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if text = append(text, part...); len(text) > maxMessage {
			return nil, fmt.Errorf("%w: its line has more than %d bytes", ErrFrame, maxMessage)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case len(bytes.TrimSpace(text)) > 0:
			return text, nil
		case err != nil:
			return nil, io.EOF
		default:
			text = text[:0]
		}
	}
}

// header reads the lines up to the empty one, and returns the length of the message.
func header(in *bufio.Reader) (length int, err error) {
	length = -1
	for size := 0; ; {
		line, err := in.ReadSlice('\n')
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
			if err != nil || length < 0 || length > maxMessage {
				return 0, fmt.Errorf(
					"%w: Content-Length is %.40q: expected a number up to %d", ErrFrame, value, maxMessage,
				)
			}
		}
	}
}
