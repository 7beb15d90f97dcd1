// Package devvars parses .dev.vars and .dev.vars.<environment>: the local bindings of a worker, one NAME=value per
// line, in the dotenv format of the edge platform's tools.
//
// Errors never contain values, since values are secrets. Start at Parse.
package devvars

import (
	"cmp"
	"fmt"
	"strings"
)

// fileName is the file with the local bindings of a project.
const fileName = ".dev.vars"

// FilesOf returns the files with the bindings of an environment: the second replaces bindings of the first.
func FilesOf(environment string) []string {
	if environment == "" {
		return []string{fileName}
	}
	return []string{fileName, FileOf(environment)}
}

// FileOf returns the file with the bindings that an environment has for itself.
func FileOf(environment string) string { return fileName + "." + environment }

// Var is one binding.
type Var struct {
	Name, Value string
	Line        int // 1-based
}

// Error reports a malformed line.
type Error struct {
	File   string // "" is fileName
	Line   int    // 1-based
	Reason string
}

// Error returns the position and the message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s", cmp.Or(e.File, fileName), e.Line, e.Reason)
}

// Parse returns the bindings in order. If a name occurs twice, the last value counts in Values.
//
// A value may be in double quotes (with the escapes \n, \r, \t, \" and \\), single quotes or backticks (without
// escapes). Quoted values may span lines. An unquoted value ends at " #". `export NAME=value` is allowed.
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

// Values returns the bindings by name.
func Values(vars []Var) map[string]string {
	values := make(map[string]string, len(vars))
	for _, v := range vars {
		values[v.Name] = v.Value
	}
	return values
}

// Names returns the names in the order of their first occurrence.
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
