package fix

import (
	"testing"

	"github.com/appsvc/svc/internal/diag"
)

func finding(how diag.Applicability, start, end int, text string) diag.Finding {
	edit := diag.Edit{Offset: start, EndOffset: end, NewText: text}
	edit.File = "a.ts"
	return diag.Finding{Fixes: []diag.Fix{{Applicability: how, Edits: []diag.Edit{edit}}}}
}

func TestChooseTakesTheFirstOfOverlappingFixesAndMergesEqualOnes(t *testing.T) {
	c := Choose([]diag.Finding{
		finding(diag.Safe, 4, 6, "x"),
		finding(diag.Safe, 4, 6, "x"),          // equal
		finding(diag.Safe, 5, 8, "overlap"),    // conflict
		finding(diag.Suggestion, 0, 1, "skip"), // not safe
		finding(diag.Safe, 0, 0, "A"),
		finding(diag.Safe, 0, 0, "B"), // another insertion at the same offset
		{},
	})
	if c.Fixed != 3 || len(c.Conflicts) != 2 {
		t.Errorf("fixed %d, conflicts %d", c.Fixed, len(c.Conflicts))
	}
	got, err := Apply("01234567", c.Edits["a.ts"])
	if err != nil || got != "A0123x67" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestApplyRefusesEditsThatDoNotFit(t *testing.T) {
	for _, edits := range [][]diag.Edit{
		{{Offset: -1, EndOffset: 0}}, {{Offset: 2, EndOffset: 1}}, {{Offset: 0, EndOffset: 9}},
		{{Offset: 0, EndOffset: 3}, {Offset: 2, EndOffset: 4}},
	} {
		if _, err := Apply("01234567", edits); err == nil {
			t.Errorf("%v: no error", edits)
		}
	}
}
