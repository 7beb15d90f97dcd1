package deploy

import (
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// problemsError is the error for a plan that cannot be applied.
func problemsError(p *deploy.Plan) error {
	first := p.Problems[0]
	e := &cli.Error{
		Code: cli.ExitUsage, What: first.What + "; nothing changed", Why: first.Why, Fix: first.Fix, Err: deploy.ErrProblems,
	}
	for _, other := range p.Problems[1:] {
		e.Why += "; " + other.What + ": " + other.Why
		if !strings.Contains(e.Fix, other.Fix) {
			e.Fix += "; " + other.Fix
		}
	}
	return e
}
