package syntax

import (
	"strings"

	"github.com/dop251/goja/ast"
)

// IsName reports whether an expression is a name.
func IsName(e ast.Expression, name string) bool {
	identifier, ok := e.(*ast.Identifier)
	return ok && identifier.Name.String() == name
}

// Stem reverts the bundler's renaming: it appends numbers to names that several files have.
func Stem(name string) string { return strings.TrimRight(name, "0123456789") }

// KeyName returns the name of a member, "" for one that is computed.
func KeyName(key ast.Expression) string {
	switch key := key.(type) {
	case *ast.StringLiteral:
		return key.Value.String()
	case *ast.Identifier:
		return key.Name.String()
	case *ast.NumberLiteral:
		return NumberText(key)
	}
	return ""
}
