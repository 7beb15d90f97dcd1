package reason

import (
	"encoding/json"
	"reflect"
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
	if character, literal, found := strings.Cut(rest, " in literal "); found {
		word, _, _ := strings.Cut(literal, " ")
		return "unexpected " + character + ": expected " + word
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

// Kind returns the JSON value that a decoder got in place of another one, with its article: "an array", "1.5".
func Kind(e *json.UnmarshalTypeError) string {
	number, isNumber := strings.CutPrefix(e.Value, "number ")
	switch {
	case isNumber:
		return number
	case e.Value == "array" || e.Value == "object":
		return "an " + e.Value
	case e.Value == "bool":
		return "a boolean"
	}
	return "a " + e.Value
}

// Expected returns the JSON type that a decoder expected, with its article.
func Expected(e *json.UnmarshalTypeError) string {
	switch e.Type.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Map, reflect.Struct, reflect.Pointer, reflect.Interface:
		return "an object"
	}
	return "a number"
}
