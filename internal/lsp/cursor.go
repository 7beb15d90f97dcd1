package lsp

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// cursor is what stands at an offset of a source: a string with the call and the members around it, or a word.
type cursor struct {
	isString bool
	// start and end are the offsets of the word, or of what is between the quotes.
	start, end int
	// callee are the names of the innermost call around a string, such as ctx, later. argument counts from 0.
	callee   []string
	argument int
	// path are the members that lead from the argument to the string.
	path []string
}

// bracket is an open bracket before the cursor.
type bracket struct {
	byte
	callee   []string
	argument int
	member   string // after its colon
	isBlock  bool   // statements of a function or of a condition
}

// cursorAt reads a source up to an offset. The source may be unfinished.
func cursorAt(text string, offset int) (c cursor, ok bool) {
	r := &cursorReader{text: text}
	scanner := tsscan.New(text)
	for {
		token, more := scanner.Next()
		if !more || token.Start > offset {
			return c, false
		}
		isAt := offset > token.Start && offset <= token.End || offset == token.Start && token.Kind == tsscan.Word
		switch {
		case isAt && (token.Kind == tsscan.String || token.Kind == tsscan.Template):
			if start, end, ok := content(text, token, offset); ok {
				return r.within(start, end), true
			}
		case isAt && token.Kind == tsscan.Word:
			return cursor{start: token.Start, end: token.End}, true
		}
		r.read(token)
	}
}

// content returns the offsets of what is between the quotes of a string. One without an end has what is before the
// cursor.
func content(text string, token tsscan.Token, offset int) (start, end int, ok bool) {
	quote := text[token.Start]
	start = token.Start + 1
	switch {
	case strings.IndexByte("'\"`", quote) < 0: // after a substitution of a template
		return 0, 0, false
	case token.End > start && text[token.End-1] == quote && !strings.HasSuffix(text[start:token.End-1], `\`):
		return start, token.End - 1, offset < token.End
	case quote == '`' && strings.HasPrefix(text[token.End:], "${"):
		return 0, 0, false
	}
	return start, offset, true
}

// cursorReader follows the brackets of a source.
type cursorReader struct {
	text string
	open []bracket
	// names are those of the expression before the next token. last is the text of the last token of code, before that of
	// the one in front of it.
	names        []string
	last, before string
}

func (r *cursorReader) read(token tsscan.Token) {
	written := r.text[token.Start:token.End]
	switch token.Kind {
	case tsscan.Space, tsscan.Comment:
		return
	case tsscan.Word:
		if r.last != "." {
			r.names = nil
		}
		r.names = append(r.names, written)
	case tsscan.Punct:
		r.punctuation(written)
	default:
		r.names = nil
	}
	r.last, r.before = written, r.last
}

func (r *cursorReader) punctuation(written string) {
	top := len(r.open) - 1
	switch written {
	case "(", "[", "{", "${":
		isBlock := written == "{" && (r.last == ")" || r.last == ">" && r.before == "=")
		r.open = append(r.open, bracket{byte: written[0], callee: slices.Clone(r.names), isBlock: isBlock})
	case ")", "]", "}":
		if top >= 0 {
			r.open = r.open[:top]
		}
	case ",":
		if top >= 0 {
			r.open[top].argument++
			r.open[top].member = ""
		}
	case ":":
		if top >= 0 && r.open[top].member == "" {
			r.open[top].member = strings.Trim(r.last, "'\"")
		}
	}
	if written != "." && written != "?" {
		r.names = nil
	}
}

// within returns the cursor in a string.
func (r *cursorReader) within(start, end int) cursor {
	c := cursor{isString: true, start: start, end: end}
	for _, b := range slices.Backward(r.open) {
		switch {
		case b.byte == '(':
			c.callee, c.argument = b.callee, b.argument
			slices.Reverse(c.path)
			return c
		case b.byte == '{' && (b.isBlock || b.member == ""):
			c.path = nil
			return c
		case b.byte == '{':
			c.path = append(c.path, b.member)
		}
	}
	c.path = nil
	return c
}
