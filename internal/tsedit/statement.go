package tsedit

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/tsscan"
)

// statement is the statement that a call is in.
type statement struct {
	// variable is the variable that gets the result of the call. It is empty for other statements.
	variable string
	exported bool // the variable is exported by name
	// alone means that the statement starts with the call.
	alone bool
}

// statementAt describes the statement of a call at an offset. It is empty inside of a function or another expression.
func statementAt(text string, at int) (s statement) {
	c := readerAt(text, 0)
	var before [4]tsscan.Token // the last tokens before the call
	depth := 0
	for token := c.next(); token.Start < at; token = c.next() {
		depth += c.nesting(token)
		before = [4]tsscan.Token{before[1], before[2], before[3], token}
	}
	if depth != 0 {
		return statement{}
	}
	isVariable := slices.Contains([]string{"const", "let", "var"}, c.textOf(before[1])) && c.textOf(before[3]) == "="
	if name := c.textOf(before[2]); isVariable && isName(name) {
		return statement{variable: name, exported: c.textOf(before[0]) == "export"}
	}
	previous := c.textOf(before[3])
	return statement{alone: previous == "" || previous == ";" || previous == "}"}
}

// ExportedVariable returns the name of the exported variable that gets the result of the call at an offset, or "".
func ExportedVariable(text string, at int) string {
	s := statementAt(text, at)
	if !s.exported {
		return ""
	}
	return s.variable
}

// ExportDefault exports the result of the call at an offset: a statement of its own, or the value of a variable.
func ExportDefault(text string, at int) []Edit {
	s := statementAt(text, at)
	switch {
	case hasDefaultExport(text) || isCommonJS(text): // in CommonJS, an export statement would take exports away
	case s.variable != "":
		eol, lead := LineBreak(text), ""
		if !strings.HasSuffix(text, "\n") {
			lead = eol
		}
		return []Edit{insertion(len(text), lead+"export default "+s.variable+";"+eol)}
	case s.alone:
		return []Edit{insertion(at, "export default ")}
	}
	return nil
}

// hasDefaultExport reports whether a text contains the words of a default export.
func hasDefaultExport(text string) bool {
	c := readerAt(text, 0)
	for last, token := (tsscan.Token{}), c.next(); token.Start < len(text); last, token = token, c.next() {
		if c.textOf(token) == "default" && c.textOf(last) != "." {
			return true
		}
	}
	return false
}

// isCommonJS reports whether a text names the exports of a CommonJS module: `module.exports` or `exports.name`.
func isCommonJS(text string) bool {
	c := readerAt(text, 0)
	for last, token := (tsscan.Token{}), c.next(); token.Start < len(text); last, token = token, c.next() {
		name := c.textOf(last)
		if c.textOf(token) == "exports" && name == "." || name == "exports" && c.textOf(token) == "." {
			return true
		}
	}
	return false
}

// DefaultExport returns the name in the statement `export default name;` and the offset of the statement. The name is
// empty for other default exports.
func DefaultExport(text string) (name string, at int) {
	c := readerAt(text, 0)
	var last [3]tsscan.Token
	for {
		token := c.next()
		isExport := c.textOf(last[0]) == "export" && c.textOf(last[1]) == "default" && last[2].Kind == tsscan.Word
		if isExport && (c.ends(token) || token.Kind == tsscan.Word && strings.Contains(text[last[2].End:token.Start], "\n")) {
			return c.textOf(last[2]), last[0].Start
		}
		if token.Start == len(text) {
			return "", 0
		}
		last = [3]tsscan.Token{last[1], last[2], token}
	}
}

// Use imports a name from a module, and registers it with the worker that a source exports as default. It returns no
// edits if the default export is not a name.
func Use(text, name, module string) []Edit {
	worker, at := DefaultExport(text)
	if worker == "" || !isPlain(module) {
		return nil
	}
	eol := LineBreak(text)
	call := worker + ".use(" + name + ");" + eol
	if strings.HasSuffix(text[:at], eol+eol) {
		call += eol
	}
	edits := append(AddImport(text, name, module), insertion(at, call))
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	return edits
}

// Register is Use for the worker that a call at an offset declares. It returns no edits if the name is in use.
func Register(text string, at int, name, module string) []Edit {
	worker := statementAt(text, at).variable
	exported, export := DefaultExport(text)
	if worker == "" || worker != exported || export < at || Uses(text, name) {
		return nil
	}
	return Use(text, name, module)
}
