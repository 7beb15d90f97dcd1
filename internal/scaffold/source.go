// This file puts a line or two into TypeScript that a user wrote, and leaves the rest as it is.

package scaffold

import (
	"errors"
	"regexp"
	"strings"
)

// Offset is the byte offset of a 1-based line and column (UTF-16 units) in a text; -1 past its end.
func Offset(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
	for units := 1; units < column; {
		if at >= len(text) {
			return -1
		}
		for _, r := range text[at:] {
			units++
			if r > 0xFFFF {
				units++ // a surrogate pair
			}
			at += len(string(r))
			break
		}
	}
	return at
}

var importStatement = regexp.MustCompile(`(?m)^import\s[^;'"]*['"][^'"\n]+['"];?[^\n]*\n`)

// AddImport adds an import line behind the last import of a source, or at its top.
func AddImport(text, line string) string {
	if strings.Contains(text, line) {
		return text
	}
	at := 0
	if found := importStatement.FindAllStringIndex(text, -1); found != nil {
		at = found[len(found)-1][1]
	}
	return text[:at] + line + "\n" + text[at:]
}

// AddElement puts an element at the end of the array literal that is the value of the key at offset.
func AddElement(text string, key int, element string) (string, error) {
	colon := strings.IndexByte(text[key:], ':')
	if colon < 0 {
		return "", errors.New("no list where one was declared")
	}
	open := key + colon + 1
	for open < len(text) && strings.IndexByte(" \t\r\n", text[open]) >= 0 {
		open++
	}
	if open >= len(text) || text[open] != '[' {
		return "", errors.New("the list is not written in place")
	}
	return addBefore(text, open, element)
}

// AddMember puts a member at the end of the object literal that opens at or behind offset.
func AddMember(text string, offset int, member string) (string, error) {
	open := strings.IndexByte(text[offset:], '{')
	if open < 0 {
		return "", errors.New("no object where one was declared")
	}
	return addBefore(text, offset+open, member)
}

// addBefore puts an item in front of the bracket that closes the one at open.
func addBefore(text string, open int, item string) (string, error) {
	end, err := closing(text, open)
	if err != nil {
		return "", err
	}
	inside := strings.TrimRight(text[open+1:end], " \t\r\n")
	if !strings.Contains(text[open:end], "\n") {
		if inside != "" && !strings.HasSuffix(inside, ",") {
			inside += ","
		}
		if strings.TrimSpace(inside) != "" {
			inside += " "
		}
		return text[:open+1] + inside + item + text[end:], nil
	}
	if inside != "" && !strings.HasSuffix(inside, ",") && !strings.HasSuffix(lastLine(inside), "*/") && !strings.Contains(lastLine(inside), "//") {
		inside += ","
	}
	outer := indentOfLine(text, end)
	indent := "\n" + outer + "  "
	return text[:open+1] + inside + indent + strings.ReplaceAll(item, "\n", indent) + ",\n" + outer + text[end:], nil
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

func indentOfLine(text string, at int) string {
	line := lastLine(text[:at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// closing finds the bracket that closes the one at open, past strings, templates and comments.
func closing(text string, open int) (int, error) {
	depth := 0
	for i := open; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'' || c == '"' || c == '`':
			i = skipTo(text, i+1, string(c), true)
		case strings.HasPrefix(text[i:], "//"):
			i = skipTo(text, i+2, "\n", false)
		case strings.HasPrefix(text[i:], "/*"):
			i = skipTo(text, i+2, "*/", false)
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth == 0 {
				return i, nil
			}
		}
	}
	return 0, errors.New("a bracket is not closed")
}

// skipTo is the offset of the last byte of the next end, or of the text.
func skipTo(text string, from int, end string, escapes bool) int {
	for i := from; i < len(text); i++ {
		if escapes && text[i] == '\\' {
			i++
		} else if strings.HasPrefix(text[i:], end) {
			return i + len(end) - 1
		}
	}
	return len(text)
}
