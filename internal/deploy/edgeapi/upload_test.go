package edgeapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/test/fakes/edgefake"
)

// part is one part of a multipart body.
type part struct{ name, file, kind, text string }

func parts(t *testing.T, body []byte, boundary string) []part {
	t.Helper()
	var all []part
	for reader := multipart.NewReader(bytes.NewReader(body), boundary); ; {
		p, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return all
		}
		must(t, err)
		text, err := io.ReadAll(p)
		must(t, err)
		all = append(all, part{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), string(text)})
	}
}

func TestUploadMatchesTheVendorsOwnTool(t *testing.T) {
	form, err := os.ReadFile("testdata/wrangler.form")
	must(t, err)
	first, _, _ := strings.Cut(string(form), "\r\n")
	want := parts(t, form, strings.TrimPrefix(first, "--"))

	client, fake, _ := newClient(t, edgefake.Options{})
	u := edgeapi.Upload{
		Metadata: edgeapi.Metadata{
			MainModule: "worker.js", CompatibilityDate: "2026-04-01", Limits: &edgeapi.Limits{
				CPUMs: 50,
			}, Observability: &edgeapi.Observability{Enabled: true},
			Bindings: []edgeapi.Binding{
				edgeapi.Text("A", "b"),
				{Type: edgeapi.BindingJSON, Name: "J", JSON: json.RawMessage(`{"x":1}`)},
				{Type: edgeapi.BindingActors, Name: "P", ClassName: "P"},
				{Type: edgeapi.BindingActors, Name: "Q", ClassName: "Q", ScriptName: "other"},
				{Type: edgeapi.BindingService, Name: "S", Service: "t", Entrypoint: "E"},
				{Type: edgeapi.BindingVersion, Name: "V"},
			},
		},
	}
	for _, p := range want[1:] {
		u.Modules = append(u.Modules, edgeapi.Module{Name: p.name, Type: edgeapi.ModuleESM, Text: []byte(p.text)})
	}
	if _, err := client.Upload(context.Background(), "w", u); !edgeapi.IsCode(err, edgeapi.CodeMigrationNeeded) {
		t.Errorf("without what it binds: %v", err)
	}
	sent := fake.Requests()[0]
	_, parameters, err := mime.ParseMediaType(sent.Header.Get("Content-Type"))
	must(t, err)
	got := parts(t, sent.Body, parameters["boundary"])
	if !reflect.DeepEqual(metadata(t, got[0].text), metadata(t, want[0].text)) || got[0].file != "" ||
		got[0].name != want[0].name {
		t.Errorf("metadata %s\nwant %s", got[0].text, want[0].text)
	}
	if !reflect.DeepEqual(got[1:], want[1:]) {
		t.Errorf("modules %v\nwant %v", got[1:], want[1:])
	}
}

// metadata is a JSON object without members that are empty lists.
func metadata(t *testing.T, text string) map[string]any {
	t.Helper()
	var object map[string]any
	must(t, json.Unmarshal([]byte(text), &object))
	for name, value := range object {
		if list, isList := value.([]any); isList && len(list) == 0 {
			delete(object, name)
		}
	}
	return object
}
