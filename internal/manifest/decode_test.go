package manifest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const vectors = "../../contract/manifest"

func readVector(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(vectors, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestDecodeRoundTripsManifestsOfTheSDK(t *testing.T) {
	files, err := filepath.Glob(vectors + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		text := readVector(t, name)
		project, err := Decode(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := json.Marshal(project)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := tree(t, again), tree(t, text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: round trip got\n%s\nwant\n%s", name, again, text)
		}
	}
}

func tree(t *testing.T, text []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestDecodeSetsTheMemberOfTheKind(t *testing.T) {
	project, err := Decode(readVector(t, "everything"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range project.Workers[0].Capabilities {
		got = append(got, string(c.Kind)+" "+c.ID())
	}
	want := "tool remind,cardBackend leases,trigger renamed,trigger created,sync cars,sync returns,sync open,sync by-hand"
	if strings.Join(got, ",") != want {
		t.Errorf("capabilities are %v, want %s", got, want)
	}
	backend := project.Workers[0].Capabilities[1].CardBackend
	if backend.Label != "Leases" || backend.Billing.Meter.Quantity != 2 {
		t.Errorf("the card backend is %q with the billing %+v", backend.Label, backend.Billing)
	}
}

func TestDecodeLeavesDisabledOptionsUnset(t *testing.T) {
	project, err := Decode(readVector(t, "switched-off"))
	if err != nil {
		t.Fatal(err)
	}
	if project.App.AppEvents.Batching.Set || project.App.RateLimits.Retry.Set {
		t.Errorf("batching is %+v and retry %+v", project.App.AppEvents.Batching, project.App.RateLimits.Retry)
	}
}

func TestDecodeRejectsInvalidManifests(t *testing.T) {
	minimal, everything := string(readVector(t, "minimal")), string(readVector(t, "everything"))
	replace := func(text, old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("the vector has no %s", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	for _, c := range []struct{ text, want string }{
		{"", "not valid JSON: unexpected end of JSON at byte 0"},
		{"{", "not valid JSON: unexpected end of JSON at byte 1"},
		{"null", "has no schemaVersion"},
		{"[]", "invalid top-level value: expected an object, got an array"},
		{`{"schemaVersion":"1"}`, "invalid schemaVersion: expected a number, got a string"},
		{`{"schemaVersion":2}`, "invalid schemaVersion 2 of the manifest: expected 1"},
		{`{"schemaVersion":1}`, "sdkVersion is missing"},
		{minimal + "{}", "unexpected '{': expected the end"},
		{replace(minimal, `"auth": "static",`, ``), "app.auth is missing"},
		{replace(minimal, `"auth": "static"`, `"auth": null`), "app.auth is missing"},
		{replace(minimal, `"auth": "static"`, `"auth": 5`), "invalid app.auth: expected a string, got a number"},
		{replace(minimal, `"name": "Smallest"`, `"name": "Smallest", "colour": "red"`), `unknown field "colour"`},
		{
			replace(minimal, `"workers": []`, `"workers": [{"name": "", "capabilities": [], "sources": []}]`),
			"workers[0].name is empty",
		},
		{
			replace(minimal, `"workers": []`, `"workers": [{"name": "a", "sources": []}]`), "workers[0].capabilities is missing",
		},
		{replace(minimal, `"workers": []`, `"workers": [{"kind": 1}]`), `unknown field "kind"`},
		{replace(minimal, `"maxSize": 500`, `"maxSize": "500"`), "invalid maxSize: expected a number, got a string"},
		{replace(minimal, `"maxSize": 500,`, ``), "app.appEvents.batching.maxSize is missing"},
		{replace(everything, `"kind": "trigger"`, `"kind": "webhook"`), `invalid kind "webhook" of a capability`},
		{
			replace(everything, `"kind": "trigger"`, `"kind": "sync"`),
			`a capability of kind sync: json: unknown field "eventType"`,
		},
		{replace(everything, `"dedup": "best-effort",`, ``), "workers[0].capabilities[3].dedup is missing"},
		{
			replace(everything, `"id": "created"`, `"id": "renamed"`),
			`worker "leases": two capabilities of kind trigger have the id "renamed"`,
		},
		{replace(everything, `"id": "created"`, `"id": ""`), "capabilities[3].id is empty"},
		{
			replace(everything, "\"id\": \"sent\",\n              \"quantity\": 1", `"id": "sent"`),
			"workers[0].capabilities[0].billing.meter.quantity is missing",
		},
		{
			replace(everything, `"description": "Use it when a lease ends.",`, ``),
			"workers[0].capabilities[0].agent.description is missing",
		},
		{replace(everything, "\"crmType\": \"string\",\n            \"label\": \"Plate\",", `"label": "Plate",`),
			"app.objects[0].properties[0].crmType is missing"},
		{replace(everything, `"name": "empty"`, `"name": "leases"`), `two workers have the name "leases"`},
		{
			replace(everything, `"manageSchema": "full"`, `"manageSchema": true`),
			`invalid manageSchema true: expected false, "properties" or "full"`,
		},
	} {
		_, err := Decode([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v; want one with %q", err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"minimal", "everything", "fields", "switched-off"} {
		f.Add(readVector(f, name))
	}
	f.Add(
		[]byte(`{"schemaVersion":1,"app":{"rateLimits":{"retry":false}},"workers":[{"capabilities":[{"kind":"tool"}]}]}`),
	)
	f.Fuzz(func(t *testing.T, text []byte) {
		project, err := Decode(text)
		if err != nil {
			return
		}
		again, err := json.Marshal(project)
		if err != nil {
			t.Fatalf("cannot encode a decoded manifest: %v", err)
		}
		if _, err := Decode(again); err != nil {
			t.Errorf("cannot decode an encoded manifest: %v\n%s", err, again)
		}
	})
}
