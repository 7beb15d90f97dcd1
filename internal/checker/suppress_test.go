package checker

import (
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

// suppressed runs a rule that reports at the given lines of a source, and returns the remaining findings.
func suppressed(t *testing.T, source string, lines ...int) string {
	t.Helper()
	rule := reporter("some-rule")
	for _, line := range lines {
		rule = join(rule, reporter("some-rule", at("w.ts", line, 3)))
	}
	p := projectOf(map[string]string{"w.ts": source})
	return brief(check(t, p, rule, reporter("other-rule"), SuppressionReason, SuppressionRule, UnusedSuppression))
}

func join(a, b *Rule) *Rule {
	joined := *a
	joined.Run = func(p *Pass) { a.Run(p); b.Run(p) }
	return &joined
}

func TestSuppressionCoversTheLineBelow(t *testing.T) {
	for name, source := range map[string]string{
		"line comment":              "f(\n// svc-ignore some-rule -- it is fine\n  x)",
		"indented, no space":        "f(\n    //svc-ignore some-rule -- it is fine\n  x)",
		"block comment":             "f(\n/* svc-ignore some-rule -- it is fine */\n  x)",
		"documentation comment":     "f(\n/** svc-ignore some-rule -- it is fine */\n  x)",
		"JSX comment":               "<a>\n{/* svc-ignore some-rule -- it is fine */}\n  <b/></a>",
		"JSX comment after a word":  "<p>Don't\n{ /* svc-ignore some-rule -- it is fine */ }\n  <b/></p>",
		"carriage returns":          "f(\r\n// svc-ignore some-rule -- it is fine\r\n  x)",
		"two rules":                 "f(\n// svc-ignore some-rule, some-rule -- it is fine\n  x)",
		"behind a template literal": "const a = `${b}'`\n// svc-ignore some-rule -- it is fine\n  x",
		"behind a regexp":           "const a = /['\"`]/g\n// svc-ignore some-rule -- it is fine\n  x",
		"behind a division":         "const a = b / c; const d = 'e' / f\n// svc-ignore some-rule -- it is fine\n  x",
	} {
		if got := suppressed(t, source, 3); got != "" {
			t.Errorf("%s: left over:\n%s", name, got)
		}
	}
}

func TestSuppressionMayBeFollowedByComments(t *testing.T) {
	source := "f(\n// svc-ignore some-rule -- a long reason\n// that continues here\n/* and\n here */\n  x)"
	if got := suppressed(t, source, 6); got != "" {
		t.Errorf("left over:\n%s", got)
	}
	source = "f(\n/*\n * svc-ignore some-rule -- a long reason\n * that continues\n */\n  x)"
	if got := suppressed(t, source, 6); got != "" {
		t.Errorf("block of several lines: left over:\n%s", got)
	}
}

func TestSuppressionsCanBeStacked(t *testing.T) {
	source := "f(\n// svc-ignore some-rule -- one\n// svc-ignore other-rule -- two\n  x)"
	if got, want := suppressed(
		t, source, 4,
	), `w.ts:03:15 warning unused-suppression: the suppression of "other-rule" covers no finding`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSuppressionBeforeTheFirstCodeCoversTheFile(t *testing.T) {
	if got := suppressed(t, "// svc-ignore some-rule -- generated elsewhere\nimport x from 'y'\n", 1); got != "" {
		t.Errorf("left over:\n%s", got)
	}
}

func TestSuppressionCoversNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		line   int
	}{
		"two lines below":     {"f(\n// svc-ignore some-rule -- fine\n  x,\n  y)", 4},
		"the line above":      {"f(\n  x,\n// svc-ignore some-rule -- fine\n  y)", 2},
		"another rule's name": {"f(\n// svc-ignore other-rule -- fine\n  y)", 3},
	} {
		if got := suppressed(t, c.source, c.line); !strings.Contains(got, "error some-rule") || !strings.Contains(
			got, "unused-suppression",
		) {
			t.Errorf("%s: got\n%s\nwant the finding and an unused suppression", name, got)
		}
	}
}

