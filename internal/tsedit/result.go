package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// typeTags are what comments with types have.
var typeTags = []string{"@type", "@param", "@return", "@satisfies"}

// code is the tokens of a text, without space. Of comments it has those with types.
type code struct {
	text   string
	tokens []tsscan.Token
}

func codeOf(text string) *code {
	c := &code{text: text}
	scanner := tsscan.New(text)
	for token, more := scanner.Next(); more; token, more = scanner.Next() {
		written := text[token.Start:token.End]
		isType := slices.ContainsFunc(typeTags, func(tag string) bool { return strings.Contains(written, tag) })
		if token.Kind != tsscan.Space && (token.Kind != tsscan.Comment || isType) {
			c.tokens = append(c.tokens, token)
		}
	}
	return c
}

// index returns the number of the token that starts at an offset, -1 for none.
func (c *code) index(at int) int {
	return slices.IndexFunc(c.tokens, func(token tsscan.Token) bool { return token.Start == at })
}

// at returns the text of a token, "" beyond the text.
func (c *code) at(i int) string {
	if i < 0 || i >= len(c.tokens) {
		return ""
	}
	return c.text[c.tokens[i].Start:c.tokens[i].End]
}

func (c *code) isWord(i int) bool {
	return i >= 0 && i < len(c.tokens) && c.tokens[i].Kind == tsscan.Word
}

