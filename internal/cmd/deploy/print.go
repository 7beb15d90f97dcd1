package deploy

import (
	"fmt"
	"io"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// riskSigns precede the changes of a plan.
var riskSigns = map[deploy.Risk]string{
	deploy.Create: "+", deploy.Update: "~", deploy.Delete: "-", deploy.Reconsent: "!", deploy.DeleteState: "!!",
}

// printPlan prints one line per change, followed by its impact. Names and texts can come from the platforms.
func printPlan(env *cli.Env, out io.Writer, p *deploy.Plan) {
	for _, warning := range p.Warnings {
		env.Notef("warning: %s\n  fix: %s", warning.Text, warning.Fix)
	}
	for _, c := range p.Changes {
		fmt.Fprintf(out, "%2s %s %s: %s\n", riskSigns[c.Risk], c.Kind, cli.OneLine(c.Target), cli.OneLine(c.What))
		if c.Impact != "" {
			fmt.Fprintf(out, "     %s\n", c.Impact)
		}
	}
	var counts []string
	for _, risk := range p.Risks() {
		counts = append(counts, fmt.Sprintf("%d %s", len(p.Of(risk)), risk))
	}
	if len(counts) == 0 {
		counts = []string{"no changes"}
	}
	fmt.Fprintf(out, "%s: %s\n", p.Environment, strings.Join(counts, ", "))
	for _, note := range p.Notes {
		text := note.Text
		if note.Fix != "" {
			text += " (" + note.Fix + ")"
		}
		env.Notef("note: %s", text)
	}
}

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
