package redact

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decoded is a text whose escapes are replaced by the bytes that they stand for.
type decoded struct {
	text string
	// ends are the ends of the replacements, and shifts how many bytes the escapes until there had more.
	ends, shifts []int
}

// origin returns the position in the text with escapes.
func (d *decoded) origin(at int) int {
	i, exact := slices.BinarySearch(d.ends, at)
	if !exact {
		i--
	}
	for exact && i+1 < len(d.ends) && d.ends[i+1] == at {
		i++
	}
	if i < 0 {
		return at
	}
	return at + d.shifts[i]
}

// decode replaces escapes of URLs (%2F), and of JSON and JavaScript (\u002f, \x2f, \/, \n).
func decode(text string) *decoded {
	d := &decoded{}
	var out strings.Builder
	out.Grow(len(text))
	for at := 0; at < len(text); {
		next := strings.IndexAny(text[at:], `%\`)
		if next < 0 {
			next = len(text) - at
		}
		out.WriteString(text[at : at+next])
		at += next
		bytes, length := escape(text[at:])
		if length == 0 {
			if at < len(text) {
				out.WriteByte(text[at])
				at++
			}
			continue
		}
		out.WriteString(bytes)
		at += length
		d.ends, d.shifts = append(d.ends, out.Len()), append(d.shifts, at-out.Len())
	}
	d.text = out.String()
	return d
}

// escape returns what the escape at the beginning of a text stands for, and its length; zero for none.
func escape(text string) (bytes string, length int) {
	switch {
	case len(text) >= 3 && text[0] == '%':
		if b, err := strconv.ParseUint(text[1:3], 16, 8); err == nil {
			return string([]byte{byte(b)}), 3
		}
	case len(text) >= 2 && text[0] == '\\':
		switch text[1] {
		case 'u':
			if high, isHex := hexRune(text, 2, 6); isHex {
				if low, isPair := hexRune(text, 8, 12); isPair && text[6:8] == `\u` {
					if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
						return string(r), 12
					}
				}
				return string(high), 6
			}
		case 'x':
			if r, isHex := hexRune(text, 2, 4); isHex {
				return string(r), 4
			}
		default:
			_, size := utf8.DecodeRuneInString(text[1:])
			if at := strings.IndexByte("nrtbfv", text[1]); at >= 0 {
				return "\n\r\t\b\f\v"[at : at+1], 2
			}
			return text[1 : 1+size], 1 + size
		}
	}
	return "", 0
}

// hexRune returns the character whose code is in text[from:to].
func hexRune(text string, from, to int) (r rune, isHex bool) {
	if len(text) < to {
		return 0, false
	}
	code, err := strconv.ParseUint(text[from:to], 16, 16)
	return rune(code), err == nil
}
