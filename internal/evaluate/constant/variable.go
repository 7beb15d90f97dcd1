package constant

import (
	"cmp"
	"slices"

	"github.com/dop251/goja/unistring"
)

// Variable is a variable or parameter. The zero value is one that the bundle does not declare.
type Variable struct {
	name name
	// IsLocal means that a function declares it.
	IsLocal bool
}

// Variable returns the variable that a name is in a scope.
func (n *Names) Variable(text unistring.String, s Scope) Variable {
	x := n.indexed()
	found := x.declared(n, text, s)
	if _, isKnown := x.values[found]; !isKnown {
		return Variable{}
	}
	return Variable{found, n.inFunction(found.scope)}
}

// Declares reports whether code declares a name, in any scope.
func (n *Names) Declares(text unistring.String) bool {
	for declared := range n.indexed().values {
		if declared.text == text {
			return true
		}
	}
	return false
}

// IsSetOnce reports whether code gives a variable a value at one place, where it may be unknown.
func (n *Names) IsSetOnce(v Variable) bool { return len(n.indexed().values[v.name]) == 1 }

// inFunction reports whether a scope is that of a function, or within one.
func (n *Names) inFunction(s Scope) bool {
	for ; s > 0; s = n.parent(s) {
		// Functions are recorded in the order of their scopes.
		byScope := func(f function, s Scope) int { return cmp.Compare(f.scope, s) }
		if _, found := slices.BinarySearchFunc(n.functions, s, byScope); found {
			return true
		}
	}
	return false
}
