// The rule cron-count: a project does with the cron triggers that an edge account has.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var cronCount = &checker.Rule{
	ID:       "cron-count",
	Severity: diag.Warning,
	Title:    "the syncs of a project need at most five distinct cron triggers",
	Why:      "the edge platform's free plan has 5 cron triggers an account; paid plans have 250",
	Hint:     "give syncs the same schedule where they may run together",
	Before:   `schedule: '5m' … '10m' … '15m' … '20m' … '30m' … '1h'`,
	After:    `schedule: '5m' … '15m' … '15m' … '30m' … '30m' … '1h'`,
	Run:      runCronCount,
}

func runCronCount(p *checker.Pass) {
	limit, distinct := platform.CronsFree.Value, map[string]bool{}
	var over *declared.Declaration // the first sync that needs one trigger too many
	for _, worker := range workersOf(p) {
		for _, d := range worker.Capabilities {
			if d.Kind != declared.Sync || d.Schedule == nil {
				continue // no schedule, or one that was refused
			}
			for _, cron := range d.Schedule.Crons {
				distinct[cron] = true
			}
			if over == nil && len(distinct) > limit {
				over = d
			}
		}
	}
	if over != nil {
		p.Reportf(
			over.Options.Get("schedule").At, "the syncs of this project need %d distinct cron triggers, more than %d",
			len(distinct), limit,
		)
	}
}
