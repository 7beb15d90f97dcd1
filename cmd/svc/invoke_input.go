// This file reads what an invocation is given: JSON from flags, files and standard input.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/store"
)

// readJSONObject reads the JSON object of a flag that takes text, @file or -. The flag says its name
// in errors.
func readJSONObject(env *cli.Env, flag, value string) (json.RawMessage, error) {
	text, err := readJSON(env, flag, value)
	if err == nil && text[0] != '{' {
		err = notAnObject(flag, text)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

func notAnObject(flag string, text json.RawMessage) error {
	return cli.Usage(
		fmt.Sprintf("%s is %s, not a JSON object", flag, jsonKind(text[0])), `write an object, such as '{"name": "value"}'`,
	)
}

// readJSON reads an object or a list.
func readJSON(env *cli.Env, flag, value string) (json.RawMessage, error) {
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
		return nil, notAnObject(where, object)
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

func jsonKind(first byte) string {
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

// decodeMember reads the JSON of --object or --install into its type.
func decodeMember(flag string, text json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return cli.Usage(fmt.Sprintf("%s: %s cannot be %s", flag, kind.Field, goKind(kind.Value)), memberFix[flag])
		}
		return cli.Usage(fmt.Sprintf("%s: %s", flag, trimJSON(err)), memberFix[flag])
	}
	return nil
}

// goKind is a kind of JSON, as encoding/json names it, with its article: "array", "number 1.5".
func goKind(word string) string {
	switch number, isNumber := strings.CutPrefix(word, "number "); {
	case isNumber:
		return number
	case word == "array" || word == "object":
		return "an " + word
	case word == "string":
		return "a text"
	case word == "bool":
		return "true or false"
	}
	return "a " + word
}

var memberFix = map[string]string{
	"--object":  `write {"id": "302", "objectType": "deal", "properties": {"amount": "100"}}; only id is needed`,
	"--install": `write {"portalId": 42, "config": {}}; with --surface invoke also id and state`,
}

// trimJSON leaves out the package name that encoding/json puts in front.
func trimJSON(err error) string {
	return string(bytes.TrimPrefix([]byte(err.Error()), []byte("json: ")))
}

// readGivenInput reads the flags into an invocation and what is to be kept for --last.
func readGivenInput(env *cli.Env, o *invokeOptions) (store.LastInput, error) {
	var given store.LastInput
	for _, part := range []struct {
		flag, value string
		into        *json.RawMessage
	}{{"input", o.input, &given.Input}, {"object", o.object, &given.Object}, {"install", o.install, &given.Install}} {
		if !o.has(part.flag) {
			continue
		}
		read := readJSONObject
		if part.flag == "input" {
			read = readJSON // what a trigger or a push source gets may be a list
		}
		text, err := read(env, "--"+part.flag, part.value)
		if err != nil {
			return given, err
		}
		*part.into = text
	}
	return given, nil
}
