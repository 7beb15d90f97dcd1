package tsedit

import "github.com/appsvc/svc/internal/tsscan"

// CorrectMember replaces the name of the member at an offset, after a dot: by object if a member of it follows, and by
// method if it is called. It returns no edit for another use, or where the replacement is empty.
func CorrectMember(text string, at int, name, object, method string) []Edit {
	c := readerAt(text, at)
	token := c.next()
	if token.Start != at || token.Kind != tsscan.Word || c.textOf(token) != name || !followsDot(text, at) {
		return nil
	}
	after := c.next()
	if c.textOf(after) == "!" {
		after = c.next()
	}
	if c.textOf(after) == "?" {
		if after = c.next(); c.textOf(after) != "." {
			return nil
		}
		if called := c.next(); c.textOf(called) == "(" {
			after = called
		}
	}
	replacement := ""
	switch c.textOf(after) {
	case ".":
		replacement = object
	case "(":
		replacement = method
	}
	if replacement == "" {
		return nil
	}
	return []Edit{{token.Start, token.End, replacement}}
}

// followsDot reports whether the code before an offset is a dot on the same line.
func followsDot(text string, at int) bool {
	for at > 0 && (text[at-1] == ' ' || text[at-1] == '\t') {
		at--
	}
	return at > 0 && text[at-1] == '.'
}
