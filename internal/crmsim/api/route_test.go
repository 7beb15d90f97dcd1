package api

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestFindMatchesWholePaths(t *testing.T) {
	found := func(name string) Handler {
		return func(c *Call) (int, any, *Error) { return 200, name + " " + c.PathValue("id"), nil }
	}
	mux := NewMux(Routes{
		"GET /objects/{id}":         found("get"),
		"POST /objects/{id}/search": found("search"),
	})
	for _, c := range []struct {
		method, path string
		status       int
		answer       any
	}{
		{"GET", "/objects/1", 200, "get 1"},
		{"GET", "/objects/1/", 200, "get 1"},
		{"GET", "/objects/a%2Fb%20c", 200, "get a/b c"},
		{"GET", "/objects/..", 200, "get .."},
		{"GET", "/objects/.hidden", 200, "get .hidden"},
		{"POST", "/objects/1/search", 200, "search 1"},
		{"POST", "/objects/1", 405, nil},
		{"HEAD", "/objects/1", 405, nil},
		{"GET", "/objects/1/search", 405, nil},
		{"GET", "/objects", 404, nil},
		{"GET", "/objects//", 404, nil},
		{"GET", "//objects/1", 404, nil},
		{"GET", "/objects/../objects/1", 404, nil},
		{"GET", "/", 404, nil},
	} {
		call := &Call{Request: httptest.NewRequest(c.method, "/", http.NoBody)}
		run, err := mux.Find(call, c.path)
		status, answer := 0, any(nil)
		if err != nil {
			status = err.Status
		} else {
			status, answer, _ = run(call)
		}
		if status != c.status || answer != c.answer {
			t.Errorf("%s %s: %d %v, want %d %v", c.method, c.path, status, answer, c.status, c.answer)
		}
	}
}
