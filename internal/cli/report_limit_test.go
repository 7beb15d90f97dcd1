package cli

import (
	"strconv"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/diag"
)

func TestLargeReportKeepsErrorsOfEveryFile(t *testing.T) {
	r := &Report{}
	add := func(file string, severity diag.Severity, n int) {
		for i := range n {
			r.Findings = append(r.Findings, diag.Finding{
				Severity: severity, Message: strconv.Itoa(i) + strings.Repeat("x", 1000), Span: diag.Span{File: file, Line: i + 1},
			})
		}
	}
	add("a.ts", diag.Warning, 5000)
	add("a.ts", diag.Error, 10)
	add("b.ts", diag.Error, 1)
	shown, omitted := r.limited()
	files := map[string]int{}
	size := 0
	for _, f := range shown.Findings {
		files[f.File+" "+string(f.Severity)]++
		size += sizeOf(f)
	}
	if files["a.ts error"] != 10 || files["b.ts error"] != 1 || files["a.ts warning"] == 0 || size > maxReport {
		t.Errorf("got %v in %d bytes", files, size)
	}
	if omitted == 0 || omitted+len(shown.Findings) != len(r.Findings) {
		t.Errorf("%d omitted of %d, %d shown", omitted, len(r.Findings), len(shown.Findings))
	}
	r.Findings = r.Findings[:100]
	if same, omitted := r.limited(); same != r || omitted != 0 {
		t.Errorf("a short report is limited")
	}
}
