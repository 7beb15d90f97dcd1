package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var cronCount = &checker.Rule{
	ID:       "cron-count",
	Severity: diag.Warning,
	Title:    "use at most five distinct cron triggers",
	Why:      "the edge platform's free plan allows 5 cron triggers per account, paid plans 250",
	Hint:     "give syncs the same schedule where they can run together",
	Before:   `schedule: '5m' … '10m' … '15m' … '20m' … '30m' … '1h'`,
	After:    `schedule: '5m' … '15m' … '15m' … '30m' … '30m' … '1h'`,
	Run:      runCronCount,
}

func runCronCount(p *checker.Pass) {
	limit, distinct := platform.CronsFree.Value, map[string]bool{}
	var over *declared.Declaration // the first sync above the limit
	for _, worker := range workersOf(p) {
		for _, d := range worker.Capabilities {
			if d.Kind != declared.Sync || d.Schedule == nil {
				continue // unset, or another rule reports it
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
		at := over.Options.Get("schedule").At
		p.Reportf(at, "the syncs of this project need %d distinct cron triggers; the free plan allows %d",
			len(distinct), limit)
	}
}
