package importer_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/appsvc/svc/internal/importer"
	"github.com/appsvc/svc/internal/platform"
)

// supported are the types that svc makes. The others have a note.
var supported = []any{
	"app", "card", "workflow-action", "app-object", "app-object-association", "app-event", "webhooks", "mcp-server", nil,
}

// addresses are the members that svc writes for its own deploy.
var addresses = regexp.MustCompile(`^(config\.actionUrl|config\.entrypoint|config\.settings\.targetUrl|config\.auth\.redirectUrls|srcDir)`)

// defaults are the members that svc writes where a project omits them: the platform has the same texts and settings.
var defaults = regexp.MustCompile(`^config\.(description|settings\.(hasRecordPage|allowsUserCreatedRecords|hasEngagements)|` +
	`permittedUrls\.fetch\[\d+\]|support|labels\.\w+\.(actionDescription|actionCardContent|appDisplayName|` +
	`(inputFieldLabels|outputFieldLabels)\..+)|inputFields\[\d+\]\.supportedValueTypes.*|.*\.(fieldType|label|options.*))$`)

// isSet matches the paths of lists without order.
var isSet = regexp.MustCompile(`objectTypes$|Scopes|\.subscriptions`)

// compare reports each difference that no note explains.
func compare(t *testing.T, want, got map[string]any, notes []importer.Note) {
	t.Helper()
	for uid, component := range want {
		one, _ := component.(map[string]any)
		if !slices.Contains(supported, one["type"]) {
			if !explained(notes, uid, "") {
				t.Errorf("the component %q has the type %v, and no note", uid, one["type"])
			}
			continue
		}
		other, found := got[uid]
		if !found {
			if !explained(notes, uid, "config.subscriptions") && !explained(notes, uid, "config.location") {
				t.Errorf("the build has no component %q", uid)
			}
			continue
		}
		wanted, built := map[string]any{}, map[string]any{}
		flatten("", normal("", component), wanted)
		flatten("", normal("", other), built)
		for path, value := range wanted {
			if !addresses.MatchString(path) && !cmp.Equal(built[path], value) && !explained(notes, uid, path) {
				t.Errorf("%s %s: want %v, got %v", uid, path, value, built[path])
			}
		}
		for path, value := range built {
			if _, known := wanted[path]; !known && !addresses.MatchString(path) && !defaults.MatchString(path) &&
				!explained(notes, uid, path) {
				t.Errorf("%s %s: the build adds %v", uid, path, value)
			}
		}
	}
	for uid := range got {
		if want[uid] == nil {
			t.Errorf("the build adds the component %q", uid)
		}
	}
}

// explained reports whether a note is about a member, or about what contains it.
func explained(notes []importer.Note, uid, path string) bool {
	return slices.ContainsFunc(notes, func(note importer.Note) bool {
		return note.UID == uid && (note.Member == path || note.Member != "" && strings.HasPrefix(path, note.Member))
	})
}

// normal returns a value in one of its equivalent forms: lists without order are sorted, object types are in the
// singular, subscriptions that are not active are absent, and earlier subscriptions are in the current section.
func normal(path string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		if subscriptions, ok := v["subscriptions"].(map[string]any); ok {
			v["subscriptions"] = activeSubscriptions(subscriptions)
		}
		for key, inner := range v {
			v[key] = normal(path+"."+key, inner)
		}
		return v
	case []any:
		for i := range v {
			v[i] = normal(path, v[i])
		}
		if isSet.MatchString(path) {
			slices.SortFunc(v, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		return v
	case string:
		if standard, ok := platform.StandardObjectType(v); ok && strings.Contains(strings.ToLower(path), "objecttype") {
			return standard
		}
	}
	return value
}

func activeSubscriptions(sections map[string]any) map[string]any {
	all := map[string]any{}
	for name, section := range sections {
		list, _ := section.([]any)
		into := strings.Replace(name, "legacyCrmObjects", "crmObjects", 1)
		for _, item := range list {
			one, _ := item.(map[string]any)
			if one["active"] != true {
				continue
			}
			if name == "legacyCrmObjects" {
				object, kind, _ := strings.Cut(fmt.Sprint(one["subscriptionType"]), ".")
				one["subscriptionType"], one["objectType"] = "object."+kind, object
			}
			current, _ := all[into].([]any)
			if !slices.ContainsFunc(current, func(other any) bool { return cmp.Equal(other, item) }) {
				all[into] = append(current, one)
			}
		}
	}
	return all
}

// flatten lists the values that are not empty by their path.
func flatten(path string, value any, into map[string]any) {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			flatten(strings.TrimPrefix(path+"."+key, "."), inner, into)
		}
	case []any:
		for i, inner := range v {
			flatten(fmt.Sprintf("%s[%d]", path, i), inner, into)
		}
	default:
		if value != nil && value != false && value != "" {
			into[path] = value
		}
	}
}
