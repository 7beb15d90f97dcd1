package rules

import (
	"bytes"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var unusedScope = &checker.Rule{
	ID:       "unused-scope",
	Severity: diag.Warning,
	Title:    "request only object scopes that the source uses",
	Why: "every scope appears on the install screen, and adding one later makes every portal consent again; request " +
		"exactly what the app uses",
	Hint: "remove the scope",
	Before: `scopes: ['crm.objects.contacts.read', 'crm.objects.quotes.read'],
// and only ctx.crm.objects.get('contacts', id)`,
	After: `scopes: ['crm.objects.contacts.read'],`,
	Run:   runUnusedScope,
}

// runUnusedScope reports objects whose name is not in the source, unless a call has an object type that is not a
// literal.
func runUnusedScope(p *checker.Pass) {
	if len(p.Workers) == 0 || !allEvaluated(p) || somethingFailed(p) || takesAnyObject(p) {
		return
	}
	var unused []*declared.Value
	for _, option := range []string{"scopes", "optionalScopes"} {
		for _, item := range texts(appOption(p, option)) {
			if scopedObject(item.Text) != "" && !isNamedScope(p, item.Text) {
				unused = append(unused, item)
			}
		}
	}
	for _, file := range slices.Concat(p.Files, unreadPaths(p)) {
		if len(unused) == 0 {
			return
		}
		source := sourceWithoutScopes(p, file)
		unused = slices.DeleteFunc(unused, func(item *declared.Value) bool {
			return slices.ContainsFunc(platform.CoveredObjects(scopedObject(item.Text)), func(name string) bool {
				return bytes.Contains(source, []byte(stem(name)))
			})
		})
	}
	for _, item := range unused {
		_, name, _ := platform.ScopedObject(item.Text)
		p.Reportf(item.At, "the app requests %s, but its source never mentions %s", quote(item), name)
	}
}

// unreadPaths returns the files that unread-file reports: to read them is the fix, and then they use their scopes.
func unreadPaths(p *checker.Pass) []string {
	paths := make([]string, len(p.Unread))
	for i, file := range p.Unread {
		paths[i] = file.Path
	}
	return paths
}

// scopedObject returns the singular object type of a scope crm.objects.<plural>.read or .write; "" for other scopes.
func scopedObject(scope string) string {
	name, _, _ := platform.ScopedObject(scope)
	return name
}

// stem returns the common prefix of the singular and the plural of an object type, such as "compan".
func stem(name string) string { return strings.TrimSuffix(strings.TrimSuffix(name, "y"), "_item") }

// takesAnyObject reports whether a call reaches objects that the source does not name.
func takesAnyObject(p *checker.Pass) bool {
	return slices.ContainsFunc(p.Calls, func(call declared.Call) bool {
		path := crmCall(call)
		if len(path) == 0 || path[0] == "conversations" {
			return false
		}
		needed := 1 // the object type
		if path[0] == "request" {
			needed = 2 // method and path
		}
		if len(call.Args) < needed {
			return true
		}
		return slices.ContainsFunc(call.Args[:needed], func(l declared.Literal) bool { return !l.Known })
	})
}

// isNamedScope reports whether a usesScopes call or an MCP server names a scope.
func isNamedScope(p *checker.Pass, scope string) bool {
	for _, call := range p.Calls {
		if slices.Contains(markedScopes(call), scope) {
			return true
		}
	}
	return slices.ContainsFunc(ofKind(p, declared.McpServer), func(d *declared.Declaration) bool {
		return holdsText(d.Options.Get("requiredScopes"), scope)
	})
}

// sourceWithoutScopes returns the text of a file in lower case, that of the config without the scopes.
func sourceWithoutScopes(p *checker.Pass, file string) []byte {
	text := p.Source(file)
	if file == p.ConfigFile {
		for _, scope := range requestedScopes(p) {
			text = bytes.ReplaceAll(text, []byte(scope), nil)
		}
	}
	return bytes.ToLower(text)
}
