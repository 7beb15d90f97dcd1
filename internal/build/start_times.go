package build

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// measuredStarts is the number of scripts to start: the largest ones, which are most likely too slow.
const measuredStarts = 3

// StartTime is the start-up time of one script. It is not part of the output, which must be reproducible.
type StartTime struct {
	Script string
	// Took is the time in the local engine, an upper bound for the edge.
	Took time.Duration
	// Slow reports that Took exceeds the platform's limit.
	Slow bool
}

// StartTimes starts the largest user workers and returns their times, slowest first. It omits workers that the local
// engine cannot start, because the edge's engine supports more.
func StartTimes(ctx context.Context, out *Output, now func() time.Time) []StartTime {
	var scripts []*edge.Script
	for i := range out.Scripts {
		if !out.Scripts[i].IsApp() {
			scripts = append(scripts, &out.Scripts[i])
		}
	}
	slices.SortStableFunc(scripts, func(x, y *edge.Script) int { return cmp.Compare(size(y), size(x)) })
	times, err := project.NewStartTimes(now)
	if err != nil {
		return nil
	}
	var starts []StartTime
	for _, script := range scripts[:min(measuredStarts, len(scripts))] {
		took, err := times.Of(ctx, script.Name, out.code[script.Worker], len(script.Flags) > 0)
		if err == nil {
			starts = append(starts, StartTime{
				script.Name, took, took > time.Duration(platform.StartTime.Value)*time.Millisecond,
			})
		}
	}
	slices.SortStableFunc(starts, func(x, y StartTime) int { return cmp.Compare(y.Took, x.Took) })
	return starts
}

func size(s *edge.Script) int { return len(s.Modules[0].Text) }
