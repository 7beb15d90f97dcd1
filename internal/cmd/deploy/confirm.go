package deploy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/deploy"
)

// allows reports whether the flags allow a risk. Allowing updates also allows creates.
func (o *options) allows(risk deploy.Risk) bool {
	return slices.Contains(o.allow, string(risk)) || o.yes && risk.IsMild() ||
		risk == deploy.Create && slices.Contains(o.allow, string(deploy.Update))
}

// confirm asks for the risks that the flags do not allow. It returns an error if one is not allowed.
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
		return missingFlags(p, mild, grave)
	}
	prompter := cli.NewPrompter(j.env)
	for _, risk := range grave {
		if err := prompter.Confirm(graveQuestion(risk, p.Of(risk))); err != nil {
			return err
		}
	}
	if slices.Contains(grave, deploy.DeleteState) {
		return typeName(prompter, "--allow delete-state", j.environment)
	}
	if len(mild) == 0 {
		return nil
	}
	return prompter.Confirm(fmt.Sprintf("Apply %s to %s?", cli.Count(len(p.Changes), "change"), j.environment))
}

// typeName asks the user to type the name of the environment. flag allows the same without a question.
func typeName(prompter *cli.Prompter, flag, environment string) error {
	answer, err := prompter.Ask(cli.Question{
		Flag: flag, Text: fmt.Sprintf("Type %s to delete state for good", environment),
	})
	if err == nil && answer != environment {
		err = &cli.Error{Code: cli.ExitWouldPrompt, What: "cancelled; nothing changed"}
	}
	return err
}

// graveQuestion asks to confirm changes of one risk.
func graveQuestion(risk deploy.Risk, changes []deploy.Change) string {
	var targets []string
	for _, c := range changes {
		targets = append(targets, cli.OneLine(c.Target)) // it can come from a platform
	}
	what := map[deploy.Risk]string{
		deploy.Delete: "Delete or replace", deploy.Reconsent: "Require new consent of every portal for",
		deploy.DeleteState: "Delete for good all data in",
	}[risk]
	return what + " " + strings.Join(targets, ", ") + "?"
}

// missingFlags is the error without a terminal. It names the flags that allow the risks.
func missingFlags(p *deploy.Plan, mild, grave []deploy.Risk) error {
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
	verb := " is"
	if len(flags) > 1 {
		verb = " are"
	}
	worst := append(mild, grave...)
	first := p.Of(worst[len(worst)-1])[0]
	why := fmt.Sprintf("%s %s: %s", first.Kind, first.Target, first.What)
	if first.Impact != "" {
		why += "; " + first.Impact
	}
	return &cli.Error{
		Code: cli.ExitWouldPrompt, What: strings.Join(flags, " and ") + verb + " required without a terminal", Why: why,
		Fix: "read the plan, then add " + strings.Join(flags, " "),
	}
}
