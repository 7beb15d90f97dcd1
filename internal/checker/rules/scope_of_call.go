package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

// The methods of ctx.crm.objects and ctx.crm.batch.objects, by the access they need.
var (
	readMethods  = []string{"get", "list", "search", "read"}
	writeMethods = []string{"create", "update", "upsert", "archive"}
)

// crmCall returns the path of a call after `crm`; nil if it is not a call of the CRM client.
func crmCall(call declared.Call) []string {
	if at := slices.Index(call.Path, "crm"); at >= 0 && at+1 < len(call.Path) {
		return call.Path[at+1:]
	}
	return nil
}

// objectTypeOfCall returns the object type that a call of records or properties names; false if it cannot be read.
func objectTypeOfCall(call declared.Call) (string, bool) {
	path := crmCall(call)
	if len(path) > 1 && path[0] == "batch" {
		path = path[1:]
	}
	isObjects := len(path) == 2 && (path[0] == "objects" || path[0] == "properties")
	if !isObjects || len(call.Args) == 0 || !call.Args[0].Known || call.Args[0].List != nil {
		return "", false
	}
	return call.Args[0].Text, true
}

// scopesOfCall returns the scopes of which a call needs one; nil if they are unknown.
func scopesOfCall(p *checker.Pass, objects appObjects, call declared.Call) []string {
	path := crmCall(call)
	if len(path) < 2 {
		return nil
	}
	if path[0] == "conversations" {
		return scopesOfConversations(path)
	}
	if path[0] == "batch" {
		path = path[1:]
	}
	if len(path) != 2 || path[0] != "objects" || len(call.Args) == 0 || !call.Args[0].Known {
		return nil
	}
	objectType := call.Args[0].Text
	isOwn := objects[objectType] != nil || isCustomObject(p, objectType)
	switch {
	case slices.Contains(readMethods, path[1]):
		return platform.ObjectScopes(objectType, "read", isOwn)
	case slices.Contains(writeMethods, path[1]):
		return platform.ObjectScopes(objectType, "write", isOwn)
	}
	return nil
}

// isCustomObject reports whether an object type is the portal's own, by the snapshot of its schema.
func isCustomObject(p *checker.Pass, objectType string) bool {
	_, object := p.Portal.Find(objectType)
	return object != nil && object.IsCustom()
}

func scopesOfConversations(path []string) []string {
	last := path[len(path)-1]
	switch {
	case len(path) < 3:
		return nil
	case path[1] == "visitorIdentification":
		return []string{"conversations.visitor_identification.tokens.create"}
	case path[1] != "customChannels":
		return nil
	case slices.Contains(readMethods, last):
		return []string{"conversations.custom_channels.read"}
	}
	return []string{"conversations.custom_channels.write"}
}

// requests reports whether the app requests one of the scopes, required or optional.
func requests(p *checker.Pass, scopes []string) bool {
	for _, scope := range scopes {
		if holdsText(appOption(p, "scopes"), scope) || holdsText(appOption(p, "optionalScopes"), scope) {
			return true
		}
	}
	return false
}

// lacksScopes reports whether the app requests none of the scopes, and no other rule reports an entry of its lists that
// may be meant as one.
func lacksScopes(p *checker.Pass, scopes ...string) bool {
	if !appOption(p, "scopes").IsArray() || requests(p, scopes) {
		return false // no app, missing-option and option-type report it, or it is requested
	}
	meant := checker.Shared(p, "meant scopes", func() []string { return meantScopes(p) })
	return !slices.ContainsFunc(meant, func(entry string) bool {
		return entry == "" || slices.ContainsFunc(scopes, func(scope string) bool { return strings.Contains(entry, scope) })
	})
}

// meantScopes returns what the reported entries of the app's scopes may be meant as: the nearest scope of a misspelled
// one, several scopes in one string, and "" for an entry that is not a string.
func meantScopes(p *checker.Pass) (meant []string) {
	known := platform.KnownScopes()
	for _, option := range []string{"scopes", "optionalScopes"} {
		for _, item := range appOption(p, option).Items {
			if near := nearScopes(item.Text, known); near != nil {
				meant = append(meant, typo.Nearest(item.Text, near))
			} else if !item.IsString() || !isScope(item.Text) {
				meant = append(meant, item.Text)
			}
		}
	}
	return meant
}

// requestedScopes returns all scopes that the app requests.
func requestedScopes(p *checker.Pass) []string {
	var names []string
	for _, option := range []string{"scopes", "optionalScopes"} {
		for _, item := range texts(appOption(p, option)) {
			names = append(names, item.Text)
		}
	}
	return names
}

// markedScopes returns the scopes that a usesScopes call names; nil for other calls.
func markedScopes(call declared.Call) []string {
	if len(call.Path) == 0 || call.Path[len(call.Path)-1] != "usesScopes" || len(call.Args) == 0 {
		return nil
	}
	if first := call.Args[0]; first.List == nil && first.Known && first.Text != "" {
		return []string{first.Text}
	}
	return call.Args[0].List
}
