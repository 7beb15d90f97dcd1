package importer

import (
	"encoding/json"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/templates"
)

// Longest line of written sources, as of the formatter of the scaffolds.
const longestLine = 120

// code is an expression that is written as it is.
type code string

// callOf is a call of a function.
type callOf struct {
	function string
	args     []any
}

// object is an object literal with its members in order.
type object []member

type member struct {
	key   string
	value any
}

// set adds a member, unless the value is empty.
func (o *object) set(key string, value any) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	case []any:
		if len(v) == 0 {
			return
		}
	case object:
		if len(v) == 0 {
			return
		}
	case bool:
		if !v {
			return
		}
	}
	o.put(key, value)
}

// put adds a member with any value.
func (o *object) put(key string, value any) { *o = append(*o, member{key, value}) }

var plainKey = lazyregexp.New(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func literalKey(key string) string {
	if key == "__proto__" {
		return `["__proto__"]` // the plain key would set the prototype
	}
	if plainKey().MatchString(key) {
		return key
	}
	return templates.Quote(key)
}

// literal returns a value as TypeScript. column is where it starts, for lines that follow with an indentation.
func literal(value any, indent string, column int) string {
	switch v := value.(type) {
	case code:
		return string(v)
	case string:
		return templates.Quote(v)
	case []string:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = item
		}
		return literal(items, indent, column)
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = literal(item, indent+"  ", len(indent)+2)
		}
		return bracket("[]", parts, indent, column)
	case callOf:
		args := make([]string, len(v.args))
		for i, arg := range v.args {
			args[i] = literal(arg, indent, column+len(v.function)+1)
		}
		return v.function + "(" + strings.Join(args, ", ") + ")"
	case object:
		parts := make([]string, len(v))
		for i, m := range v {
			key := literalKey(m.key)
			parts[i] = key + ": " + literal(m.value, indent+"  ", len(indent)+len(key)+4)
		}
		return bracket("{ }", parts, indent, column)
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic("importer: " + err.Error()) // only numbers, booleans and raw JSON are left
	}
	return string(text)
}

// bracket joins the parts of a literal on one line, or with one line each if it is too long. pair is its brackets, with
// the space between that one line has inside of each.
func bracket(pair string, parts []string, indent string, column int) string {
	open, space, shut := pair[:1], pair[1:len(pair)-1], pair[len(pair)-1:]
	if len(parts) == 0 {
		return open + shut
	}
	line := open + space + strings.Join(parts, ", ") + space + shut
	if !strings.Contains(line, "\n") && column+len(line)+1 <= longestLine {
		return line
	}
	inner := "\n" + indent + "  "
	return open + inner + strings.Join(parts, ","+inner) + ",\n" + indent + shut
}

// comment returns a text on one line, for a comment.
func comment(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}
