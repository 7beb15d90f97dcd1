package manifest

import "testing"

func TestScriptNameJoinsAppAndWorker(t *testing.T) {
	for _, c := range []struct{ app, worker, want string }{
		{"Ledger Bridge", "", "ledger-bridge"},
		{"Ledger Bridge", "invoices", "ledger-bridge-invoices"},
		{"  A&B (beta)!", "Lead_routing", "a-b-beta-lead-routing"},
		{"Größe 2", "main", "gr-e-2-main"},
		{"日本", "", ""},
	} {
		if got := ScriptName(c.app, c.worker); got != c.want {
			t.Errorf("ScriptName(%q, %q) = %q, want %q", c.app, c.worker, got, c.want)
		}
	}
}
