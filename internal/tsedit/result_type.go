package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

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
	if c.at(name) == "}" || c.at(name) == "]" {
		name = c.opening(name)
	}
	if c.hasType(max(name-2, 0), c.end(before+1)) {
		return false
	}
	return slices.Contains(declaring, c.at(name-1)) || c.at(before) == "=" && c.isUntypedVariable(name)
}

var declaring = []string{"const", "let", "var"}

// isUntypedVariable reports whether all variables of a name are declared without a value and a type, or with null:
// `let a;`.
func (c *code) isUntypedVariable(i int) bool {
	if !c.isWord(i) || c.at(i-1) == "." {
		return false
	}
	isDeclared := false
	for j := range c.tokens {
		if c.at(j) != c.at(i) || !slices.Contains(declaring, c.at(j-1)) {
			continue
		}
		isNull := c.at(j+1) == "=" && slices.Contains([]string{"null", "undefined"}, c.at(j+2)) && c.at(j+3) == ";"
		if c.at(j+1) != ";" && !isNull || c.tokens[max(j-2, 0)].Kind == tsscan.Comment {
			return false
		}
		isDeclared = true
	}
	return isDeclared
}

// isUntypedParameter reports whether a name, or a pattern, is a parameter of a function, and neither it nor the
// function has a type. The function is declared, or a method gets it as its first argument: `a.map((b) => …)`. Then the
// object of the method has no type, too.
func (c *code) isUntypedParameter(i int) bool {
	last, before := i, i-1
	if c.at(i) == "{" || c.at(i) == "[" {
		last = c.closing(i)
	} else if !c.isWord(i) {
		return false
	}
	switch isArrow := c.at(last+1) == "=" && c.at(last+2) == ">"; {
	case isArrow:
	case c.at(last+1) == ")" || c.at(last+1) == ",":
		if before = c.around(i) - 1; before < 0 || c.at(before+1) != "(" {
			return false
		}
	default:
		return false
	}
	if c.tokens[i-1].Kind == tsscan.Comment || c.typedBefore(before) {
		return false
	}
	for c.isWord(before) && c.at(before) != "return" && c.at(before) != "function" { // async function name
		before--
	}
	if c.at(before) == "function" {
		if c.isWord(before+1) && c.at(before-1) != "=" && c.at(before-1) != "(" {
			return c.at(before-1) != ":" && c.at(before-1) != ","
		}
		for before--; c.at(before) == "async"; {
			before--
		}
	}
	if c.at(before) == "=" {
		return c.isWord(before-1) && slices.Contains(declaring, c.at(before-2))
	}
	return c.at(before) == "(" && c.isWord(before-1) && c.at(before-2) == "." && c.start(c.link(before-2)) >= 0
}

// typedBefore reports whether a comment with a type is before the tokens that declare a function.
func (c *code) typedBefore(i int) bool {
	for ; i >= 0; i-- {
		switch written := c.at(i); {
		case c.tokens[i].Kind == tsscan.Comment:
			return true
		case !c.isWord(i) && written != "=" && written != "(" && written != "*":
			return false
		}
	}
	return false
}

// HasUntypedResult reports whether a function has no type of what it returns, and no casts. It starts at an offset, or
// has its first parameter there.
func HasUntypedResult(text string, at int) bool {
	c := codeOf(text)
	i := c.index(at)
	if i < 0 || c.typedBefore(i-1) {
		return false
	}
	isStart := c.at(i) == "async" || c.at(i) == "function" || c.at(i) == "("
	if !isStart && c.at(i-1) == "(" {
		i--
	}
	before := i - 1
	for c.at(before) == "async" {
		before--
	}
	if c.at(before) == "=" && !slices.Contains(declaring, c.at(before-2)) { // const f: F = …
		return false
	}
	for c.isWord(i) && (c.at(i) == "async" || c.at(i) == "function") {
		i++
	}
	if c.isWord(i) {
		i++
	}
	if c.at(i) == "(" {
		i = c.closing(i) + 1
	}
	body := i
	switch {
	case c.at(i) == "{":
		i = c.closing(i)
	case c.at(i) == "=" && c.at(i+1) == ">" && c.at(i+2) == "{":
		i = c.closing(i + 2)
	case c.at(i) == "=" && c.at(i+1) == ">":
		i = c.end(i + 2)
	default:
		return false
	}
	return !c.hasType(body, min(i, len(c.tokens)))
}

// closing returns the number of the bracket that closes an opening one, or of the last token.
func (c *code) closing(i int) int {
	for depth := 0; i < len(c.tokens); i++ {
		if c.tokens[i].Kind == tsscan.Punct {
			depth += nesting(c.at(i))
		}
		if depth == 0 {
			return i
		}
	}
	return len(c.tokens) - 1
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
