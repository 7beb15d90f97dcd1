// Package lazyregexp compiles regular expressions when they are first used. A package-level regexp.MustCompile runs at
// every start of the binary, also for commands that never match it.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles expr in its first call and returns the same pattern in all. It panics if expr
// does not parse, as regexp.MustCompile does.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
