package contents

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

func TestUploadOfTheAppWorkerTellsWhichDeclarationChanged(t *testing.T) {
	modules := func(manifest, profile, code string) []edge.Module {
		return edge.AppModules([]byte("host"), edge.Bundle{Global: "__svc_app", Text: []byte(code)}, edge.AppParts{
			Manifest: []byte(manifest), Profile: []byte(profile),
		})
	}
	before := `{"workers":[{"name":"main","capabilities":[{"id":"one","label":"One"},{"id":"two"}]}]}`
	var live []edgeapi.Module
	for _, m := range modules(before, `{"name":"crm"}`, "a") {
		live = append(live, edgeapi.Module{Name: m.Name, Text: m.Text})
	}
	after := `{"workers":[{"name":"main","capabilities":[{"id":"three"},{"id":"one","label":"Eins"}]}]}`
	for name, test := range map[string]struct {
		live []edgeapi.Module
		now  []edge.Module
		want string
	}{
		"declarations": {live, modules(after, `{"name":"crm"}`, "a"), `{"why":["it contains the app's declarations, ` +
			`which changed"],"attributes":[{"name":"manifest.workers[main].capabilities[one].label","old":"One","new":"Eins"},` +
			`{"name":"manifest.workers[main].capabilities[three]","new":{"id":"three"}},` +
			`{"name":"manifest.workers[main].capabilities[two]","old":{"id":"two"}}]}`},
		"profile and code": {live, modules(before, `{"name":"hubspot"}`, "b"), `{"why":["svc's own code of the app worker ` +
			`changed","it contains the vendor profile, which changed"],` +
			`"attributes":[{"name":"profile.name","old":"crm","new":"hubspot"}]}`},
		"nothing":       {live, modules(before, `{"name":"crm"}`, "a"), `{}`},
		"no known form": {live[1:], modules(before, `{}`, "a"), `{"why":["svc's own code of the app worker changed"]}`},
		"another host": {
			append(live[:1:1], edgeapi.Module{Name: "old.js"}), modules(before, `{"name":"crm"}`, "a"),
			`{"why":["svc's own code of the app worker changed"]}`,
		},
	} {
		var c Contents
		c.compareAppCode(test.live, test.now)
		if got, err := json.Marshal(c); err != nil || string(got) != test.want {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, test.want)
		}
	}
}

func TestBindingsAreComparedWithoutSecrets(t *testing.T) {
	before := []edgeapi.Binding{
		edgeapi.Text("SVC_EDGE_PLAN", "free"), edgeapi.Text("MINE", "canary"), edgeapi.Secret("KEY", "canary"),
		edgeapi.Text(edge.DeployID, "1"), {Type: "json", Name: "SETTINGS", JSON: []byte(`"canary"`)},
		{Type: edgeapi.BindingActors, Name: "SVC_INSTALL", ClassName: "InstallActor", ScriptName: "t"},
		{Type: edgeapi.BindingActors, Name: "SVC_PORTAL", ClassName: "PortalActor", ScriptName: "other"},
	}
	after := []edgeapi.Binding{
		edgeapi.Text("SVC_EDGE_PLAN", "paid"), edgeapi.Secret("NEW", "canary"), edgeapi.Text(edge.DeployID, "2"),
		{Type: edgeapi.BindingActors, Name: "SVC_INSTALL", ClassName: "InstallActor"},
		{Type: edgeapi.BindingActors, Name: "SVC_PORTAL", ClassName: "PortalActor"},
	}
	got, err := json.Marshal(compareBindings("t", before, after))
	want := `[{"name":"binding MINE","old":"plain_text"},{"name":"binding SETTINGS","old":"json"},` +
		`{"name":"binding SVC_EDGE_PLAN","old":"free","new":"paid"},` +
		`{"name":"binding SVC_PORTAL","old":"class PortalActor of other","new":"class PortalActor"}]`
	if err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

func TestCompareJSONNamesChangedMembers(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{`{"a":1,"b":[1,2]}`, `{"a":1,"b":[2,1]}`, `[{"name":"x.b","old":[1,2],"new":[2,1]}]`},
		{`{"a":{"b":null}}`, `{"a":{}}`, `[{"name":"x.a.b","old":null}]`},
		{`{"a":{}}`, `{"a":[]}`, `[{"name":"x.a","old":{},"new":[]}]`},
		{`[{"id":"1"},{"id":"1"}]`, `[{"id":"1"}]`, `[{"name":"x","old":[{"id":"1"},{"id":"1"}],"new":[{"id":"1"}]}]`},
		{`[{"id":"1"},2]`, `[]`, `[{"name":"x","old":[{"id":"1"},2],"new":[]}]`},
		{`10000000000000000001`, `1e3`, `[{"name":"x","old":10000000000000000001,"new":1e3}]`},
		{`"<"`, `"\u001b"`, `[{"name":"x","old":"<","new":"\u001b"}]`},
		{`{"a":1}`, `{"a":1}`, `null`},
		{`{`, `{"a":1}`, `null`},
	} {
		var b strings.Builder
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(CompareJSON("x", []byte(c.before), []byte(c.after))); err != nil {
			t.Error(err)
		}
		if got := strings.TrimSpace(b.String()); got != c.want {
			t.Errorf("from %s to %s:\n got %s\nwant %s", c.before, c.after, got, c.want)
		}
	}
}

func TestRedactedContentsAreValidJSON(t *testing.T) {
	c := Contents{Attributes: []Attribute{{New: json.RawMessage(`{"a":"b"}`)}}}
	c.Redact(func(text string) string { return strings.ReplaceAll(text, `":"b`, "[redacted]") })
	if got := string(c.Attributes[0].New); got != `"[redacted]"` {
		t.Errorf("%s", got)
	}
}
