package webapi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/jsvm/differences"
)

// TestTheTableOfDifferencesIsTrue runs the expressions of the table: errors of what is missing end with what to do.
func TestTheTableOfDifferencesIsTrue(t *testing.T) {
	run := func(expression string) (kind, message string) {
		t.Helper()
		vm := newVM(t, options())
		text, err := evaluateBody(vm, "try { const value = "+expression+"; return [typeof value, String(value)] } "+
			"catch (error) { return ['throws', error.message] }")
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		var result [2]string
		if err := json.Unmarshal([]byte(text), &result); err != nil {
			t.Fatal(err)
		}
		return result[0], result[1]
	}
	for _, section := range differences.Sections {
		for _, row := range section.Rows {
			instead := strings.ReplaceAll(row.Instead, "`", "")
			for _, expression := range row.Throws {
				kind, message := run(expression)
				if kind != "throws" || len(row.Missing) > 0 && !strings.HasSuffix(message, ": "+instead) {
					t.Errorf("%s: %s is %s %q, and does not name %q", section.Title, expression, kind, message, instead)
				}
			}
			for _, expression := range row.Undefined {
				if kind, message := run(expression); kind != "undefined" {
					t.Errorf("%s: %s is not undefined but %s %s", section.Title, expression, kind, message)
				}
			}
		}
	}
}

func TestEveryMissingBuiltInIsInTheTableOfDifferences(t *testing.T) {
	for _, name := range append(append([]string{}, missingClasses...), missingObjects...) {
		if differences.Instead(name) == "" {
			t.Errorf("the error of %s does not say what to do: add it to internal/jsvm/differences", name)
		}
	}
}
