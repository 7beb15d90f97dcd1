// Package devvars reads .dev.vars: the bindings of a worker on the developer's machine, one
// NAME=value a line, in the format of dotenv that the edge platform's own tools read.
//
// It reads text, not files, and never puts a value into an error: values are secrets.
// Start at Parse.
package devvars

import (
	"fmt"
	"strings"
)

// FileName is where a project keeps its local bindings.
const FileName = ".dev.vars"

// Var is one binding.
type Var struct {
	Name, Value string
	Line        int // 1-based
}

// Error is a line that cannot be read.
type Error struct {
	Line   int // 1-based
	Reason string
}

// Error says where and what.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", FileName, e.Line, e.Reason) }

// Parse reads the bindings in order; of two with one name the later one counts, see Values.
//
// A value may stand in double quotes (\n, \r, \t, \" and \\ are read), single quotes or backticks (as it
// is), and quoted values may span lines. A bare value ends at " #". `export NAME=value` is read too.
func Parse(text string) ([]Var, error) {
	p := parser{text: strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), line: 1}
	var vars []Var
	for !p.done() {
		v, found, err := p.entry()
		if err != nil {
			return nil, err
		}
		if found {
			vars = append(vars, v)
		}
	}
	return vars, nil
}

// Values is the bindings by name.
func Values(vars []Var) map[string]string {
	values := make(map[string]string, len(vars))
	for _, v := range vars {
		values[v.Name] = v.Value
	}
	return values
}

// Names lists the names, each once, in the order in which they first appear.
func Names(vars []Var) []string {
	names := make([]string, 0, len(vars))
	seen := map[string]bool{}
	for _, v := range vars {
		if !seen[v.Name] {
			seen[v.Name] = true
			names = append(names, v.Name)
		}
	}
	return names
}
