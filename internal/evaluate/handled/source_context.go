package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// sourceMembers are the members of what the functions of sources receive.
var sourceMembers = map[string][]string{"fetch": {"cursor", "http"}, "receive": {"event"}}

// Source returns what a call of defineSource declares: its Name is that of the function that receives a context. It is
// empty for other calls. Options are nil if they are not a literal.
func Source(path []string, args []ast.Expression) (c Capability) {
	if len(path) == 0 || syntax.Stem(path[0]) != "defineSource" || len(args) != 1 {
		return c
	}
	switch {
	case len(path) == 1:
		c.Name = "fetch"
	case len(path) == 2 && path[1] == "push":
		c.Name = "receive"
	default:
		return c
	}
	c.Options, _ = syntax.Unwrapped(args[0]).(*ast.ObjectLiteral)
	return c
}

// IsSource reports whether the capability is a source.
func (c Capability) IsSource() bool { return sourceMembers[c.Name] != nil }

// IsFunction reports whether a function is the one of a source.
func (c Capability) IsFunction(fn ast.Expression) bool {
	return c.IsSource() && fn != nil && syntax.Member(c.Options, c.Name) == fn
}

// SourceMember reports whether a path below the context is decided here: a member of the context of a source, or of a
// member that it lacks. It returns the finding about a member that only handlers have.
func (c Capability) SourceMember(path []string, at file.Idx) (isDecided bool, found []Finding) {
	members := sourceMembers[c.Name]
	isOwn := slices.Contains(members, path[0])
	if !isOwn && len(path) == 1 && members != nil {
		use := declared.Use{Kind: declared.UnknownMember, Path: path, Text: c.Name, Known: members}
		found = []Finding{{Use: use, At: at}}
	}
	return members != nil && (!isOwn || len(path) == 1), found
}

// LacksSync reports whether the capability is known and its context has no member sync.
func (c Capability) LacksSync() bool { return c.Name != "" && c.Name != "sync" && !c.IsSource() }
