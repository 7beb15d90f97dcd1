package checker

import (
	"errors"
	"fmt"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// production is the environment that findings need not name.
const production = "production"

// runEnvironments runs the rules on the project as each of its environments has it. Findings of another environment
// than production name the environment.
func runEnvironments(project *declared.Project, rules []*Rule, jobs int) ([]found, error) {
	passes, err := runRules(project.In(production), rules, jobs)
	all, known := collect(project, passes), map[identity]bool{}
	for _, f := range all {
		known[identityOf(f)] = true
	}
	for _, name := range project.Environments() {
		if name == production {
			continue
		}
		passes, failed := runRules(project.In(name), rules, jobs)
		err = errors.Join(err, failed)
		here := declared.RelatedMark{
			Message: fmt.Sprintf("in the environment %q", name), At: project.App.Options.Path("environments", name).At,
		}
		for _, f := range collect(project, passes) {
			if !known[identityOf(f)] {
				known[identityOf(f)] = true
				f.Related = append(f.Related, diag.Related{Message: here.Message, Span: locate(project, here.At)})
				all = append(all, f)
			}
		}
	}
	return all, err
}
