package explain

import (
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/diagnose"
)

// responseDocument is what --response prints with --json.
type responseDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	diagnose.Diagnosis
}

func explainResponse(env *cli.Env, value string, asJSON bool) error {
	text, err := env.ReadArg(value)
	if err != nil {
		return cli.Usage(
			fmt.Sprintf("--response %s cannot be read: %v", value, err), "name a file that exists, or - for standard input",
		)
	}
	answer, err := diagnose.Read(text)
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: "--response holds no answer that can be read", Why: err.Error(),
			Fix: "paste what 'curl -i' prints, the JSON body, a line of the log, or {\"status\": 429, \"headers\": {…}, \"body\": {…}}; a file is given as @file",
		}
	}
	d := diagnose.Diagnose(answer, env.Now())
	if asJSON {
		return env.JSON(responseDocument{1, d})
	}
	return env.Sheet(responseSheet(d))
}

func responseSheet(d diagnose.Diagnosis) cli.Sheet {
	by := "no limit refused"
	switch {
	case d.TurnedAway:
		by = "the worker's budget turned it away"
	case d.Refused:
		by = "the CRM refused"
	case d.Limit != diagnose.None:
		by = "it was taken; the next call would be refused"
	}
	ends := d.Ends
	if d.EndsAt != nil && ends != "" {
		ends += ", counted from the answer: " + d.EndsAt.Format(time.RFC3339)
	}
	return cli.Sheet{
		Heading: fmt.Sprintf("%s (%s)", d.Limit, by), Title: d.Title,
		Parts: []cli.SheetPart{
			{Label: "told by", Items: d.Evidence},
			{Label: "why", Text: d.Why},
			{Label: "ends", Text: ends},
			{Label: "the runtime", Text: d.Runtime},
			{Label: "what to do", Items: d.Todo},
		},
	}
}
