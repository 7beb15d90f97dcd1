// The rule unused-scope: an app does not ask for records that it never speaks of.

package rules

import (
	"bytes"
	"slices"
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var unusedScope = &checker.Rule{
	ID:       "unused-scope",
	Severity: diag.Warning,
	Title:    "the app requests no scope of objects that its source never mentions",
	Why:      "every scope is shown on the install screen, and adding one later makes all portals consent again: ask for what is used",
	Hint:     "remove the scope",
	Before: `scopes: ['crm.objects.contacts.read', 'crm.objects.quotes.read'],
// and only ctx.crm.objects.get('contacts', id)`,
	After: `scopes: ['crm.objects.contacts.read'],`,
	Run:   runUnusedScope,
}

// runUnusedScope speaks only of objects whose name stands nowhere in the source, and only when no call takes
// its object type from elsewhere.
func runUnusedScope(p *checker.Pass) {
	if len(p.Workers) == 0 || !allEvaluated(p) || somethingFailed(p) || takesAnyObject(p) {
		return
	}
	var source []byte // read when first needed
	for _, option := range []string{"scopes", "optionalScopes"} {
		for _, item := range texts(appOption(p, option)) {
			name := scopedObject(item.Text)
			if name == "" || isNamedScope(p, item.Text) {
				continue // a scope of something else, or one that is named where it is needed
			}
			if source == nil {
				source = sourceWithoutScopes(p)
			}
			if !bytes.Contains(source, []byte(stem(name))) {
				p.Reportf(item.At, "the app requests %s, but its source never mentions %s", quote(item), scopedTypes[name])
			}
		}
	}
}

// scopedObject is the object type of a scope crm.objects.<plural>.read or .write, in the singular; "" for others.
func scopedObject(scope string) string {
	parts := strings.Split(scope, ".")
	if len(parts) != 4 || parts[0] != "crm" || parts[1] != "objects" || parts[3] != "read" && parts[3] != "write" {
		return ""
	}
	for name, plural := range scopedTypes {
		if plural == parts[2] {
			return name
		}
	}
	return ""
}

// stem is what the singular and the plural of an object type have in common: "compan".
func stem(name string) string { return strings.TrimSuffix(strings.TrimSuffix(name, "y"), "_item") }

// takesAnyObject reports whether some call reaches objects that the source does not name.
func takesAnyObject(p *checker.Pass) bool {
	return slices.ContainsFunc(p.Calls, func(call declared.Call) bool {
		path := crmCall(call)
		if len(path) == 0 || path[0] == "conversations" {
			return false
		}
		return len(call.Args) == 0 || !call.Args[0].Known ||
			path[0] == "request" && (len(call.Args) < 2 || !call.Args[1].Known)
	})
}

// isNamedScope reports whether a usesScopes mark or an MCP server names a scope.
func isNamedScope(p *checker.Pass, scope string) bool {
	for _, call := range p.Calls {
		if slices.Contains(markedScopes(call), scope) {
			return true
		}
	}
	return slices.ContainsFunc(mcpServersOf(p), func(d *declared.Declaration) bool {
		return holdsText(d.Options.Get("requiredScopes"), scope)
	})
}

// sourceWithoutScopes is the text of all files in lower case; in the config without the names of scopes.
func sourceWithoutScopes(p *checker.Pass) []byte {
	var all []byte
	for _, file := range p.Files {
		text := p.Source(file)
		if file == p.ConfigFile {
			for _, scope := range requestedScopes(p) {
				text = bytes.ReplaceAll(text, []byte(scope), nil)
			}
		}
		all = append(all, text...)
	}
	return bytes.ToLower(all)
}
