// This file prints plans and what became of them.

package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// deployDocument is what --json prints.
type deployDocument struct {
	SchemaVersion int  `json:"schemaVersion"`
	OK            bool `json:"ok"`
	// Outcome is deployed, unchanged, planned, dry-run, refused, declined or failed.
	Outcome     string `json:"outcome"`
	DeployID    string `json:"deployId,omitempty"`
	Environment string `json:"environment"`
	// Plan is null when there is none yet.
	Plan    *deploy.Plan      `json:"plan"`
	Steps   []deploy.Step     `json:"steps"`
	Origins map[string]string `json:"origins,omitempty"`
	Error   *errorDocument    `json:"error,omitempty"`
}

// errorDocument is an error as programs read it.
type errorDocument struct {
	Code int    `json:"exitCode"`
	What string `json:"what"`
	Why  string `json:"why,omitempty"`
	Fix  string `json:"fix,omitempty"`
}

// again is the command that goes on after a signal.
func newErrorDocument(err error, again string) *errorDocument {
	document := &errorDocument{Code: cli.ExitCode(err), What: err.Error()}
	var told *cli.Error
	var exit cli.Exit
	switch {
	case errors.As(err, &told):
		document.What, document.Why, document.Fix = told.What, told.Why, told.Fix
	case errors.As(err, &exit):
		document.What, document.Fix = "interrupted", fmt.Sprintf("run '%s': it goes on where this one ended", again)
	}
	return document
}

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

// printOrigins prints where the workers answer.
func printOrigins(env *cli.Env, origins map[string]string) error {
	rows := make([][]string, 0, len(origins))
	for _, worker := range slices.Sorted(maps.Keys(origins)) {
		rows = append(rows, []string{scriptTitle(worker), origins[worker]})
	}
	return env.Table([]string{"WORKER", "ORIGIN"}, rows)
}

// show tells of a step: when it is done, or what the platform says about one that takes its time.
func (j *deployJob) show(e deploy.Event) {
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
