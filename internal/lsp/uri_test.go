package lsp

import (
	"net/url"
	"testing"
)

func TestSlashPathKnowsTheFormsOfWindows(t *testing.T) {
	for _, c := range []struct {
		uri     string
		windows bool
		want    string
	}{
		{"file:///home/me/app", false, "/home/me/app"},
		{"file://localhost/home/me", false, "/home/me"},
		{"file://server/share/app", false, ""},
		{"file:///c%3A/app%20one", true, "c:/app one"},
		{"file://server/share/app", true, "//server/share/app"},
		{"file:////server/share/app", true, "//server/share/app"},
		{"file://localhost/c:/app", true, "c:/app"},
	} {
		u, err := url.Parse(c.uri)
		if err != nil {
			t.Fatal(err)
		}
		if got := slashPath(u, c.windows); got != c.want {
			t.Errorf("%s, Windows %v: %q, want %q", c.uri, c.windows, got, c.want)
		}
	}
}

func TestURIOfAPathOnAnotherMachineNamesIt(t *testing.T) {
	for path, want := range map[string]string{
		"/home/me/app one": "file:///home/me/app%20one", "c:/app": "file:///c:/app",
		"//server/share/app": "file://server/share/app",
	} {
		if got := uriOf(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
