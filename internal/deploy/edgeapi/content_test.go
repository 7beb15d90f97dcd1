package edgeapi_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/test/fakes/edgefake"
)

func TestContentHasTheModulesWithoutSourceMaps(t *testing.T) {
	client, _, _ := newClient(t, edgefake.Options{})
	_, err := client.Upload(t.Context(), "w", upload())
	must(t, err)
	modules, err := client.Content(t.Context(), "w")
	if err != nil || len(modules) != 1 || modules[0].Name != "worker.js" || string(modules[0].Text) != workerText {
		t.Errorf("%v: %q", err, modules)
	}
	if _, err := client.Content(t.Context(), "nope"); !edgeapi.IsCode(err, edgeapi.CodeNotFound) {
		t.Errorf("the content of a script that does not exist: %v", err)
	}
}

func TestContentInAnotherFormIsAnError(t *testing.T) {
	part := "--b\r\nContent-Disposition: form-data; name=\"worker.js\"\r\n\r\nexport"
	for name, c := range map[string]struct{ kind, body string }{
		"a proxy":      {"text/html", "<h1>hello</h1>"},
		"a text":       {"application/javascript", "addEventListener('fetch', () => {})"},
		"no type":      {"", ""},
		"no boundary":  {"multipart/form-data", part},
		"broken off":   {"multipart/form-data; boundary=b", part},
		"another part": {"multipart/form-data; boundary=c", part + "\r\n--b--\r\n"},
	} {
		client, _, _ := newClient(t, edgefake.Options{})
		client.Do = func(r *http.Request) (*http.Response, error) {
			return &http.Response{
				StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {c.kind}}, Request: r,
				Body: io.NopCloser(strings.NewReader(c.body)),
			}, nil
		}
		var apiError *edgeapi.Error
		if modules, err := client.Content(t.Context(), "w"); !errors.As(err, &apiError) {
			t.Errorf("%s: %q, %v", name, modules, err)
		}
	}
}
