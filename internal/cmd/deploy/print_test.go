package deploy

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/contents"
)

func examplePlan() *deploy.Plan {
	return &deploy.Plan{Environment: "production", Account: "acc1", CRMAccount: "1000001", Changes: []deploy.Change{
		{
			Kind: deploy.OfComponent, Target: "card-a", Risk: deploy.Update, What: "change the card",
			Contents: &contents.Contents{Attributes: []contents.Attribute{
				{Name: "label", Old: json.RawMessage(`"Old"`), New: json.RawMessage(`"New"`)},
				{Name: "text", Old: json.RawMessage(`"` + strings.Repeat("o", 200) + `"`), New: json.RawMessage(`"new"`)},
				{Name: "order", New: json.RawMessage(`1`)},
				{
					Name: strings.Repeat("long", 20), Old: json.RawMessage(`"` + strings.Repeat("ö", 99) + `"`),
					New: json.RawMessage(`"` + strings.Repeat("世", 99) + `"`),
				},
			}},
		},
		{
			Kind: deploy.OfScript, Target: "t", Risk: deploy.Update, What: "upload the app worker",
			Impact: "every Durable Object restarts; in-flight calls are retried", Contents: &contents.Contents{
				Why: []string{"it contains the app's declarations, which changed"},
				Size: &contents.SizeChange{
					Before: &contents.Size{Bytes: 12_345, GzipBytes: 999}, After: &contents.Size{Bytes: 2_000_000, GzipBytes: 1000},
				},
			},
		},
		{
			Kind: deploy.OfComponent, Target: "card-b", Risk: deploy.Delete, What: "remove the card",
			Impact: "the card disappears from records",
		},
	}}
}

func TestPlanIsPrintedByPlatformWithContents(t *testing.T) {
	env, out, _ := clitest.Env("", nil)
	printPlan(env, env.Out, examplePlan())
	want := `edge platform (account acc1)
 ~ script t: upload the app worker
     every Durable Object restarts; in-flight calls are retried
     because it contains the app's declarations, which changed
     size: 12.3 kB → 2.0 MB, compressed 999 B → 1.0 kB
CRM (account 1000001)
 ~ component card-a: change the card
     label: "Old" → "New"
     text: "` + strings.Repeat("o", 179) + `… → "new"
     order: (none) → 1
     ` + strings.Repeat("long", 20) + `: "` + strings.Repeat("ö", 53) + `… → "` + strings.Repeat("世", 26) + `…
 - component card-b: remove the card
     the card disappears from records
production: 2 update, 1 delete
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestPlanFitsTheTerminal(t *testing.T) {
	for _, width := range []int{40, 60, 80, 200} {
		env, out, _ := clitest.Env("", nil)
		env.OutTTY, env.Width = true, width
		printPlan(env, env.Out, examplePlan())
		if !strings.Contains(out.String(), "\x1b[") {
			t.Error("the plan has no colors on a terminal")
		}
		for line := range strings.Lines(escapes.ReplaceAllString(out.String(), "")) {
			if got := cli.Columns(strings.TrimSuffix(line, "\n")); got > width {
				t.Errorf("%d columns on a terminal of %d: %s", got, width, line)
			}
		}
	}
}

func TestPlanHasNoColorsIfNoneAreWanted(t *testing.T) {
	for _, variable := range []string{"NO_COLOR", "CI"} {
		env, out, _ := clitest.Env("", map[string]string{variable: "1"})
		env.OutTTY = true
		printPlan(env, env.Out, examplePlan())
		if strings.Contains(out.String(), "\x1b") {
			t.Errorf("%s: %q", variable, out)
		}
	}
}

func TestPlanPrintsSomeAttributesOfMany(t *testing.T) {
	p := examplePlan()
	c := p.Changes[0].Contents
	for range maxAttributes {
		c.Attributes = append(c.Attributes, c.Attributes[0])
	}
	env, out, _ := clitest.Env("", nil)
	printPlan(env, env.Out, p)
	if want := "\n     and 4 more changed values, which --json lists\n"; !strings.Contains(out.String(), want) {
		t.Errorf("got\n%s", out)
	}
}

func TestContentsHaveNoControlCharacters(t *testing.T) {
	hostile := "x\x1b]0;owned\a\ny\u202e"
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	env, out, _ := clitest.Env("", nil)
	env.OutTTY = true
	env.Getenv = func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }
	printPlan(env, env.Out, &deploy.Plan{Account: hostile, CRMAccount: hostile, Changes: []deploy.Change{{
		Kind: deploy.OfScript, Target: hostile, Impact: hostile, Contents: &contents.Contents{
			Why: []string{hostile}, Attributes: []contents.Attribute{{Name: hostile, Old: quoted, New: []byte(hostile)}},
		},
	}}})
	if text := out.String(); strings.Count(text, "owned") < 5 || strings.ContainsAny(text, "\x1b\a\u202e") {
		t.Errorf("%q", text)
	}
}
