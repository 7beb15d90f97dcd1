package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

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
		isType := strings.Contains(written, "@type") || strings.Contains(written, "@param")
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

// hasType reports whether a range of tokens has a cast, a predicate of a type, or a comment with a type.
func (c *code) hasType(from, to int) bool {
	for i := from; i < to; i++ {
		isType := c.isWord(i) && slices.Contains([]string{"as", "is", "satisfies"}, c.at(i))
		if isType || c.tokens[i].Kind == tsscan.Comment {
			return true
		}
	}
	return false
}

// ReadsPlainly reports whether code reads the member at an offset, or names it in a pattern, without a cast, optional
// chaining or a test of its value, and so does all other code with that name.
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
			if !c.isPlain(j) {
				return false
			}
		case !c.isWord(j): // hasOwn(page, 'name')
			return false
		}
	}
	return true
}

func (c *code) isPlain(i int) bool {
	start, after := 0, i+1
	switch c.at(i - 1) {
	case "{", ",":
		return c.at(after) != "="
	case ".":
		start = c.start(i - 1)
	case "[":
		start, after = c.start(i-1), i+2
		if c.at(i-2) == "." {
			return false
		}
	default:
		return false
	}
	return start > 0 && !c.isTest(start, after)
}

// start returns the number of the token at which the expression before a member starts. dot is the number of the dot or
// the bracket before the member. It returns -1 for an expression with a cast or optional chaining.
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
			if !c.isWord(open-1) && c.at(open-1) != ")" && c.at(open-1) != "]" && c.at(open-1) != "!" {
				return open
			}
			i = open - 1
		case !c.isWord(i):
			return -1
		case c.at(i-1) != ".":
			return i
		case c.at(i-2) == "?":
			return -1
		default:
			i -= 2
		}
	}
	return -1
}

// asking is what precedes a value that code tests.
var asking = []string{"!", "typeof", "delete", "&", "|", "?"}

// isTest reports whether an expression between two tokens is a test of its value.
func (c *code) isTest(start, after int) bool {
	if before := c.at(start - 1); slices.Contains(asking, before) || c.tokens[start-1].Kind == tsscan.Comment {
		return true
	}
	if c.at(start-1) == "(" && slices.Contains([]string{"if", "while", "Boolean"}, c.at(start-2)) && c.at(after) == ")" {
		return true
	}
	if c.at(after) == "!" && c.at(after+1) != "=" {
		after++
	}
	return slices.Contains([]string{"?", "&", "|", "=", "!"}, c.at(after))
}

// HasUntypedName reports whether what is at an offset has no type: a parameter of a function, or a value that gets a
// name, as in `const a = await f()` and `for (const a of list)`.
func HasUntypedName(text string, at int) bool {
	c := codeOf(text)
	i := c.index(at)
	if i < 1 {
		return false
	}
	before := i - 1
	for c.at(before) == "(" && c.at(before-1) != "for" {
		before--
	}
	if c.at(before) != "=" && c.at(before) != "of" {
		return c.isUntypedParameter(i)
	}
	name := before - 1
	if c.at(name) == "}" {
		name = c.opening(name)
	}
	isDeclared := slices.Contains([]string{"const", "let", "var"}, c.at(name-1))
	return isDeclared && !c.hasType(max(name-2, 0), c.end(before+1))
}

// isUntypedParameter reports whether a name is the first parameter of a function that a method gets, and neither it nor
// the object of the method has a type: `a.map((b) => …)`.
func (c *code) isUntypedParameter(i int) bool {
	before := i - 1
	switch isArrow := c.at(i+1) == "=" && c.at(i+2) == ">"; {
	case !c.isWord(i):
		return false
	case isArrow:
	case c.at(before) == "(" && (c.at(i+1) == ")" || c.at(i+1) == ","):
		before--
	default:
		return false
	}
	for c.isWord(before) && c.at(before) != "return" { // async function name
		before--
	}
	return c.at(before) == "(" && c.isWord(before-1) && c.at(before-2) == "." && c.start(before-2) >= 0
}

// end returns the number of the token after the value that starts at a token.
func (c *code) end(i int) int {
	depth := 0
	for first := i; i < len(c.tokens); i++ {
		if c.tokens[i].Kind == tsscan.Punct {
			depth += nesting(c.at(i))
		}
		isNext := i > first && depth == 0 && c.isWord(i) && c.isNewLine(i) && c.at(i-1) != "."
		if depth < 0 || isNext || depth == 0 && c.at(i) == ";" {
			return i
		}
	}
	return i
}

func (c *code) isNewLine(i int) bool {
	return strings.Contains(c.text[c.tokens[i-1].End:c.tokens[i].Start], "\n")
}
