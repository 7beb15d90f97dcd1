package project

import (
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/sourcemap"
)

// assignsAwaited matches a name or member to which the value of an await is assigned.
var assignsAwaited = lazyregexp.New(`^[\pL_$][\pL\pN_$]*\s*(?::[^=;]*)?=\s*await\b`)

// awaited returns the await at which a function waited. The engine continues after it, and takes the position of what
// comes next for that of the frame: in `const a = await f()` the name a.
func (l *locator) awaited(at sourcemap.Position) sourcemap.Position {
	lines := l.lines(at.Source)
	if at.Line >= len(lines) {
		return at
	}
	line := lines[at.Line]
	if found := assignsAwaited().FindString(line[byteOffset(line, at.Column):]); found != "" {
		at.Column += utf16Len(found) - len("await")
	}
	return at
}
