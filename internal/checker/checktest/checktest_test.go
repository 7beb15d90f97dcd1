package checktest

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/appsvc/svc/internal/diag"
)

func finding(file string, line, column int, severity diag.Severity, message string) diag.Finding {
	return diag.Finding{Severity: severity, Message: message, Span: diag.Span{File: file, Line: line, Column: column}}
}

func wants(t *testing.T, path, source string) []*want {
	t.Helper()
	all, err := wantsOf(path, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCompareReportsMissingAndUnexpectedFindings(t *testing.T) {
	source := "a\nb // want \"one\" `two`\nc // want:5 warning \"three\"\n"
	one := finding("w.ts", 2, 1, diag.Error, "one")
	two := finding("w.ts", 2, 9, diag.Error, "has two")
	three := finding("w.ts", 3, 5, diag.Warning, "three")
	for name, c := range map[string]struct {
		findings []diag.Finding
		complain string
	}{
		"all":         {[]diag.Finding{one, two, three}, ""},
		"any order":   {[]diag.Finding{three, two, one}, ""},
		"one missing": {[]diag.Finding{one, three}, `missing: w.ts:2:  "two"`},
		"one too many": {
			[]diag.Finding{one, two, three, finding("w.ts", 1, 1, diag.Error, "four")}, "unexpected: w.ts:1:1: error: four",
		},
		"twice": {[]diag.Finding{one, one, two, three}, "unexpected: w.ts:2:1: error: one"},
		"wrong column": {
			[]diag.Finding{one, two, finding("w.ts", 3, 6, diag.Warning, "three")},
			"unexpected: w.ts:3:6: warning: three\nmissing: w.ts:3:5: warning \"three\"",
		},
		"wrong severity": {
			[]diag.Finding{one, two, finding("w.ts", 3, 5, diag.Error, "three")},
			"unexpected: w.ts:3:5: error: three\nmissing: w.ts:3:5: warning \"three\"",
		},
		"wrong file": {
			[]diag.Finding{one, two, finding("v.ts", 3, 5, diag.Warning, "three")},
			"unexpected: v.ts:3:5: warning: three\nmissing: w.ts:3:5: warning \"three\"",
		},
	} {
		if got := strings.Join(compare(wants(t, "w.ts", source), c.findings), "\n"); got != c.complain {
			t.Errorf("%s: complaints\n%s\nwant\n%s", name, got, c.complain)
		}
	}
}

func TestCompareMatchesEqualWantsOneToOne(t *testing.T) {
	source := `x // want "same" "same"`
	f := finding("w.ts", 1, 1, diag.Error, "same")
	if got := compare(wants(t, "w.ts", source), []diag.Finding{f, f}); len(got) != 0 {
		t.Errorf("complaints: %v", got)
	}
	if got := compare(wants(t, "w.ts", source), []diag.Finding{f, f, f}); len(got) != 1 {
		t.Errorf("complaints: %v, want one", got)
	}
}

func TestWantFileIsParsed(t *testing.T) {
	all := wants(t, wantFile, "svc.config.ts:1:1: error \"no config\"\n\nsrc/a.tsx:7: \"two\"\n")
	if len(all) != 2 || all[0].file != "svc.config.ts" || all[0].column != 1 || all[1].line != 7 || all[1].column != 0 {
		t.Errorf("got %v", all)
	}
}

func TestWantsOfRejectsMalformedWants(t *testing.T) {
	for source, want := range map[string]string{
		"x // want one":        "1: invalid want one: expected a quoted regular expression",
		"\nx // want \"(\"":    "2: error parsing regexp",
		"x // want \"a\" more": "1: invalid want more: expected a quoted regular expression",
		"x // want ":           "1: the want is empty",
	} {
		if _, err := wantsOf("w.ts", []byte(source)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", source, err, want)
		}
	}
}

func TestSplitReturnsFoldersAsProjects(t *testing.T) {
	archive := txtar.Parse([]byte("-- bad/svc.config.ts --\nx // want \"y\"\n-- bad/want.txt --\na.ts:1: \"z\"\n" +
		"-- fine/svc.config.ts --\nx\n"))
	projects, err := split(archive)
	if err != nil {
		t.Fatal(err)
	}
	if len(projects) != 2 || len(projects[0].wants) != 2 || len(projects[0].files) != 1 || len(projects[1].wants) != 0 {
		t.Errorf("got %+v", projects)
	}
	if _, err := split(txtar.Parse([]byte("-- svc.config.ts --\nx\n"))); err == nil {
		t.Error("a file outside a folder is accepted")
	}
}