func TestSuppressionIsNotReadFromOtherText(t *testing.T) {
	for name, source := range map[string]string{
		"string":               "const a = '// svc-ignore some-rule -- no'\n",
		"template":             "const a = `\n// svc-ignore some-rule -- no\n`",
		"template with braces": "const a = `${ {b: 1}.b }\n// svc-ignore some-rule -- no\n`",
		"nested template":      "const a = `${ `${1}` }\n// svc-ignore some-rule -- no\n`",
		"longer word":          "// svc-ignored some-rule -- no\n",
		"in the middle":        "// write svc-ignore some-rule -- no\n",
		"regexp":               "const a = /[/] svc-ignore//* x */\n",
	} {
		if got := suppressed(t, source); got != "" {
			t.Errorf("%s: got\n%s\nwant nothing", name, got)
		}
	}
}

func TestInvalidSuppressionIsAFinding(t *testing.T) {
	const (
		noReason = "error suppression-reason: the suppression has no reason, so it has no effect"
		noRule   = "warning suppression-rule: the suppression names no rule"
		unused   = `warning unused-suppression: the suppression of "some-rule" covers no finding`
		inline   = `warning unused-suppression: the suppression of "some-rule" has no effect: code is on the same line`
	)
	for source, want := range map[string]string{
		"// svc-ignore some-rule\nx":              "w.ts:01:04 " + noReason,
		"// svc-ignore some-rule --\nx":           "w.ts:01:04 " + noReason,
		"// svc-ignore some-rule it is fine\nx":   "w.ts:01:04 " + noReason,
		"/* svc-ignore some-rule -- */\nx":        "w.ts:01:04 " + noReason,
		"// svc-ignore -- because\nx":             "w.ts:01:04 " + noRule,
		"// svc-ignore some-rul -- because\nx":    `w.ts:01:15 warning suppression-rule: unknown rule "some-rul"`,
		"// svc-ignore some-rule -- because\nx":   "w.ts:01:15 " + unused,
		"// svc-ignore some-rule -- because":      "w.ts:01:15 " + unused,
		"x // svc-ignore some-rule -- because\ny": "w.ts:01:17 " + inline,
		"'😀' /* svc-ignore nope -- because */":    `w.ts:01:20 warning suppression-rule: unknown rule "nope"`,
	} {
		if got := suppressed(t, source); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", source, got, want)
		}
	}
}

func TestSuppressionWithoutReasonHasNoEffect(t *testing.T) {
	got := suppressed(t, "f(\n// svc-ignore some-rule\n  x)", 3)
	if !strings.Contains(got, "suppression-reason") || !strings.Contains(got, "error some-rule") {
		t.Errorf("got\n%s\nwant both the finding and suppression-reason", got)
	}
}

func TestUnusedSuppressionIsReportedOnlyIfAllSourceWasRead(t *testing.T) {
	p := projectOf(map[string]string{"w.ts": "// svc-ignore some-rule -- because\nx"})
	p.Problems = append(p.Problems, problemAt("other.ts"))
	if got := brief(check(t, p, reporter("some-rule"), UnusedSuppression)); got != "" {
		t.Errorf("got\n%s\nwant nothing: a file that did not load may have held the finding", got)
	}
}

func TestUnknownRuleGetsASuggestion(t *testing.T) {
	p := projectOf(map[string]string{"w.ts": "// svc-ignore some-rul -- because\nx"})
	got := check(t, p, reporter("some-rule"), SuppressionRule)
	if len(got) != 1 || got[0].Hint != `did you mean "some-rule"?` {
		t.Errorf("got %+v", got)
	}
}

func FuzzParseSuppressionsStaysInTheSource(f *testing.F) {
	for _, seed := range []string{
		"// svc-ignore a -- b\nx", "`${`// svc-ignore", "/* svc-ignore", "{/*svc-ignore*/", "'\\", "/[\\", "`\\\n${}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		lines := strings.Count(source, "\n") + 1
		for _, s := range parseSuppressions("w.ts", []byte(source)) {
			if s.at.Line < 1 || s.at.Line > lines || s.at.Column < 1 || s.covers > lines {
				t.Fatalf("%q: suppression outside of the source: %+v", source, s)
			}
		}
	})
}

func problemAt(file string) declared.Problem {
	return declared.Problem{Rule: "syntax-error", At: at(file, 1, 1)}
}
