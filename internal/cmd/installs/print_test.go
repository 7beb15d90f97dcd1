package installs

import (
	"bytes"
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

func TestPrintInstallShowsWhenDataIsErasedAndHowToReinstall(t *testing.T) {
	portal := int64(7)
	install := control.Install{
		ID: "7", PortalID: &portal, State: "needs_reauth", Since: 1_767_225_600_000, InstalledAt: 1_767_139_200_000,
		Scopes: []string{"oauth", "a\x1bb"}, EraseAt: 1_769_817_600_000, Config: []byte("{\n  \"a\": [1]\n}"),
	}
	var out, err bytes.Buffer
	env := &cli.Env{Out: &out, Err: &err, OutTTY: true, Getenv: func(string) string { return "1" }}
	if err := printInstall(env, install); err != nil {
		t.Fatal(err)
	}
	want := "install     7\n" +
		"state       needs_reauth since 2026-01-01T00:00:00Z\n" +
		"installed   2025-12-31T00:00:00Z\n" +
		"scopes      oauth a\uFFFDb\n" +
		"kept until  2026-01-31T00:00:00Z\n" +
		"config      {\"a\":[1]}\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	want = "the CRM rejects its tokens: install the app again at /oauth-start of its app worker\n"
	if err.String() != want {
		t.Errorf("got %q, want %q", err.String(), want)
	}
}
