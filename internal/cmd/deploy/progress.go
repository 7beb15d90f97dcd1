package deploy

import (
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy/step"
)

// progress shows the steps of a deploy or rollback, unless it is quiet.
type progress struct {
	steps *cli.Steps // nil if it is quiet
}

func newProgress(env *cli.Env, quiet bool) *progress {
	if quiet {
		return &progress{}
	}
	return &progress{env.NewSteps()}
}

// begin starts a step that the engine does not report.
func (p *progress) begin(title string) { p.show(step.Event{Title: title}) }

// end ends the running step without a line.
func (p *progress) end() {
	if p.steps != nil {
		p.steps.Drop()
	}
}

// fail ends the running step as failed.
func (p *progress) fail() {
	if p.steps != nil {
		p.steps.Fail()
	}
}

// show shows an event of the engine.
func (p *progress) show(e step.Event) {
	switch {
	case p.steps == nil:
	case e.Done:
		p.steps.Done(e.Detail)
	case e.Title == "":
		p.steps.Answer(strings.ToLower(e.Detail))
	default:
		var upcoming []string
		for _, step := range e.Left {
			upcoming = append(upcoming, step.Title)
		}
		p.steps.Begin(e.Title, upcoming)
	}
}
