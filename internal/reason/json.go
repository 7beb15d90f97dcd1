package reason

import (
	"encoding/json"
	"strings"
)

// expected says what a JSON text has to have, by the end of the library's message about a character that is elsewhere.
var expected = []struct{ where, what string }{
	{" looking for beginning of object key string", "expected a name in double quotes"},
	{" looking for beginning of value", "expected a value"},
	{" after object key:value pair", `expected "," or "}"`},
	{" after object key", `expected ":"`},
	{" after array element", `expected "," or "]"`},
	{" after top-level value", "expected the end"},
	{" in string literal", "expected an escape such as \\n"},
}

// ofSyntax words the message of a *json.SyntaxError.
func ofSyntax(message string) string {
	if message == "unexpected end of JSON input" {
		return "unexpected end of JSON"
	}
	rest, isCharacter := strings.CutPrefix(message, "invalid character ")
	if !isCharacter {
		return message
	}
	for _, each := range expected {
		if character, found := strings.CutSuffix(rest, each.where); found {
			return "unexpected " + character + ": " + each.what
		}
	}
	return "unexpected " + rest
}

// ofType words a value of a type that is not expected, without the names of Go's types.
func ofType(e *json.UnmarshalTypeError) string {
	if e.Field == "" {
		return "expected a JSON object, not a JSON " + e.Value
	}
	return e.Field + " cannot be a JSON " + e.Value
}
