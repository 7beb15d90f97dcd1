package tsedit

import "github.com/appsvc/svc/internal/tsscan"

// DefaultValue returns what a source exports as default, and where it starts: "a string", "a number", "an object",
// "a list", "an element" of JSX, "a function" or "an async function". The value is "" for everything else, such as
// names and calls. In a file without JSX, ignore "an element". The place is -1 if the source has no default export.
func DefaultValue(text string) (value string, at int) {
	c := codeOf(text)
	for i := range c.tokens {
		if first := c.defaultAt(i); first >= 0 && first < len(c.tokens) {
			return c.valueAt(first), c.tokens[first].Start
		}
	}
	return "", -1
}

// defaultAt returns the first token of the default export if a statement or a list has it at a token, else -1.
func (c *code) defaultAt(i int) int {
	switch before, after := c.at(i-1), c.at(i+1); {
	case c.at(i) == "export" && after == "default" && before != ".":
		return i + 2
	case c.at(i) == "module" && after == "." && c.at(i+2) == "exports" && c.at(i+3) == "=" && before != ".":
		return i + 4
	case c.at(i) != "default" || after != "}" && after != "," && after != "from":
		return -1
	case before == "as": // export { app as default }
		return i - 2
	case before == "{" || before == ",": // export { default } from './app'
		return i
	}
	return -1
}

// valueAt returns what the expression at a token is.
func (c *code) valueAt(i int) string {
	token := c.tokens[i]
	switch first := c.at(i); {
	case first == "{" && c.isWhole(c.closing(i)):
		return "an object"
	case first == "[" && c.isWhole(c.closing(i)):
		return "a list"
	case first == "<" && c.isElement(i):
		return "an element"
	case token.Kind == tsscan.String && c.isWhole(i):
		return "a string"
	case token.Kind == tsscan.Word && first[0] >= '0' && first[0] <= '9' && c.isWhole(i):
		return "a number"
	case first == "async" && (c.isWord(i+1) || c.at(i+1) == "(") && !c.isNewLine(i+1):
		return "an async function"
	case first == "function", first == "(" && (c.isArrow(c.closing(i)+1) || c.at(c.closing(i)+1) == ":"),
		c.isWord(i) && c.isArrow(i+1):
		return "a function"
	}
	return ""
}

// isArrow reports whether an arrow is at a token.
func (c *code) isArrow(i int) bool { return c.at(i) == "=" && c.at(i+1) == ">" }

// isWhole reports whether an expression ends with a token.
func (c *code) isWhole(last int) bool {
	switch after := c.at(last + 1); after {
	case "", ";", "as", "satisfies":
		return true
	case ".", "[", "(", "`":
		return false
	default:
		return c.isWord(last+1) && c.isNewLine(last+1)
	}
}

// isElement reports whether an element of JSX starts at a <, and not the parameters of a generic function: <T,>() => …
func (c *code) isElement(i int) bool {
	if c.at(i+1) == ">" {
		return true
	}
	after := c.at(i + 2)
	return c.isWord(i+1) && after != "," && after != "extends" && after != "=" && c.at(i+1) != "const"
}
