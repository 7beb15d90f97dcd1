package tsedit

import (
	"slices"
	"strings"
)

// IsFallback reports whether the member at an offset is one of several of the same object in a chain of ?? or ||, of
// which another one is known: `page.results ?? page.items`.
func IsFallback(text string, at int, known []string) bool {
	c := codeOf(text)
	i := c.index(at)
	if i < 1 || c.at(i-1) != "." {
		return false
	}
	start := c.start(c.link(i - 1))
	return start >= 0 && (c.leftOf(start, c.object(i), known) || c.rightOf(i, c.object(i), known))
}

// object returns the text of the expression before the member at a token, without the marks of an optional chain.
func (c *code) object(member int) string {
	dot := c.link(member - 1)
	if start := c.start(dot); start >= 0 {
		return c.join(start, dot)
	}
	return ""
}

// join returns the text of some tokens.
func (c *code) join(from, to int) string {
	var text strings.Builder
	for i := from; i < to; i++ {
		if c.at(i) != "?" || c.at(i+1) != "." {
			text.WriteString(c.at(i))
		}
	}
	return text.String()
}

// isEither reports whether an operator ?? or || starts at a token.
func (c *code) isEither(i int) bool {
	return (c.at(i) == "?" || c.at(i) == "|") && c.at(i+1) == c.at(i)
}

// leftOf reports whether one of the operands that precede a token is a known member of the object.
func (c *code) leftOf(start int, object string, known []string) bool {
	for c.isEither(start - 2) {
		member := start - 3
		if c.object(member) != object || c.at(member-1) != "." {
			return false
		}
		if slices.Contains(known, c.at(member)) {
			return true
		}
		start = c.start(c.link(member - 1))
	}
	return false
}

// rightOf reports whether one of the operands that follow a token is a known member of the object.
func (c *code) rightOf(end int, object string, known []string) bool {
	for c.isEither(end + 1) {
		first := end + 3
		end = first
		for c.isWord(end+1) || strings.Contains("?.[]", c.at(end+1)) && !c.isEither(end+1) && c.at(end+1) != "" {
			end++
		}
		if c.object(end) != object || c.start(c.link(end-1)) != first {
			return false
		}
		if slices.Contains(known, c.at(end)) {
			return true
		}
	}
	return false
}
