package ecma

import (
	"strconv"

	"github.com/dop251/goja"
)

// maxJSONDepth limits nested arrays and objects, since each level uses Go stack.
const maxJSONDepth = 10_000

// replaceJSON replaces JSON.parse. The engine's is three times as slow, inexact about lone surrogates and numbers out
// of range, and ends the process at deep nesting.
func (r *Realm) replaceJSON() error {
	return r.setMethod(r.builtin("JSON"), "parse", 2, func(call goja.FunctionCall) goja.Value {
		text := r.stringOf(call.Argument(0))
		reviver, revives := goja.AssertFunction(call.Argument(1))
		value, sources := r.parseJSON(text, revives)
		if !revives {
			return value
		}
		return r.reviveJSON(value, sources, reviver)
	})
}

func (r *Realm) parseJSON(text goja.String, keepSources bool) (goja.Value, *jsonSource) {
	p := jsonParser{realm: r, rt: r.runtime, text: wellFormedText(text), keepSources: keepSources}
	p.space()
	value := p.value()
	p.space()
	if p.at < len(p.text) {
		p.fail("Unexpected non-whitespace character after JSON")
	}
	return value, p.source
}

// jsonParser parses one text. A method of the grammar starts at the first byte of its production.
type jsonParser struct {
	realm *Realm
	rt    *goja.Runtime
	text  string
	at    int
	depth int
	// source is that of the last value, if a reviver needs it.
	source      *jsonSource
	keepSources bool
}

func (p *jsonParser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end.
func (p *jsonParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *jsonParser) value() goja.Value {
	start := p.at
	p.source = nil
	var value goja.Value
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		value = p.stringValue(p.string())
	case c == '-' || c >= '0' && c <= '9':
		value = p.number()
	case c == 't':
		value = p.word("true", p.rt.ToValue(true))
	case c == 'f':
		value = p.word("false", p.rt.ToValue(false))
	case c == 'n':
		value = p.word("null", goja.Null())
	default:
		p.unexpected()
	}
	if p.keepSources {
		p.source = &jsonSource{text: p.text[start:p.at], value: value}
	}
	return value
}

func (p *jsonParser) word(word string, value goja.Value) goja.Value {
	for i := range len(word) {
		if p.peek() != word[i] {
			p.unexpected()
		}
		p.at++
	}
	return value
}

func (p *jsonParser) enter() {
	p.at++
	p.depth++
	if p.depth > maxJSONDepth {
		panic(p.realm.rangeError("JSON is nested deeper than " + strconv.Itoa(maxJSONDepth) + " levels"))
	}
	p.space()
}
