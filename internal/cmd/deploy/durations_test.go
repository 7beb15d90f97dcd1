package deploy

import (
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/step"
)

func TestDurationsAreThoseOfThePartsOfADeploy(t *testing.T) {
	steps := []step.Step{
		{Name: "link", Milliseconds: 10}, {Name: "upload:t", Milliseconds: 1490}, {Name: "health:t", Milliseconds: 61_000},
		{Name: "crm-build", Milliseconds: 2000}, {Name: "crm-deploy", Milliseconds: 100}, {Name: "forget"},
	}
	want := "1 min 5 s (edge platform 1.5 s, health checks 1 min 1 s, CRM 2.1 s)"
	if got := durations(65*time.Second, steps); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got := durations(0, steps[:2]); got != "0.0 s" {
		t.Errorf("a deploy without health checks: %s", got)
	}
}
