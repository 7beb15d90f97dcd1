package bundle

import "bytes"

// PlainJSON converts a tsconfig.json to JSON without changing offsets: it blanks a byte order mark, comments and
// trailing commas.
func PlainJSON(text []byte) []byte {
	out := bytes.Clone(text)
	if bytes.HasPrefix(out, []byte("\ufeff")) {
		copy(out, "   ")
	}
	comma := -1 // the last comma, if only space follows so far
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			i, comma = stringEnd(out, i), -1
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			i = blankComment(out, i)
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case c > ' ':
			comma = -1
		}
	}
	return out
}

// stringEnd returns the offset of the quote that closes a string, or of the last byte.
func stringEnd(text []byte, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(text) - 1
}

// blankComment replaces a comment with spaces, except its line ends. It returns the offset of its last byte.
func blankComment(text []byte, at int) int {
	mark := "\n"
	if text[at+1] == '*' {
		mark = "*/"
	}
	end := len(text)
	if i := bytes.Index(text[at+2:], []byte(mark)); i >= 0 {
		end = at + 2 + i
		if mark == "*/" {
			end += len(mark)
		}
	}
	for i := at; i < end; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
	return end - 1
}
