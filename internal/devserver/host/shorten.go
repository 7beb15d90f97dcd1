package host

import "unicode/utf8"

// maxLogged is how much of a part of a request line is logged, in bytes. Longer parts make a log unreadable.
const maxLogged = 512

// Shorten cuts a part of a request line, which any sender chooses, for a log line.
func Shorten(text string) string {
	if len(text) <= maxLogged {
		return text
	}
	end := maxLogged
	for end > maxLogged-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
