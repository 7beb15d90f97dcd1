package tsedit

import "github.com/appsvc/svc/internal/tsscan"

// ReadBelow makes code read the member at an offset, or take it in a pattern, of another member of the object: a.b of
// a.c.b, and { b } of { c: { b } }. It returns no edit for code of another form.
func ReadBelow(text string, at int, name, of string) []Edit {
	c := codeOf(text)
	i := c.index(at)
	if i < 1 || !isName(of) {
		return nil
	}
	token := c.tokens[i]
	switch before := c.at(i - 1); {
	case token.Kind == tsscan.Word && c.at(i) != name:
		return nil
	case token.Kind == tsscan.Word && before == ".":
		return []Edit{{token.Start, token.Start, of + "."}}
	case token.Kind == tsscan.String && before == "[" && c.at(i+1) == "]":
		start := c.tokens[c.link(i-1)].Start
		open := c.tokens[i-1].Start
		if start == open {
			return []Edit{{open, open, "." + of}}
		}
		return []Edit{{open, open, of}}
	case token.Kind == tsscan.Word && (before == "{" || before == ","):
		last := i
		if c.at(i+1) == ":" && c.isWord(i+2) {
			last = i + 2
		}
		if after := c.at(last + 1); after != "," && after != "}" {
			return nil
		}
		start, end := token.Start, c.tokens[last].End
		return []Edit{{start, end, of + ": { " + text[start:end] + " }"}}
	}
	return nil
}
