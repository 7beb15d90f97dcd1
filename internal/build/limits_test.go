package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
)

// limited holds scripts against the limits, and gives the codes of the warnings.
func limited(scripts []edge.Script, reports []ScriptReport) ([]string, error) {
	b := &builder{out: &Output{Scripts: scripts}}
	r := &Report{Scripts: reports}
	err := b.limits(r)
	codes := []string{}
	for _, warning := range r.Warnings {
		codes = append(codes, strings.TrimSpace(warning.Code+" "+warning.Script))
	}
	return codes, err
}

func TestReportWarnsAboveALimit(t *testing.T) {
	secrets := func(n int) edge.Script { return edge.Script{Secrets: make([]string, n)} }
	crons := make([]string, platform.CronsFree.Value)
	for name, test := range map[string]struct {
		script edge.Script
		report ScriptReport
		more   ScriptReport
		want   []string
	}{
		"nothing":    {want: []string{}},
		"gzip at it": {report: ScriptReport{Script: "s", GzipBytes: platform.ScriptGzip.Value}, want: []string{}},
		"gzip over it": {
			report: ScriptReport{Script: "s", GzipBytes: platform.ScriptGzip.Value + 1}, want: []string{"script-size s"},
		},
		"env at it": {script: secrets(platform.EnvFree.Value), report: ScriptReport{Script: "s"}, want: []string{}},
		"env over it": {
			script: secrets(platform.EnvFree.Value + 1), report: ScriptReport{Script: "s"}, want: []string{"script-bindings s"},
		},
		"crons at it": {report: ScriptReport{Crons: crons}, want: []string{}},
		"crons over it": {
			report: ScriptReport{Crons: crons}, more: ScriptReport{Crons: []string{"* * * * *"}}, want: []string{"cron-count"},
		},
	} {
		got, err := limited([]edge.Script{test.script, {}}, []ScriptReport{test.report, test.more})
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: warnings %q, %v; want %q", name, got, err, test.want)
		}
	}
	for _, n := range []int{platform.ScriptsMax.Value, platform.ScriptsMax.Value + 1} {
		got, err := limited(make([]edge.Script, n), make([]ScriptReport, n))
		if err != nil || (len(got) > 0) != (n > platform.ScriptsMax.Value) {
			t.Errorf("%d scripts: %q, %v", n, got, err)
		}
	}
}

func TestBuildRejectsAnOversizedScript(t *testing.T) {
	most := platform.ScriptSize.Value
	if _, err := limited(make([]edge.Script, 1), []ScriptReport{{Bytes: most}}); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	_, err := limited(make([]edge.Script, 1), []ScriptReport{{Script: "s", Bytes: most + 1}})
	var refused *Refused
	if !errors.As(err, &refused) || refused.Fix == "" || !strings.Contains(refused.Why, fmt.Sprint(most+1)) {
		t.Errorf("above the limit: %v", err)
	}
}
