package deploy

import (
	"fmt"
	"io"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// planPrinter prints plans on one stream. Names and texts can come from the platforms.
type planPrinter struct {
	cli.Painter
	out io.Writer
}

// printPlan prints the changes of a plan by platform, with their contents and their impact.
func printPlan(env *cli.Env, out io.Writer, p *deploy.Plan) {
	for _, warning := range p.Warnings {
		env.Notef("warning: %s\n  fix: %s", cli.OneLine(warning.Text), cli.OneLine(warning.Fix))
	}
	printer := &planPrinter{env.ErrPainter(), out}
	if out == env.Out {
		printer.Painter = env.OutPainter()
	}
	printer.platform(p, deploy.OnEdge, "edge platform", p.Account)
	printer.platform(p, deploy.OnCRM, "CRM", p.CRMAccount)
	fmt.Fprintf(out, "%s %s\n", printer.Paint(cli.Heading, p.Environment+":"), printer.counts(p))
	for _, note := range p.Notes {
		text := note.Text
		if note.Fix != "" {
			text += " (" + note.Fix + ")"
		}
		env.Notef("%s", env.ErrPainter().Wrap("", "note: "+cli.OneLine(text)))
	}
}

// counts returns how many changes have each risk.
func (p *planPrinter) counts(plan *deploy.Plan) string {
	var counts []string
	for _, risk := range plan.Risks() {
		counts = append(counts, p.Paint(riskTones[risk], fmt.Sprintf("%d %s", len(plan.Of(risk)), risk)))
	}
	if len(counts) == 0 {
		return "no changes"
	}
	return strings.Join(counts, ", ")
}

// platform prints the changes on one platform below a heading.
func (p *planPrinter) platform(plan *deploy.Plan, platform deploy.Platform, title, account string) {
	headed := false
	for i := range plan.Changes {
		c := &plan.Changes[i]
		if c.Kind.Platform() != platform {
			continue
		}
		if !headed {
			headed = true
			if account != "" {
				account = p.Paint(cli.Quiet, " (account "+cli.OneLine(account)+")")
			}
			fmt.Fprintln(p.out, p.Paint(cli.Heading, title)+account)
		}
		p.change(c)
	}
}

var (
	// riskSigns precede the changes of a plan.
	riskSigns = map[deploy.Risk]string{
		deploy.Create: "+", deploy.Update: "~", deploy.Delete: "-", deploy.Reconsent: "!", deploy.DeleteState: "!!",
	}
	riskTones = map[deploy.Risk]cli.Tone{
		deploy.Create: cli.Added, deploy.Update: cli.Changed, deploy.Delete: cli.Removed, deploy.Reconsent: cli.Danger,
		deploy.DeleteState: cli.Danger,
	}
)

// detail indents what belongs to a change.
const detail = "     "

// change prints one line per change, and below it the impact and the contents.
func (p *planPrinter) change(c *deploy.Change) {
	const margin = "   "
	sign := p.Paint(riskTones[c.Risk], fmt.Sprintf("%2s", riskSigns[c.Risk]))
	headline := fmt.Sprintf("%s %s: %s", c.Kind, cli.OneLine(c.Target), cli.OneLine(c.What))
	fmt.Fprintln(p.out, sign+" "+strings.TrimPrefix(p.Wrap(margin, headline), margin))
	if c.Impact != "" {
		impact := p.Wrap(detail, cli.OneLine(c.Impact))
		if !c.Risk.IsMild() {
			impact = p.Paint(riskTones[c.Risk], impact)
		}
		fmt.Fprintln(p.out, impact)
	}
	if c.Contents != nil {
		p.contents(c.Contents)
	}
}
