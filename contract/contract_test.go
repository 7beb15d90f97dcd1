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
			t.Errorf("%s stands there twice", e.Code)
		}
		seen[e.Code] = true
		if e.Code == "" || strings.Trim(e.Code, "abcdefghijklmnopqrstuvwxyz_") != "" {
			t.Errorf("%q is no snake_case code", e.Code)
		}
		// Without a status: a handler catches it, no caller gets it.
		if e.Status != 0 && (e.Status < 400 || http.StatusText(e.Status) == "") {
			t.Errorf("%s has the status %d", e.Code, e.Status)
		}
		if e.Title == "" || strings.HasSuffix(e.Title, ".") || !strings.HasSuffix(e.Why, ".") || !strings.HasSuffix(
			e.Fix, ".",
		) {
			t.Errorf("%s: a title without and a why and a fix with a full stop are needed", e.Code)
		}
		for _, field := range e.Fields {
			if field.Name == "" || field.Meaning == "" {
				t.Errorf("%s has a field without name or meaning", e.Code)
			}
		}
	}
	for _, code := range []string{"missing_required_input", "billing_gated"} {
		if !seen[code] {
			t.Errorf("%s, which the contract names, is missing", code)
		}
	}
}
