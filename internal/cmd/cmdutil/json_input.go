package cmdutil

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/reason"
)

// ReadJSON reads a JSON value from a flag that takes JSON, @file or -. The flag is its name, for errors.
func ReadJSON(env *cli.Env, flag, value string) (json.RawMessage, error) {
	return readJSON(env, flag, value, `write a JSON value, such as '""' for an empty text`)
}

// readJSON is ReadJSON with the fix for an empty text.
func readJSON(env *cli.Env, flag, value, emptyFix string) (json.RawMessage, error) {
	text, err := env.ReadArg(value)
	if err != nil {
		return nil, cli.Usage(
			fmt.Sprintf("cannot read %s %s: %s", flag, value, cli.Reason(err)), "check the path, or pass the JSON itself",
		)
	}
	source := inputSource(flag, value)
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if !utf8.Valid(text) {
		return nil, cli.Usage(source+" is not UTF-8", "save the JSON as UTF-8")
	}
	var document json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, cli.Usage(source+" is empty", emptyFix)
		}
		return nil, jsonError(source, text, err)
	}
	if rest := bytes.TrimLeft(text[dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		line, column := lineColumn(text, len(text)-len(rest))
		return nil, cli.Usage(
			fmt.Sprintf("%s has text after the JSON value at line %d, column %d", source, line, column), "pass one JSON value",
		)
	}
	return document, nil
}

// ReadJSONObject is ReadJSON for a flag that takes an object.
func ReadJSONObject(env *cli.Env, flag, value string) (json.RawMessage, error) {
	return readJSONOf(env, "{", flag, value)
}

// ReadJSONObjectOrList is ReadJSON for a flag that takes an object or a list.
func ReadJSONObjectOrList(env *cli.Env, flag, value string) (json.RawMessage, error) {
	return readJSONOf(env, "{[", flag, value)
}

func readJSONOf(env *cli.Env, first, flag, value string) (json.RawMessage, error) {
	text, err := readJSON(env, flag, value, `write a JSON object, such as '{}'`)
	if err == nil && bytes.IndexByte([]byte(first), text[0]) < 0 {
		err = NotAnObject(inputSource(flag, value), text)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// inputSource names where a value comes from: the flag, the file of @file, or standard input.
func inputSource(flag, value string) string {
	switch {
	case value == "-":
		return "standard input"
	case len(value) > 1 && value[0] == '@':
		return value[1:]
	}
	return flag
}

// NotAnObject is the error for JSON that is not an object.
func NotAnObject(source string, text json.RawMessage) error {
	return cli.Usage(
		fmt.Sprintf("%s is %s, not a JSON object", source, JSONKind(text[0])),
		`write an object, such as '{"name": "value"}'`,
	)
}

// jsonError says where the JSON is malformed.
func jsonError(source string, text []byte, err error) error {
	at, fix := len(text), "quote keys and strings, and remove trailing commas"
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at = max(int(syntax.Offset)-1, 0)
	case errors.Is(err, io.ErrUnexpectedEOF):
		err, fix = errors.New("unexpected end"), "write what is missing: the end of the JSON is cut off"
	}
	line, column := lineColumn(text, at)
	return cli.Usage(
		fmt.Sprintf("%s is not valid JSON: line %d, column %d: %s", source, line, column, reason.Of(err)), fix,
	)
}

// lineColumn returns the position of a byte, 1-based. Columns count characters.
func lineColumn(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

// JSONKind names the kind of a JSON value by its first byte, with its article.
func JSONKind(first byte) string {
	switch first {
	case '[':
		return "a list"
	case '{':
		return "an object"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
