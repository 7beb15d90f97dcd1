package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var syncScope = &checker.Rule{
	ID:       "sync-scope",
	Severity: diag.Warning,
	Title:    "request the scopes that the destination of a sync needs",
	Why:      "a sync with a source writes its rows to the object type in into; without the scope, the CRM rejects them",
	Hint:     "add the scope to scopes",
	Before: `defineApp({ scopes: ['crm.objects.deals.read'], ... })
worker.sync(orders, { into: 'deals', ... });`,
	After: `defineApp({ scopes: ['crm.objects.deals.read', 'crm.objects.deals.write'], ... })
worker.sync(orders, { into: 'deals', ... });`,
	Run: runSyncScope,
}

func runSyncScope(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	for _, need := range syncNeeds(p) {
		if need.sync.Source == nil || !lacksScopes(p, need.scopes...) {
			continue // a handler of its own writes what it wants, or it is covered
		}
		draft := p.Reportf(need.at, "%s of %s needs the scope %s, which the app does not request",
			need.member, describe(need.sync), oneOf(need.scopes)).Related(scopes.At, "scopes are declared here")
		addScope(draft, scopes, need.scopes[0], howSure(need.scopes))
	}
}

// syncNeed is a member of a sync's options that needs one of some scopes.
type syncNeed struct {
	sync   *declared.Declaration
	member string
	scopes []string
	at     declared.Mark
}

// syncNeeds returns what the destinations of syncs need. A sync upserts its rows, and manages the schema if it is set
// to: it reads the properties, and creates those that are missing.
func syncNeeds(p *checker.Pass) (all []syncNeed) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Sync) {
		into, manage := d.Options.Get("into"), d.Options.Get("manageSchema")
		name, object := into.Text, objects.named(into)
		if object != nil {
			name = object.ID
		}
		isOwn := object != nil || isCustomObject(p, name)
		if scopes := platform.ObjectScopes(name, "write", isOwn); len(scopes) > 0 {
			all = append(all, syncNeed{d, "into", scopes, into.At})
		}
		if !hasText(manage) || !d.Options.Get("schema").IsObject() {
			continue // without a schema it does nothing
		}
		if scopes := platform.SchemaScopes(name, "read", isOwn); len(scopes) > 0 {
			all = append(all, syncNeed{d, "manageSchema", scopes, manage.At})
		}
		if scopes := platform.SchemaScopes(name, "write", isOwn); len(scopes) > 0 && mayCreateProperties(d, object) {
			all = append(all, syncNeed{d, "manageSchema", scopes, manage.At})
		}
	}
	return all
}

// mayCreateProperties reports whether a sync that manages the schema can find a property missing: one that it writes,
// and that its app object does not declare.
func mayCreateProperties(sync, object *declared.Declaration) bool {
	names := []*declared.Value{sync.Options.Get("idProperty")}
	for _, member := range sync.Options.Get("schema").Members {
		names = append(names, member.Value)
	}
	return object == nil || slices.ContainsFunc(names, func(name *declared.Value) bool {
		return hasText(name) && propertyOf(object, name.Text) == nil
	})
}
