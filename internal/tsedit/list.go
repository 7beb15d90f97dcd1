package tsedit

import (
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// AppendString appends a string to the array of strings that is the value of the member at an offset. It returns no
// edit if a comment follows the last string, because the comment may be about that one.
func AppendString(text string, at int, item string) []Edit {
	c := readerAt(text, at)
	l, ok := c.list()
	if !ok || !isPlain(item) || l.comment.End > 0 || !c.ends(c.next()) {
		return nil
	}
	quote := "'"
	for _, token := range l.tokens {
		switch written := c.textOf(token); {
		case token.Kind == tsscan.String:
			quote = written[:1]
		case written != ",":
			return nil
		}
	}
	return l.add(quote + item + quote)
}

// AddElement appends an element to the array literal that is the value of the member at an offset.
func AddElement(text string, at int, element string) []Edit {
	l, ok := readerAt(text, at).list()
	if !ok {
		return nil
	}
	return l.add(element)
}

// AddMember appends a member to the object literal that is the first argument of the call at an offset.
func AddMember(text string, at int, member string) []Edit {
	c := readerAt(text, at)
	for token := c.next(); c.textOf(token) != "("; token = c.next() {
		if token.Start == len(text) {
			return nil
		}
	}
	l, ok := c.literalIn("{")
	if !ok {
		return nil
	}
	return l.add(member)
}

// items are what an array or object literal has between its brackets.
type items struct {
	text      string
	open, end int // offsets of the brackets
	tokens    []tsscan.Token
	start     int // the offset of the last item
	// comment is the last comment after the last token.
	comment tsscan.Token
}

// list reads a key, a colon and an array literal.
func (c *reader) list() (items, bool) {
	c.next()
	if c.textOf(c.next()) != ":" {
		return items{}, false
	}
	return c.literalIn("[")
}

// literalIn reads a literal that starts with a bracket.
func (c *reader) literalIn(bracket string) (items, bool) {
	token := c.next()
	if c.textOf(token) != bracket {
		return items{}, false
	}
	l := items{text: c.text, open: token.Start}
	for depth, isFirst := 1, true; ; {
		token = c.next()
		depth += c.nesting(token)
		switch {
		case token.Start == len(c.text):
			return l, false
		case depth == 0:
			l.end = token.Start
			if c.comment.Start >= l.last() {
				l.comment = c.comment
			}
			return l, true
		case isFirst:
			l.start = token.Start
		}
		isFirst = depth == 1 && c.textOf(token) == ","
		l.tokens = append(l.tokens, token)
	}
}

// last returns the end of the last token.
func (l *items) last() int {
	if len(l.tokens) == 0 {
		return l.open + 1
	}
	return l.tokens[len(l.tokens)-1].End
}

// add adds an item after the last one. Lines of the item are indented by two spaces.
func (l *items) add(item string) []Edit {
	last, end := l.last(), max(l.last(), l.comment.End)
	hasLines := strings.Contains(l.text[l.open:l.end], "\n")
	comma, gap, trailing, tail := "", "", "", ""
	switch {
	case len(l.tokens) == 0 && hasLines, l.text[last-1] == ',':
		trailing = ","
	case len(l.tokens) > 0:
		comma = ","
	}
	if len(l.tokens) > 0 {
		gap = " "
	}
	indent := l.indent()
	switch {
	case !hasLines && strings.Contains(item, "\n"):
		gap, trailing, tail = indent, ",", LineBreak(l.text)+indentOf(l.text, l.open)
		end = l.end
	case hasLines && (len(l.tokens) == 0 || l.startsLine() || strings.Contains(item, "\n") || l.hasLineComment()):
		gap = indent
	}
	if strings.Contains(indent, "\t") {
		item = tabbed(item)
	}
	between := strings.TrimRight(l.text[last:end], " \t")
	return []Edit{{last, end, comma + between + gap + strings.ReplaceAll(item, "\n", indent) + trailing + tail}}
}

// indent returns a line break and the indentation of an item.
func (l *items) indent() string {
	if len(l.tokens) > 0 && l.startsLine() {
		return LineBreak(l.text) + indentOf(l.text, l.start)
	}
	outer := indentOf(l.text, l.open)
	step := "  "
	if strings.HasPrefix(outer, "\t") || strings.Contains(l.text[l.open:l.end], "\n\t") {
		step = "\t"
	}
	return LineBreak(l.text) + outer + step
}

// startsLine reports whether the last item is the first of its line.
func (l *items) startsLine() bool {
	before := strings.TrimRight(l.text[:l.start], " \t")
	return before == "" || before[len(before)-1] == '\n'
}

func (l *items) hasLineComment() bool {
	return strings.HasPrefix(l.text[l.comment.Start:l.comment.End], "//")
}

// tabbed replaces the indentation of an item by tabs.
func tabbed(item string) string {
	lines := strings.Split(item, "\n")
	for i, line := range lines {
		inner := strings.TrimLeft(line, " ")
		lines[i] = strings.Repeat("\t", (len(line)-len(inner))/2) + inner
	}
	return strings.Join(lines, "\n")
}

// indentOf returns the indentation of the line with an offset.
func indentOf(text string, at int) string {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
