package bundle

import (
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/tsscan"
)

// asksFor reports whether the file of a message about a missing member asks at one place whether there is such a
// member: `if (lib.newer)`. The code expects that it can be undefined.
func (o Options) asksFor(m api.Message) bool {
	if o.Sources == nil || m.Location == nil {
		return false
	}
	text, isKnown := o.Sources.Text(span(o.Root, m.Location).File)
	parts := strings.Split(m.Text, `"`) // Import "name" will always be undefined because …
	return isKnown && len(parts) > 2 && asksForMember(text, parts[1])
}

// asksForMember reports whether a source asks whether an object has a member.
func asksForMember(text, member string) bool {
	tokens := append(tsscan.Code(text), "", "") // so that two follow the last one
	for i, token := range tokens {
		isText := token == `'`+member+`'` || token == `"`+member+`"`
		switch {
		case isText && tokens[i+1] == "in":
			return true
		case isText && i > 1 && tokens[i-1] == "[":
			if isAsked(tokens, i-2, i+2) {
				return true
			}
		case token == member && i > 1 && tokens[i-1] == ".":
			if isAsked(tokens, i-2, i+1) {
				return true
			}
		}
	}
	return false
}

// isAsked reports whether code asks whether a member has a value. object is the index of the last token of the object,
// after that of the first one after the member.
func isAsked(tokens []string, object, after int) bool {
	if tokens[object] == "?" {
		object--
	}
	for depth := 0; object > 0; object-- { // (lib as any).member
		depth += strings.Count(tokens[object], ")") - strings.Count(tokens[object], "(")
		if depth <= 0 {
			break
		}
	}
	next := strings.Join(tokens[after:min(after+4, len(tokens))], "")
	before := tokens[max(object-2, 0):object]
	isAfter := func(words ...string) bool {
		return len(before) >= len(words) && slices.Equal(before[len(before)-len(words):], words)
	}
	switch {
	case strings.HasPrefix(next, "?"), strings.HasPrefix(next, "&&"), strings.HasPrefix(next, "||"), isAfter("typeof"):
		return true
	case strings.HasPrefix(next, "="), strings.HasPrefix(next, "!="):
		compared := strings.TrimLeft(next, "!=")
		return strings.HasPrefix(compared, "undefined") || strings.HasPrefix(compared, "null")
	}
	return isAfter("!") && !strings.HasPrefix(next, "(") || isAfter("if", "(") && strings.HasPrefix(next, ")")
}
