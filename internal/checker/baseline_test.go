package checker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/diag"
)

func plain(file, rule, fingerprint string) diag.Finding {
	return diag.Finding{
		Rule: rule, Message: "m", Span: diag.Span{File: file, Line: 1, Column: 1}, Fingerprint: fingerprint,
	}
}

func TestApplyAcceptsOldFindingsAndReportsNewOnes(t *testing.T) {
	old := []diag.Finding{plain("b.ts", "r", "1"), plain("a.ts", "r", "1"), plain("a.ts", "r", "1")}
	data, err := NewBaseline(old).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	baseline, err := ParseBaseline(data)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		now                    []diag.Finding
		fresh, tolerated, gone int
	}{
		"unchanged":      {old, 0, 3, 0},
		"one more alike": {append(old[:3:3], plain("a.ts", "r", "1")), 1, 3, 0},
		"another file":   {append(old[:3:3], plain("c.ts", "r", "1")), 1, 3, 0},
		"another rule":   {append(old[:3:3], plain("a.ts", "s", "1")), 1, 3, 0},
		"one gone":       {old[:2], 0, 2, 1},
		"all gone":       {nil, 0, 0, 3},
	} {
		fresh, tolerated, gone := baseline.Apply(c.now)
		if len(fresh) != c.fresh || tolerated != c.tolerated || gone != c.gone {
			t.Errorf("%s: %d fresh, %d tolerated, %d gone, want %d, %d, %d",
				name, len(fresh), tolerated, gone, c.fresh, c.tolerated, c.gone)
		}
	}
}

func TestBaselineFileDoesNotDependOnTheOrderOfFindings(t *testing.T) {
	a, _ := NewBaseline([]diag.Finding{plain("a.ts", "r", "1"), plain("b.ts", "r", "2")}).Bytes()
	b, _ := NewBaseline([]diag.Finding{plain("b.ts", "r", "2"), plain("a.ts", "r", "1")}).Bytes()
	want := `{
  "schemaVersion": 1,
  "findings": [
    {"file":"a.ts","rule":"r","fingerprint":"1","count":1,"message":"m"},
    {"file":"b.ts","rule":"r","fingerprint":"2","count":1,"message":"m"}
  ]
}
`
	if string(a) != want || string(b) != want {
		t.Errorf("got\n%s\nand\n%s\nwant\n%s", a, b, want)
	}
}

func TestParseBaselineReadsAnEmptyBaseline(t *testing.T) {
	data, err := NewBaseline(nil).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if baseline, err := ParseBaseline(data); err != nil || baseline.Size() != 0 {
		t.Errorf("%s: %v, %v", data, baseline, err)
	}
}

func TestParseBaselineRejectsMalformedFiles(t *testing.T) {
	for data, want := range map[string]string{
		"":                                     "EOF",
		"[]":                                   "cannot unmarshal array",
		"{}":                                   "invalid schemaVersion 0: expected 1",
		`{"schemaVersion":2,"findings":[]}`:    "invalid schemaVersion 2",
		`{"schemaVersion":1,"finding":[]}`:     `unknown field "finding"`,
		`{"schemaVersion":1,"findings":[{}]}`:  "findings[0] needs a file",
		`{"schemaVersion":1,"findings":[]} {}`: "unexpected data",
		`{"schemaVersion":1,"findings":[{"file":"a","rule":"r","fingerprint":"f","count":-1}]}`: "a count of at least 1",
	} {
		if _, err := ParseBaseline([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", data, err, want)
		}
	}
}

func FuzzBaselineNeverPanics(f *testing.F) {
	f.Add([]byte(`{"schemaVersion":1,"findings":[{"file":"a","rule":"r","fingerprint":"f","count":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		baseline, err := ParseBaseline(data)
		if err != nil {
			return
		}
		again, err := baseline.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseBaseline(again); err != nil || fmt.Sprint(back) != fmt.Sprint(baseline) {
			t.Fatalf("%q came back as %q: %v", data, again, err)
		}
	})
}
