package scaffold

import (
	"errors"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// byteOrderMark is at the start of files from some editors.
const byteOrderMark = "\ufeff"

// Offset returns the byte offset of a 1-based line and column (in UTF-16 units), or -1 after the end of the text.
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

// These match masked sources, in which module names are blank.
var (
	importStatement = lazyregexp.New(`(?m)^[ \t]*import\s[^;'"]*['"] *['"];?[^\n]*\n`)
	exportedName    = lazyregexp.New(`(?m)^[ \t]*export default ([A-Za-z_$][\w$]*)[ \t]*;?[ \t\r]*$`)
)

// AddImport adds an import line after the last import of a source, or at its top.
func AddImport(text, line string) string {
	if strings.Contains(text, line) {
		return text
	}
	at := 0
	if strings.HasPrefix(text, byteOrderMark) {
		at = len(byteOrderMark)
	}
	if found := importStatement().FindAllStringIndex(Mask(text), -1); found != nil {
		at = found[len(found)-1][1]
	}
	return text[:at] + line + newline(text) + text[at:]
}

// DefaultExport returns the name in the statement `export default name;` and the offset of its line; "" for other
// default exports.
func DefaultExport(text string) (name string, at int) {
	found := exportedName().FindStringSubmatchIndex(Mask(text))
	if found == nil {
		return "", 0
	}
	return text[found[2]:found[3]], found[0]
}

// AddStatement adds a statement before the line at an offset.
func AddStatement(text string, at int, statement string) string {
	eol := newline(text)
	if strings.HasSuffix(text[:at], statement+eol) {
		return text // it exists already
	}
	return text[:at] + statement + eol + eol + text[at:]
}

// AddElement appends an element to the array literal that is the value of the key at an offset.
func AddElement(text string, key int, element string) (string, error) {
	code := Mask(text)
	end := key + strings.IndexAny(code[key:], ":,}\n")
	if end < key || code[end] != ':' {
		return "", errors.New("the list is not an array literal")
	}
	open := end + 1
	for open < len(code) && strings.IndexByte(" \t\r\n", code[open]) >= 0 {
		open++
	}
	if open >= len(code) || code[open] != '[' {
		return "", errors.New("the list is not an array literal")
	}
	return addBefore(text, code, open, element)
}

// AddMember appends a member to the object literal that is the argument of the call at an offset.
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
		return "", errors.New("the options are not an object literal")
	}
	return addBefore(text, code, open, member)
}

// addBefore adds an item before the bracket that closes the one at open.
func addBefore(text, code string, open int, item string) (string, error) {
	end, err := closing(code, open)
	if err != nil {
		return "", err
	}
	eol := newline(text)
	last := open + len(strings.TrimRight(code[open:end], " \t\r\n")) // after the last code inside
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

// tabbed replaces the indentation of an item by tabs.
func tabbed(item string) string {
	lines := strings.Split(item, "\n")
	for i, line := range lines {
		inner := strings.TrimLeft(line, " ")
		lines[i] = strings.Repeat("\t", (len(line)-len(inner))/2) + inner
	}
	return strings.Join(lines, "\n")
}

// newline returns the line break of a text.
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

// closing returns the offset of the bracket that closes the one at open, in masked code.
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
	return 0, errors.New("unclosed bracket")
}
