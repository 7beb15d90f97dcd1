package deploy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// allows reports whether a risk needs no answer. Whoever allows updates allows what is new.
func (o *options) allows(risk deploy.Risk) bool {
	return slices.Contains(o.allow, string(risk)) || o.yes && risk.IsMild() || risk == deploy.Create && slices.Contains(
		o.allow, string(deploy.Update),
	)
}

// confirm returns nil once every risk of the plan is allowed, by a flag or by an answer.
func (j *job) confirm(p *deploy.Plan) error {
	var mild, grave []deploy.Risk
	for _, risk := range p.Risks() {
		switch {
		case j.allows(risk):
		case risk.IsMild():
			mild = append(mild, risk)
		default:
			grave = append(grave, risk)
		}
	}
	if len(mild)+len(grave) == 0 {
		return nil
	}
	if !j.env.CanPrompt() {
		return wouldAsk(p, mild, grave)
	}
	prompter := cli.NewPrompter(j.env)
	for _, risk := range grave {
		if err := prompter.Confirm(graveQuestion(risk, p.Of(risk))); err != nil {
			return err
		}
	}
	if slices.Contains(grave, deploy.DeleteState) {
		return typeName(prompter, j.environment)
	}
	if len(mild) == 0 {
		return nil
	}
	return prompter.Confirm(fmt.Sprintf("Apply %s to %s?", cli.Count(len(p.Changes), "change"), j.environment))
}

// typeName has the user type what cannot be brought back.
func typeName(prompter *cli.Prompter, environment string) error {
	answer, err := prompter.Ask(cli.Question{
		Flag: "--allow delete-state", Text: fmt.Sprintf("Type %s to delete state for good", environment),
	})
	if err == nil && answer != environment {
		err = &cli.Error{Code: cli.ExitWouldPrompt, What: "declined: nothing was changed"}
	}
	return err
}

func graveQuestion(risk deploy.Risk, changes []deploy.Change) string {
	var targets []string
	for _, c := range changes {
		targets = append(targets, c.Target)
	}
	what := map[deploy.Risk]string{
		deploy.Delete: "Delete or replace", deploy.Reconsent: "Have every portal consent again because of", deploy.DeleteState: "Delete for good what is kept in",
	}[risk]
	return what + " " + strings.Join(targets, ", ") + "?"
}

// wouldAsk names the flags that stand for the answers.
func wouldAsk(p *deploy.Plan, mild, grave []deploy.Risk) error {
	var flags []string
	if len(mild) > 0 {
		flags = append(flags, "--yes")
	}
	if len(grave) > 0 {
		var names []string
		for _, risk := range grave {
			names = append(names, string(risk))
		}
		flags = append(flags, "--allow "+strings.Join(names, ","))
	}
	worst := append(mild, grave...)
	first := p.Of(worst[len(worst)-1])[0]
	why := fmt.Sprintf("%s %s: %s", first.Kind, first.Target, first.What)
	if first.Impact != "" {
		why += "; " + first.Impact
	}
	return &cli.Error{
		Code: cli.ExitWouldPrompt, What: strings.Join(flags, " and ") +
			" is missing, and there is no terminal to ask on", Why: why,
		Fix: "read the plan, then add " + strings.Join(flags, " "),
	}
}
