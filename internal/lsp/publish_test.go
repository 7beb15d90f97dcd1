package lsp

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsonrpc"
)

func TestFindingsOfTwoAppsInOneFileAreShownTogether(t *testing.T) {
	var out bytes.Buffer
	s := New(Options{Out: jsonrpc.NewWriter(&out, func(text string) string { return text })})
	found := func(dir string, messages ...string) *app {
		a := &app{server: s, dir: dir, real: dir, published: map[string]publishDiagnostics{}, checked: &Checked{}}
		a.unwatch = func() {}
		for _, message := range messages {
			a.checked.Findings = append(a.checked.Findings, diag.Finding{
				Rule: "text", Message: message, Span: diag.Span{File: "../lib/shared.ts", Line: 1, Column: 1},
			})
		}
		s.apps[dir] = a
		a.publish()
		return a
	}
	shown := func() (messages []string) {
		for in := jsonrpc.NewReader(&out); ; {
			m, err := in.Read()
			if err != nil {
				return messages
			}
			var list publishDiagnostics
			if err := json.Unmarshal(m.Params, &list); err != nil || list.URI != "file:///lib/shared.ts" {
				t.Fatalf("%s: %v", m.Params, err)
			}
			messages = nil
			for _, d := range list.Diagnostics {
				messages = append(messages, d.Message)
			}
		}
	}
	found("/a", "of both", "of a")
	b := found("/b", "of both", "of b")
	if got := shown(); !slices.Equal(got, []string{"of both", "of a", "of b"}) {
		t.Errorf("the editor shows %q", got)
	}
	b.publish()
	if out.Len() > 0 {
		t.Errorf("the same list was sent again: %s", out.String())
	}
	b.retire()
	delete(s.apps, "/b")
	if got := shown(); !slices.Equal(got, []string{"of both", "of a"}) {
		t.Errorf("without the second app it shows %q", got)
	}
}
