package scaffold

import "github.com/appsvc/svc/internal/tsscan"

// Mask replaces comments and the contents of strings, templates and regular expressions by spaces, so that an edit
// cannot mistake them for code. Delimiters, line breaks and the code in `${…}` stay, and every byte keeps its offset.
func Mask(source string) string {
	out := []byte(source)
	scanner := tsscan.New(source)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		text := out[token.Start:token.End]
		switch token.Kind {
		case tsscan.Comment:
			blank(text)
		case tsscan.Template:
			blankBetween(text, '`')
		case tsscan.String, tsscan.Regexp:
			blankBetween(text, text[0])
		}
	}
	return string(out)
}

// blankBetween replaces a token by spaces, except the delimiters at its start and its end.
func blankBetween(text []byte, delimiter byte) {
	if text[0] == delimiter {
		text = text[1:]
	}
	last := len(text) - 1
	escaped := false
	for i := last - 1; i >= 0 && text[i] == '\\'; i-- {
		escaped = !escaped
	}
	if last >= 0 && text[last] == delimiter && !escaped {
		text = text[:last]
	}
	blank(text)
}

// blank replaces a text by spaces, except its line breaks.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}
