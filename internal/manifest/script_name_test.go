package manifest

import "testing"

func TestScriptNameJoinsSlugAndWorker(t *testing.T) {
	for _, c := range []struct{ slug, worker, want string }{
		{"ledger-bridge", "", "ledger-bridge"},
		{"ledger-bridge", "invoices", "ledger-bridge-invoices"},
		{"ledger", "Lead_routing", "ledger-lead-routing"},
	} {
		if got := ScriptName(c.slug, c.worker); got != c.want {
			t.Errorf("ScriptName(%q, %q) = %q, want %q", c.slug, c.worker, got, c.want)
		}
	}
}

func TestSlugHasLowerCaseLettersDigitsAndSingleHyphens(t *testing.T) {
	for name, want := range map[string]string{
		"Ledger Bridge": "ledger-bridge", "  A&B (beta)!": "a-b-beta", "Größe 2": "gr-e-2", "日本": "", "": "",
	} {
		if got := Slug(name); got != want {
			t.Errorf("Slug(%q) = %q, want %q", name, got, want)
		}
		if IsSlug(name) || want != "" && !IsSlug(want) {
			t.Errorf("IsSlug(%q) = %v, IsSlug(%q) = %v", name, IsSlug(name), want, IsSlug(want))
		}
	}
}
