// This file puts a line or two into TypeScript that a user wrote, and leaves the rest as it is.

package scaffold

import (
	"errors"
	"regexp"
	"strings"
)

// byteOrderMark stands at the start of files that some editors write.
const byteOrderMark = "\ufeff"

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

// The name in quotes is blank: these look at masked sources.
var (
	importStatement = regexp.MustCompile(`(?m)^[ \t]*import\s[^;'"]*['"] *['"];?[^\n]*\n`)
	exportedName    = regexp.MustCompile(`(?m)^[ \t]*export default ([A-Za-z_$][\w$]*)[ \t]*;?[ \t\r]*$`)
)

// AddImport adds an import line behind the last import of a source, or at its top.
func AddImport(text, line string) string {
	if strings.Contains(text, line) {
		return text
	}
	at := 0
	if strings.HasPrefix(text, byteOrderMark) {
		at = len(byteOrderMark)
	}
	if found := importStatement.FindAllStringIndex(Mask(text), -1); found != nil {
		at = found[len(found)-1][1]
	}
	return text[:at] + line + newline(text) + text[at:]
}

// DefaultExport is the name in the statement `export default name;` and the offset of the statement's
// line; "" when the default export is anything else.
func DefaultExport(text string) (name string, at int) {
	found := exportedName.FindStringSubmatchIndex(Mask(text))
	if found == nil {
		return "", 0
	}
	return text[found[2]:found[3]], found[0]
}

// AddStatement puts a statement in front of the line at offset.
func AddStatement(text string, at int, statement string) string {
	eol := newline(text)
	if strings.HasSuffix(text[:at], statement+eol) {
		return text // not a second time
	}
	return text[:at] + statement + eol + eol + text[at:]
}

// AddElement puts an element at the end of the array literal that is the value of the key at offset.
func AddElement(text string, key int, element string) (string, error) {
	code := Mask(text)
	end := key + strings.IndexAny(code[key:], ":,}\n")
	if end < key || code[end] != ':' {
		return "", errors.New("the list is not written in place")
	}
	open := end + 1
	for open < len(code) && strings.IndexByte(" \t\r\n", code[open]) >= 0 {
		open++
	}
	if open >= len(code) || code[open] != '[' {
		return "", errors.New("the list is not written in place")
	}
	return addBefore(text, code, open, element)
}

// AddMember puts a member at the end of the object literal that is the argument of the call at offset.
func AddMember(text string, offset int, member string) (string, error) {
	code := Mask(text)
	open := strings.IndexByte(code[offset:], '(')
	if open >= 0 {
		open += offset + 1
		for open < len(code) && strings.IndexByte(" \t\r\n", code[open]) >= 0 {
			open++
		}
	}
	if open < 0 || open >= len(code) || code[open] != '{' {
		return "", errors.New("the options are not written in place")
	}
	return addBefore(text, code, open, member)
}

// addBefore puts an item in front of the bracket that closes the one at open.
func addBefore(text, code string, open int, item string) (string, error) {
	end, err := closing(code, open)
	if err != nil {
		return "", err
	}
	eol := newline(text)
	last := open + len(strings.TrimRight(code[open:end], " \t\r\n")) // behind the last code inside
	comma := ""
	if last > open+1 && code[last-1] != ',' {
		comma = ","
	}
	if !strings.Contains(text[open:end], "\n") && !strings.Contains(item, "\n") {
		inside, right := strings.TrimRight(text[last:end], " \t"), ""
		if last > open+1 {
			inside += " "
			right = text[last+len(inside)-1 : end]
		}
		return text[:last] + comma + inside + item + right + text[end:], nil
	}
	outer := indentOfLine(text, end)
	if !strings.Contains(text[open:end], "\n") {
		outer = indentOfLine(text, open)
	}
	step := "  "
	if strings.HasPrefix(outer, "\t") || strings.Contains(text[open:end], "\n\t") {
		step = "\t"
		item = tabbed(item)
	}
	indent := eol + outer + step
	inside := strings.TrimRight(text[last:end], " \t\r\n")
	return text[:last] + comma + inside + indent + strings.ReplaceAll(item, "\n", indent) + "," + eol + outer +
		text[end:], nil
}

// tabbed indents the lines of an item with tabs.
func tabbed(item string) string {
	lines := strings.Split(item, "\n")
	for i, line := range lines {
		inner := strings.TrimLeft(line, " ")
		lines[i] = strings.Repeat("\t", (len(line)-len(inner))/2) + inner
	}
	return strings.Join(lines, "\n")
}

// newline is how the lines of a text end.
func newline(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

func indentOfLine(text string, at int) string {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// closing finds the bracket in masked code that closes the one at open.
func closing(code string, open int) (int, error) {
	depth := 0
	for i := open; i < len(code); i++ {
		switch {
		case strings.IndexByte("([{", code[i]) >= 0:
			depth++
		case strings.IndexByte(")]}", code[i]) >= 0:
			if depth--; depth == 0 {
				return i, nil
			}
		}
	}
	return 0, errors.New("a bracket is not closed")
}
