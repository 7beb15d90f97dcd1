package cmdutil

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/cli"
)

// ReadJSONObject reads the JSON object of a flag that takes text, @file or -. The flag says its name
// in errors.
func ReadJSONObject(env *cli.Env, flag, value string) (json.RawMessage, error) {
	text, err := ReadJSON(env, flag, value)
	if err == nil && text[0] != '{' {
		err = NotAnObject(flag, text)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

func NotAnObject(flag string, text json.RawMessage) error {
	return cli.Usage(
		fmt.Sprintf("%s is %s, not a JSON object", flag, JsonKind(text[0])), `write an object, such as '{"name": "value"}'`,
	)
}

// ReadJSON reads an object or a list.
func ReadJSON(env *cli.Env, flag, value string) (json.RawMessage, error) {
	text, err := env.ReadArg(value)
	if err != nil {
		return nil, cli.Usage(
			fmt.Sprintf("%s %s cannot be read: %v", flag, value, err), "name a file that exists, or give the JSON itself",
		)
	}
	where := flag
	if len(value) > 1 && value[0] == '@' {
		where = value[1:]
	} else if value == "-" {
		where = "standard input"
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if !utf8.Valid(text) {
		return nil, cli.Usage(where+" is not UTF-8", "save the JSON as UTF-8")
	}
	var object json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&object); err != nil {
		return nil, jsonError(where, text, err)
	}
	if rest := bytes.TrimLeft(text[dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		line, column := lineColumn(text, len(text)-len(rest))
		return nil, cli.Usage(
			fmt.Sprintf("%s has text after the JSON object, at line %d column %d", where, line, column), "give one JSON object",
		)
	}
	if object[0] != '{' && object[0] != '[' {
		return nil, NotAnObject(where, object)
	}
	return object, nil
}

// jsonError says where the JSON is broken.
func jsonError(where string, text []byte, err error) error {
	at := len(text)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at = max(int(syntax.Offset)-1, 0)
	case errors.Is(err, io.EOF):
		return cli.Usage(where+" is empty", `write a JSON object, such as '{}'`)
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("it ends too early")
	}
	line, column := lineColumn(text, at)
	return cli.Usage(
		fmt.Sprintf("%s is no JSON, at line %d column %d: %v", where, line, column, err),
		"names and texts stand in double quotes, and no comma follows the last one",
	)
}

// lineColumn is the 1-based place of a byte; columns count characters.
func lineColumn(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

func JsonKind(first byte) string {
	switch first {
	case '[':
		return "a list"
	case '{':
		return "an object"
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}