// opening returns the number of the bracket that a closing one closes, -1 if there is none.
func (c *code) opening(i int) int {
	for depth := 0; i >= 0; i-- {
		if c.tokens[i].Kind == tsscan.Punct {
			depth -= nesting(c.at(i))
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}

// hasType reports whether a range of tokens has a cast, a predicate of a type, or a comment with a type. A function by
// its name may be a predicate, too: filter(isOpen).
func (c *code) hasType(from, to int) bool {
	for i := from; i < to; i++ {
		isByName := c.at(i+1) == "(" && c.isWord(i+2) && c.at(i+2) != "Boolean" && c.at(i+3) == ")"
		if isByName && c.at(i-1) == "." && slices.Contains([]string{"filter", "find", "findLast", "every"}, c.at(i)) {
			return true
		}
		isType := c.isWord(i) && slices.Contains([]string{"as", "is", "satisfies"}, c.at(i))
		if isType || c.tokens[i].Kind == tsscan.Comment {
			return true
		}
	}
	return false
}

// Read is how code reads a member.
type Read uint8

const (
	// NotRead is a member that code sets or deletes, or reads of a cast.
	NotRead Read = iota
	// PlainRead is a member whose value code uses.
	PlainRead
	// TestedRead is a member that code reads only if it, or another value, is set: `a.b ?? c`, `if (a.b)`, `a && a.b`.
	TestedRead
	// AskedRead is a member of which code asks whether it exists: `a.b === undefined`, `typeof a.b`.
	AskedRead
)

// ReadOf returns how code reads the member at an offset, or names it in a pattern.
func ReadOf(text string, at int) Read {
	c := codeOf(text)
	if i := c.index(at); i >= 1 {
		return c.read(i)
	}
	return NotRead
}

// ReadsPlainly reports whether the read of a member at an offset is plain, and so are all others of that name.
func ReadsPlainly(text string, at int) bool {
	c := codeOf(text)
	i := c.index(at)
	if i < 1 {
		return false
	}
	name := strings.Trim(c.at(i), `'"`)
	for j := range c.tokens {
		switch {
		case strings.Trim(c.at(j), `'"`) != name:
		case j == i, c.isWord(j) && slices.Contains([]string{".", "{", ","}, c.at(j-1)):
			if c.read(j) != PlainRead {
				return false
			}
		case !c.isWord(j): // hasOwn(page, 'name')
			return false
		}
	}
	return true
}

// membersByName are the functions that find or set a member by the name that is their second argument, or by their
// first.
var membersByName = []string{
	"has", "hasOwn", "get", "set", "hasOwnProperty", "defineProperty", "deleteProperty", "propertyIsEnumerable",
	"getOwnPropertyDescriptor",
}

// AsksFor reports whether code asks by its name whether an object has a member: `'a' in b`, hasOwn(b, 'a').
func AsksFor(text, name string) bool {
	c := codeOf(text)
	for i := range c.tokens {
		if c.tokens[i].Kind != tsscan.String || strings.Trim(c.at(i), `'"`+"`") != name {
			continue
		}
		if c.at(i+1) == "in" {
			return true
		}
		if open := c.around(i); open > 0 && slices.Contains(membersByName, c.at(open-1)) {
			return true
		}
	}
	return false
}

// AsksOf reports whether code asks of an object whether it has a member: `a.b === undefined`, `typeof a.b`.
func AsksOf(text, name string) bool {
	c := codeOf(text)
	for i := range c.tokens {
		if c.at(i) == name && c.at(i-1) == "." && c.read(i) == AskedRead {
			return true
		}
	}
	return false
}

// ReadsOf reports whether code reads a member of another member: object.name, object?.name.
func ReadsOf(text, object, name string) bool {
	c := codeOf(text)
	for i := range c.tokens {
		if c.at(i) == name && c.at(i-1) == "." && c.at(c.link(i-1)-1) == object {
			return true
		}
	}
	return false
}

// Quotes reports whether code has a string with a text.
func Quotes(text, word string) bool {
	c := codeOf(text)
	return slices.ContainsFunc(c.tokens, func(token tsscan.Token) bool {
		written := text[token.Start:token.End]
		return token.Kind == tsscan.String && len(written) > 1 && written[1:len(written)-1] == word
	})
}

// around returns the number of the bracket that opens around a token, -1 if there is none.
func (c *code) around(i int) int {
	for depth := 0; i > 0; {
		i--
		if c.tokens[i].Kind == tsscan.Punct {
			depth += nesting(c.at(i))
		}
		if depth > 0 {
			return i
		}
	}
	return -1
}

func (c *code) read(i int) Read {
	start, after := 0, i+1
	switch c.at(i - 1) {
	case "{", ",":
		if c.at(after) == "=" {
			return TestedRead
		}
		return PlainRead
	case ".":
		start = c.start(c.link(i - 1))
	case "[":
		start, after = c.start(c.link(i-1)), i+2
	default:
		return NotRead
	}
	if start <= 0 || c.isGuarded(start) {
		return NotRead
	}
	return c.test(start, after)
}

// guards are how functions are called that tell what an object is, or that make it so: isContact(a), assertContact(a).
var guards = []string{"is", "assert", "has", "ensure", "check"}

// isGuarded reports whether code passes the name at a token to such a function.
func (c *code) isGuarded(name int) bool {
	for i := range c.tokens {
		if c.at(i) != c.at(name) || c.at(i-1) != "(" || c.at(i+1) != ")" && c.at(i+1) != "," || !c.isWord(i-2) {
			continue
		}
		if slices.ContainsFunc(guards, func(guard string) bool { return strings.HasPrefix(c.at(i-2), guard) }) {
			return true
		}
	}
	return false
}

// link returns the number of the first token of a dot or a bracket before a member: ?. of an optional chain.
func (c *code) link(i int) int {
	if c.at(i) == "[" && c.at(i-1) == "." {
		i--
	}
	if c.at(i) == "." && c.at(i-1) == "?" {
		i--
	}
	return i
}

// start returns the number of the token at which the expression before a member starts. dot is the number of the dot or
// the bracket before the member. It returns -1 for an expression with a cast.
func (c *code) start(dot int) int {
	for i := dot - 1; i >= 0; {
		for c.at(i) == "!" {
			i--
		}
		switch end := c.at(i); {
		case end == ")" || end == "]":
			open := c.opening(i)
			if open < 1 || c.hasType(open, i) || c.at(open+1) == "<" {
				return -1
			}
			of := c.link(open)
			if of == open && c.at(open-1) == "." && c.at(open-2) == "?" { // f?.()
				of = open - 2
			}
			if !c.isWord(of-1) && c.at(of-1) != ")" && c.at(of-1) != "]" && c.at(of-1) != "!" {
				return open
			}
			i = of - 1
		case !c.isWord(i):
			return -1
		case c.at(i-1) != ".":
			return i
		default:
			i = c.link(i-1) - 1
		}
	}
	return -1
}

// test returns whether an expression between two tokens is a test of its value.
func (c *code) test(start, after int) Read {
	if c.at(after) == "!" && c.at(after+1) != "=" {
		after++
	}
	before, next := c.at(start-1), c.at(after)
	isArrow := next == "=" && c.at(after+1) == ">"
	isSet := next == "=" && c.at(after+1) != "=" && !isArrow
	if doubled := c.at(after+1) == next && c.at(after+2) == "="; doubled && strings.Contains("?&|", next) {
		isSet = true // a.b ??= c
	}
	switch {
	case before == "delete", isSet, c.tokens[start-1].Kind == tsscan.Comment:
		return NotRead
	case before == "typeof", c.isCompared(after):
		return AskedRead
	case slices.Contains([]string{"!", "&", "|", "?"}, before), slices.Contains([]string{"?", "&", "|", "!"}, next):
		return TestedRead
	case before == "(" && slices.Contains([]string{"if", "while", "Boolean"}, c.at(start-2)) && c.at(after) == ")":
		return TestedRead
	case next == "=" && !isArrow:
		return TestedRead
	}
	return PlainRead
}

// isCompared reports whether the tokens from an operator on compare with undefined or null.
func (c *code) isCompared(i int) bool {
	first := i
	for c.at(i) == "=" || c.at(i) == "!" {
		i++
	}
	return i > first+1 && slices.Contains([]string{"undefined", "null", "void", "'undefined'"}, c.at(i))
}
