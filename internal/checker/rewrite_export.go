package checker

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsscan"
)

// statement is the statement that a call is in.
type statement struct {
	// variable is the variable that gets the result of the call, "" if there is none.
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
		switch written := c.textOf(token); {
		case token.Kind == tsscan.Punct && strings.Contains("{([", written[:1]):
			depth++
		case token.Kind == tsscan.Punct && strings.Contains("})]", written):
			depth--
		}
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

// exportDefault exports the result of the call at an offset: a statement of its own, or the value of a variable.
func exportDefault(text string, at int) (rewrite, bool) {
	s := statementAt(text, at)
	switch {
	case hasDefaultExport(text):
	case s.variable != "":
		eol, lead := lineBreak(text), ""
		if !strings.HasSuffix(text, "\n") {
			lead = eol
		}
		return rewrite{len(text), len(text), lead + "export default " + s.variable + ";" + eol}, true
	case s.alone:
		return rewrite{at, at, "export default "}, true
	}
	return rewrite{}, false
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

// ExportedName returns the name of the exported variable that gets the result of the call at a position, "" if there is
// none.
func ExportedName(text string, call diag.Span) string {
	lines := strings.SplitAfterN(text, "\n", call.Line)
	if call.Line < 1 || len(lines) < call.Line {
		return ""
	}
	last := lines[call.Line-1]
	s := statementAt(text, len(text)-len(last)+columnOffset(last, call.Column))
	if !s.exported {
		return ""
	}
	return s.variable
}

// register imports a name after the other imports of a text, and registers it with a worker, the result of the call at
// an offset, before the statement that exports the worker.
func register(text string, at int, name, module string) []rewrite {
	worker := statementAt(text, at).variable
	if worker == "" || !isPlain(module) {
		return nil
	}
	c := readerAt(text, 0)
	var last [3]tsscan.Token
	importEnd, exportStart, importing, quote := 0, -1, false, "'"
	for token := c.next(); token.Start < len(text); token = c.next() {
		switch written := c.textOf(token); {
		case written == name:
			return nil // it means something already
		case written == "import" && token.Kind == tsscan.Word:
			importing = true
		case importing && token.Kind == tsscan.String:
			importEnd, importing, quote = token.End, false, written[:1]
		case importing && (written == "(" || written == "."):
			importing = false // an expression
		case written == ";" && last[2].End == importEnd && importEnd > 0:
			importEnd = token.End
		case written == worker && c.textOf(last[2]) == "default" && c.textOf(last[1]) == "export":
			exportStart = last[1].Start
		}
		last = [3]tsscan.Token{last[1], last[2], token}
	}
	if exportStart <= at || importEnd == 0 || importEnd > at {
		return nil
	}
	eol := lineBreak(text)
	return []rewrite{
		{importEnd, importEnd, eol + "import { " + name + " } from " + quote + module + quote + ";"},
		{exportStart, exportStart, worker + ".use(" + name + ");" + eol},
	}
}
