// This file gathers the schedules of a worker.

package edge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/manifest"
)

// Crons are the distinct cron triggers of a worker's syncs, sorted: several syncs share one. The SDK has
// written weekdays as names, since the edge counts them from 1 = Sunday; a number among them is an error here.
func Crons(w *manifest.Worker) ([]string, error) {
	var crons []string
	for i := range w.Capabilities {
		if sync := w.Capabilities[i].Sync; sync != nil {
			crons = append(crons, sync.Schedule.Crons...)
		}
	}
	slices.Sort(crons)
	crons = slices.Compact(crons)
	for _, cron := range crons {
		fields := strings.Fields(cron)
		if len(fields) != 5 {
			return nil, fmt.Errorf("the schedule %q of worker %q has not five fields", cron, w.Name)
		}
		if strings.ContainsAny(fields[4], "0123456789") {
			return nil, fmt.Errorf(
				"the schedule %q of worker %q counts weekdays, and the edge counts them otherwise", cron, w.Name,
			)
		}
	}
	return crons, nil
}
