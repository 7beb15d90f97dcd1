package explain

import (
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/diagnose"
)

// responseDocument is the output of --response --json.
type responseDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	diagnose.Diagnosis
}

func explainResponse(env *cli.Env, value string, asJSON bool) error {
	text, err := env.ReadArg(value)
	if err != nil {
		return cli.Usage(
			fmt.Sprintf(
				"cannot read --response %s: %s", value, cli.Reason(err),
			), "name an existing file, or - for standard input",
		)
	}
	answer, err := diagnose.Read(text)
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: "--response is not a response", Why: err.Error(),
			Fix: "paste the output of 'curl -i', the JSON body, a line of the log, or " +
				`{"status": 429, "headers": {…}, "body": {…}}; pass a file as @file`,
		}
	}
	d := diagnose.Diagnose(answer, env.Now())
	if asJSON {
		return env.JSON(responseDocument{1, d})
	}
	return env.Sheet(responseSheet(d))
}

func responseSheet(d diagnose.Diagnosis) cli.Sheet {
	by := "not a rate limit"
	switch {
	case d.TurnedAway:
		by = "the worker's budget rejected the call"
	case d.Refused:
		by = "the CRM rejected the call"
	case d.Limit != diagnose.None:
		by = "the call succeeded; the next one would be rejected"
	}
	ends := d.Ends
	if d.EndsAt != nil && ends != "" {
		ends += ", counted from the response: " + d.EndsAt.Format(time.RFC3339)
	}
	return cli.Sheet{
		Heading: fmt.Sprintf("%s (%s)", d.Limit, by), Title: d.Title,
		Parts: []cli.SheetPart{
			{Label: "evidence", Items: d.Evidence},
			{Label: "why", Text: d.Why},
			{Label: "ends", Text: ends},
			{Label: "the runtime", Text: d.Runtime},
			{Label: "what to do", Items: d.Todo},
		},
	}
}
