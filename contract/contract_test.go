package contract

import (
	"net/http"
	"strings"
	"testing"
)

func TestErrorCodesHaveAllTexts(t *testing.T) {
	list, err := Errors()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range list {
		if seen[e.Code] {
			t.Errorf("duplicate code %s", e.Code)
		}
		seen[e.Code] = true
		if e.Code == "" || strings.Trim(e.Code, "abcdefghijklmnopqrstuvwxyz_") != "" {
			t.Errorf("%q is not a snake_case code", e.Code)
		}
		// Codes without a status are only for handlers.
		if e.Status != 0 && (e.Status < 400 || http.StatusText(e.Status) == "") {
			t.Errorf("%s has the status %d", e.Code, e.Status)
		}
		if e.Title == "" || strings.HasSuffix(e.Title, ".") || !strings.HasSuffix(e.Why, ".") || !strings.HasSuffix(
			e.Fix, ".",
		) {
			t.Errorf("%s: expected a title without a full stop, and a why and a fix with one", e.Code)
		}
		for _, field := range e.Fields {
			if field.Name == "" || field.Meaning == "" {
				t.Errorf("%s has a field without name or meaning", e.Code)
			}
		}
	}
	for _, code := range []string{"missing_required_input", "billing_gated"} {
		if !seen[code] {
			t.Errorf("no code %s", code)
		}
	}
}
