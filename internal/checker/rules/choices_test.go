package rules

import (
	"slices"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

func TestChoicesAreWhatRulesAllow(t *testing.T) {
	for _, c := range []struct {
		kind  declared.Kind
		path  []string
		word  string // one of them
		names Names
	}{
		{declared.App, []string{"distribution"}, "marketplace", NoNames},
		{declared.App, []string{"scopes"}, "crm.objects.contacts.read", NoNames},
		{declared.App, []string{"platformVersion"}, "2026.03", NoNames},
		{declared.App, []string{"alerts", "rules", "severity"}, "critical", NoNames},
		{declared.App, []string{"name"}, "", NoNames},
		{declared.App, []string{"nope", "deeper"}, "", NoNames},
		{declared.App, nil, "", NoNames},
		{declared.McpServer, []string{"requiredScopes"}, "crm.objects.contacts.read", NoNames},
		{declared.Card, []string{"location"}, "crm.record.tab", NoNames},
		{declared.Card, []string{"backend"}, "", CardBackendNames},
		{declared.Card, []string{"objectTypes"}, "", ObjectTypeNames},
		{declared.Tool, []string{"objectType"}, "", ObjectTypeNames},
		{declared.Tool, []string{"billing", "onLimit"}, "warn", NoNames},
		{declared.Tool, []string{"input", "tone", "type"}, "enumeration", NoNames},
		{declared.Tool, []string{"input", "tone", "fieldType"}, "select", NoNames},
		{declared.Tool, []string{"input", "tone", "supportedValueTypes"}, "STATIC_VALUE", NoNames},
		{declared.AppObject, []string{"properties", "a", "type"}, "string", NoNames},
		{declared.Trigger, []string{"eventType"}, "", EventTypeNames},
		{declared.Trigger, []string{"dedup"}, "strict", NoNames},
		{declared.Source, []string{"auth", "type"}, "hmac", NoNames},
		{declared.Source, []string{"auth", "encoding"}, "base64", NoNames},
		{"", []string{"type"}, "", NoNames},
	} {
		words, names := Choices(c.kind, c.path...)
		if names != c.names || c.word == "" && len(words) > 0 || c.word != "" && !slices.Contains(words, c.word) {
			t.Errorf("%s %q: got %q, %d; want %q, %d", c.kind, c.path, words, names, c.word, c.names)
		}
	}
}
