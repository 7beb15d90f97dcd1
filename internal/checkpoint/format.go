package checkpoint

import (
	"fmt"
	"io"
	"strings"
)

// formats are the formats for programs. The command prints the rows (rows.go) for people.
var formats = []struct {
	name  string
	write func(io.Writer, *Report) error
}{
	{"json", writeJSON},
	{"csv", writeCSV},
	{"prom", writeProm},
	{"markdown", writeMarkdown},
}

// FormatNames returns the names of the formats for programs.
func FormatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// Write writes the report in the format.
func Write(w io.Writer, format string, r *Report) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(w, r)
		}
	}
	return fmt.Errorf("unknown format %q", format)
}

// visible replaces control characters, and characters that reorder text, by spaces: untrusted names must not break
// lines.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ', r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029',
			r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
