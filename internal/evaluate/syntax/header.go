package syntax

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
)

// HeaderOptions returns the position of the argument with the headers of an HTTP call, -1 for other calls.
func HeaderOptions(path []string) int {
	last := path[len(path)-1]
	switch {
	case len(path) == 1 && last == "fetch":
		return 1
	case len(path) < 2 || path[len(path)-2] != "http":
		return -1
	case last == "post" || last == "put" || last == "patch":
		return 2
	}
	return 1
}

// HasHeaders reports whether an argument can have headers. Only object literals are read, for speed.
func HasHeaders(e ast.Expression) bool {
	object, ok := e.(*ast.ObjectLiteral)
	return ok && slices.ContainsFunc(object.Value, func(p ast.Property) bool {
		switch p := p.(type) {
		case *ast.PropertyKeyed:
			return KeyName(p.Key) == "headers"
		case *ast.PropertyShort:
			return p.Name.Name == "headers"
		}
		return false
	})
}

// IsSecretHeader reports whether a header can hold a credential.
func IsSecretHeader(name string, value ast.Expression) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"auth", "key", "token", "secret", "cookie", "password"} {
		if strings.Contains(name, word) {
			return isConstant(value)
		}
	}
	return false
}
