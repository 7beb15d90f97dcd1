package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// failureDocument is the output of --json for a fingerprint.
type failureDocument struct {
	SchemaVersion int             `json:"schemaVersion"`
	Failure       control.Failure `json:"failure"`
	// Source is missing if the line is unknown. Note says why.
	Source *sourceLine `json:"source,omitempty"`
	Note   string      `json:"note,omitempty"`
	Next   []string    `json:"next"`
}

// failureCommand explains a failure of the app worker that the flags select.
type failureCommand struct {
	env    *cli.Env
	worker *appworker.Flags
	asJSON bool
}

func (c failureCommand) explain(ctx context.Context, t *appworker.Target, fingerprint string) error {
	failure, err := t.Failure(ctx, fingerprint)
	if err != nil {
		return err
	}
	d := failureDocument{SchemaVersion: 1, Failure: failure, Next: nextSteps(c.worker, failure)}
	if t.Deployed() && failure.Sources == nil {
		d.Note = fmt.Sprintf(
			"unknown: this folder has no source map of the deploy %s, so the positions are those of the deployed script",
			failure.DeployID,
		)
	} else {
		dir, err := c.env.Folder(c.worker.Dir)
		if err != nil {
			return err
		}
		d.Source, d.Note = findSource(dir, failure)
	}
	if c.asJSON {
		return c.env.JSON(d)
	}
	return c.env.Sheet(failureSheet(d))
}

func failureSheet(d failureDocument) cli.Sheet {
	f := d.Failure
	source := d.Note
	if d.Source != nil {
		source = fmt.Sprintf("%s:%d: %s", d.Source.File, d.Source.Line, d.Source.Text)
	}
	return cli.Sheet{
		Heading: fmt.Sprintf("%s (uncaught error, %s %s/%s)", f.Fingerprint, f.Kind, f.Worker, f.CapabilityID),
		Title:   f.Name + ": " + f.Message,
		Parts: []cli.SheetPart{
			{Label: "count", Text: fmt.Sprint(f.Count)},
			{Label: "first", Text: cmdutil.TimeText(int64(f.First))},
			{Label: "last", Text: cmdutil.TimeText(int64(f.Last)) + ", portal " + f.Portal + ", deploy " + f.DeployID},
			{Label: "source", Text: source},
			{Label: "stack", Items: frames(f.Stack)},
			{Label: "input", Text: f.Input},
			{Label: "what to do", Items: d.Next},
		},
	}
}

// frames returns the frames of a stack trace, without "at".
func frames(stack string) []string {
	var found []string
	for line := range strings.SplitSeq(stack, "\n") {
		if frame, isFrame := strings.CutPrefix(strings.TrimSpace(line), "at "); isFrame {
			found = append(found, frame)
		}
	}
	return found
}

// nextSteps says how to repeat a failure.
func nextSteps(f *appworker.Flags, failure control.Failure) []string {
	local := fmt.Sprintf("run it in this folder: svc dev invoke %s/%s", failure.Worker, failure.CapabilityID)
	if f.URL == "" && f.Env == "" {
		local = "run it again with the kept input: svc dev invoke --replay " + failure.Fingerprint
	} else if failure.Kind != "sync" {
		local += " -i @input.json, with the input above; it is redacted, so fill in what is missing"
	}
	steps := []string{local}
	if failure.Kind == "trigger" || failure.Kind == "source" {
		at := selection(f)
		steps = append(steps, fmt.Sprintf(
			"after the fix, run the delivery again: find it with 'svc deliveries list%s', then 'svc deliveries replay <id>%s'",
			at, at,
		))
	}
	return steps
}

// selection returns the flags that select the same app worker in another command.
func selection(f *appworker.Flags) string {
	text := ""
	if f.URL != "" {
		text += " --url " + f.URL
	}
	if f.Env != "" {
		text += " --env " + f.Env
	}
	return text
}
