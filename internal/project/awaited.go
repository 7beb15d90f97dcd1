package project

import (
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/sourcemap"
)

var (
	// assignsAwaited matches a name or member to which the value of an await is assigned.
	assignsAwaited = lazyregexp.New(`^[\pL_$][\pL\pN_$]*\s*(?::[^=;]*)?=\s*await\b`)
	// awaitedCall matches the await of a call. Its group is the name of the function.
	awaitedCall = lazyregexp.New(`\bawait\s+(?:[\pL\pN_$]+\s*\??\.\s*)*([\pL_$][\pL\pN_$]*)`)
	word        = lazyregexp.New(`^[\pL\pN_$]+`)
	// continues matches a line that belongs to the statement before it.
	continues = lazyregexp.New(`^\s*[.?)\]]`)
)

// maxStatement is how far from a position its statement is searched for an await, in bytes.
const maxStatement = 1000

// awaited returns the await at which a function waited for inner, the function of the frame above; "" without a name or
// a frame. The local engine continues after it, and takes the position of what comes next for that of the frame: in
// `const a = await f()` the name a, and in `(await f()).b` the name b.
func (l *locator) awaited(at sourcemap.Position, inner string) sourcemap.Position {
	lines := l.lines(at.Source)
	if at.Line >= len(lines) {
		return at
	}
	line := lines[at.Line]
	offset := byteOffset(line, at.Column)
	if found := assignsAwaited().FindString(line[offset:]); found != "" {
		at.Column += utf16Len(found) - len("await")
		return at
	}
	if here := word().FindString(line[offset:]); inner == "" || here == inner || here == "await" {
		return at
	}
	text, position := strings.Join(lines, "\n"), offset
	for _, line := range lines[:at.Line] {
		position += len(line) + 1
	}
	start, end := statementStart(text[:position]), position+statementEnd(text[position:])
	nearest := nearestAwait(text[start:end], position-start, inner)
	if nearest < 0 {
		return at
	}
	before := text[:start+nearest]
	at.Line, at.Column = strings.Count(before, "\n"), utf16Len(before[strings.LastIndexByte(before, '\n')+1:])
	return at
}

// nearestAwait returns where a statement awaits a call of a function: the last await before the position, else the
// first one after it; -1 for none.
func nearestAwait(statement string, position int, inner string) int {
	nearest := -1
	for _, found := range awaitedCall().FindAllStringSubmatchIndex(statement, -1) {
		if statement[found[2]:found[3]] == inner && (nearest < 0 || found[0] < position) {
			nearest = found[0]
		}
	}
	return nearest
}

// statementStart returns where the statement begins that ends a text.
func statementStart(text string) int {
	return max(strings.LastIndexAny(text, ";{}")+1, len(text)-maxStatement)
}

// statementEnd returns where the statement ends that begins a text: at a semicolon, or a line end outside of brackets.
func statementEnd(text string) int {
	depth := 0
	for i := range min(len(text), maxStatement) {
		switch text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ';':
			return i
		case '\n':
			if depth <= 0 && !continues().MatchString(text[i+1:]) {
				return i
			}
		}
	}
	return min(len(text), maxStatement)
}
