package tsedit

import "github.com/appsvc/svc/internal/tsscan"

// DefaultValue returns what a source exports as default, and where it starts: "a string", "a number", "an object",
// "a list", "an element" of JSX or "an async function". The value is "" for everything else, such as functions, names
// and calls. In a file without JSX, ignore "an element".
func DefaultValue(text string) (value string, at int) {
	c := codeOf(text)
	for i := range c.tokens {
		if c.at(i) == "export" && c.at(i+1) == "default" && i+2 < len(c.tokens) && c.at(i-1) != "." {
			return c.valueAt(i + 2), c.tokens[i+2].Start
		}
	}
	return "", 0
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
	}
	return ""
}

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
