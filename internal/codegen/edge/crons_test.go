package edge

import (
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/manifest"
)

func worker(crons ...[]string) *manifest.Worker {
	w := &manifest.Worker{
		Name: "main", Capabilities: []manifest.Capability{{Kind: manifest.KindTool, Tool: &manifest.Tool{}}},
	}
	for _, one := range crons {
		w.Capabilities = append(w.Capabilities, manifest.Capability{
			Kind: manifest.KindSync, Sync: &manifest.Sync{Schedule: manifest.Schedule{Crons: one}},
		})
	}
	return w
}

func TestCronsAreDistinct(t *testing.T) {
	crons, err := Crons(worker([]string{"*/15 * * * *"}, nil, []string{"0 3 * * mon-fri"}, []string{"*/15 * * * *"}))
	if want := []string{"*/15 * * * *", "0 3 * * mon-fri"}; err != nil || !slices.Equal(crons, want) {
		t.Errorf("crons %q, %v; want %q", crons, err, want)
	}
}

func TestCronsRejectWeekdayNumbers(t *testing.T) {
	for _, cron := range []string{"0 3 * * 1", "0 3 * * mon-5", "0 3 * *"} {
		if crons, err := Crons(worker([]string{cron})); err == nil || !strings.Contains(err.Error(), cron) {
			t.Errorf("%q became %q, %v", cron, crons, err)
		}
	}
}
