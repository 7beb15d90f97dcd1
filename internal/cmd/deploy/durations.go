package deploy

import (
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy/step"
)

// part is a part of a deploy, whose steps have names with this prefix.
type part struct{ title, prefix string }

var (
	checks = part{"health checks", "health:"}
	onCRM  = part{"CRM", "crm-"}
)

// durations says how long a deploy and its parts took: "12 s (edge platform 4.0 s, health checks 6.0 s, CRM 2.0 s)".
func durations(total time.Duration, steps []step.Step) string {
	took := map[string]time.Duration{}
	for _, step := range steps {
		title := "edge platform"
		for _, p := range []part{checks, onCRM} {
			if strings.HasPrefix(step.Name, p.prefix) {
				title = p.title
			}
		}
		took[title] += time.Duration(step.Milliseconds) * time.Millisecond
	}
	var parts []string
	for _, title := range []string{"edge platform", checks.title, onCRM.title} {
		if of := took[title]; of > 0 {
			parts = append(parts, title+" "+cli.Elapsed(of))
		}
	}
	if len(parts) < 2 {
		return cli.Elapsed(total)
	}
	return cli.Elapsed(total) + " (" + strings.Join(parts, ", ") + ")"
}
