package deploy

import (
	"fmt"
	"io"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// riskSigns stand before the lines of a plan.
var riskSigns = map[deploy.Risk]string{
	deploy.Create: "+", deploy.Update: "~", deploy.Delete: "-", deploy.Reconsent: "!", deploy.DeleteState: "!!",
}

// printPlan shows a plan to people: one line a change, what users notice below it.
func printPlan(env *cli.Env, out io.Writer, p *deploy.Plan) {
	for _, c := range p.Changes {
		fmt.Fprintf(
			out, "%2s %s %s: %s\n", riskSigns[c.Risk], c.Kind, cli.OneLine(c.Target), cli.OneLine(c.What),
		) // a build that portals have names components
		if c.Impact != "" {
			fmt.Fprintf(out, "     %s\n", c.Impact)
		}
	}
	var counts []string
	for _, risk := range p.Risks() {
		counts = append(counts, fmt.Sprintf("%d %s", len(p.Of(risk)), risk))
	}
	if len(counts) == 0 {
		counts = []string{"no change"}
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

// problemsOf is the error for a plan that cannot be applied.
func problemsOf(p *deploy.Plan) error {
	first := p.Problems[0]
	told := &cli.Error{
		Code: cli.ExitUsage, What: first.What + ": nothing was changed", Why: first.Why, Fix: first.Fix,
		Err: deploy.ErrProblems,
	}
	for _, other := range p.Problems[1:] {
		told.Why += "; " + other.What + ": " + other.Why
		if !strings.Contains(told.Fix, other.Fix) {
			told.Fix += "; " + other.Fix
		}
	}
	return told
}

// show tells of a step: when it is done, or what the platform says about one that takes its time.
func (j *job) show(e deploy.Event) {
	if j.json {
		return
	}
	showStep(j.env, e)
}

func showStep(env *cli.Env, e deploy.Event) {
	switch {
	case e.Done && e.Detail != "":
		env.Notef("  done: %s (%s)", e.Title, cli.OneLine(e.Detail))
	case e.Done:
		env.Notef("  done: %s", e.Title)
	case e.Title == "":
		env.Notef("  %s: %s", e.Step, cli.OneLine(strings.ToLower(e.Detail)))
	}
}
