// This file measures how long scripts take to start. It is no part of the output, which depends on no clock.

package build

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// measuredStarts is how many scripts are started: the largest ones, which are those that may be too slow.
const measuredStarts = 3

// StartTime is how long one script took.
type StartTime struct {
	Script string
	// Took is the time in the local engine, an upper bound for the edge.
	Took time.Duration
	// Slow says that it may be more than the platform allows.
	Slow bool
}

// StartTimes starts the largest user workers, the slowest one first. What cannot be started in the local engine
// is left out: the edge's engine knows more.
func StartTimes(ctx context.Context, out *Output, now func() time.Time) []StartTime {
	var scripts []*edge.Script
	for i := range out.Scripts {
		if !out.Scripts[i].IsApp() {
			scripts = append(scripts, &out.Scripts[i])
		}
	}
	slices.SortStableFunc(scripts, func(x, y *edge.Script) int { return cmp.Compare(size(y), size(x)) })
	var starts []StartTime
	for _, script := range scripts[:min(measuredStarts, len(scripts))] {
		took, err := project.StartTime(ctx, script.Name, out.code[script.Worker], now)
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
