package ecma

import (
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// MatchLimit is how long one match of a regular expression may take. A match cannot be interrupted, and at this
// limit the engine reports "no match" instead of an error. A host must interrupt code before that.
const MatchLimit = 35 * time.Second

// limitMatches must run before the first regular expression is compiled.
var limitMatches = sync.OnceFunc(func() { regexp2.DefaultMatchTimeout = MatchLimit })

// Parse parses a script. name is its file name in stack frames. Call Rewrite before compiling the tree.
func Parse(name string, source []byte) (*ast.Program, error) {
	limitMatches()
	return parser.ParseFile(nil, name, source, 0, parser.WithDisableSourceMaps)
}
