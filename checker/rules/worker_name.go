// The rule worker-name: a worker's name fits an URL and the name of a script.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var workerName = &checker.Rule{
	ID:       "worker-name",
	Severity: diag.Error,
	Title:    "the name of a worker is made of letters, digits, hyphens and underscores",
	Why:      "a worker is deployed under its name, and its name stands in URLs and in commands: <worker>/<id>",
	Hint:     "use letters, digits, hyphens and underscores, a letter or digit first, at most 64",
	Before:   `export default defineWorker('Lead routing');`,
	After:    `export default defineWorker('lead-routing');`,
	Run:      runWorkerName,
}

// appWorkerName is the folder of the app worker in a build, and its host on a developer's machine.
const appWorkerName = "app"

func runWorkerName(p *checker.Pass) {
	for _, d := range p.Declarations {
		switch {
		case d.Kind != declared.Worker || isBlank(d.ID):
			continue // worker-default-export and define-worker-form speak of blank names
		case !isWorkerName(d.ID):
			p.Reportf(d.IDMark(), "the worker name %s fits no URL or script name", quoteText(d.ID))
		case strings.EqualFold(d.ID, appWorkerName):
			p.Reportf(
				d.IDMark(), "the worker name %s is that of the app worker, which every app has beside its own", quoteText(d.ID),
			).
				Hintf("give the worker another name")
		}
	}
}

func isWorkerName(name string) bool {
	return isPathName(name) && !strings.Contains(name, ".") && name[0] != '-' && name[0] != '_'
}

// isPathName reports whether a name can stand in the path of an URL and in a uid as it is: letters, digits,
// `_`, `.` and `-`, but not only dots, and no more than a uid may have.
func isPathName(name string) bool {
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && !strings.ContainsRune("_.-", r) {
			return false
		}
	}
	return strings.Trim(name, ".") != "" && len(name) <= platform.UIDLength.Value
}
