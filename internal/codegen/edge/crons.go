package edge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/manifest"
)

// Crons returns the distinct cron triggers of a worker's syncs, sorted. The SDK writes weekdays as names, because the
// edge counts them from 1 = Sunday; a weekday number is an error.
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
			return nil, fmt.Errorf("invalid schedule %q of worker %q: expected 5 fields", cron, w.Name)
		}
		if strings.ContainsAny(fields[4], "0123456789") {
			return nil, fmt.Errorf("invalid schedule %q of worker %q: expected weekdays as names", cron, w.Name)
		}
	}
	return crons, nil
}
