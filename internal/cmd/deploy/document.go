package deploy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
)

// document is the output of --json.
type document struct {
	SchemaVersion int  `json:"schemaVersion"`
	OK            bool `json:"ok"`
	// Outcome is deployed, unchanged, planned, dry-run, refused, declined or failed, and promoted or aborted for the end
	// of a canary by hand.
	Outcome string `json:"outcome"`
	// DeployID is the id in svc deploys; "" for a run without a journal.
	DeployID    string `json:"deployId,omitempty"`
	Environment string `json:"environment"`
	// Plan is null for an error before there is a plan.
	Plan  *deploy.Plan `json:"plan"`
	Steps []step.Step  `json:"steps"`
	// Milliseconds is how long applying the plan took.
	Milliseconds int64             `json:"durationMs,omitempty"`
	Origins      map[string]string `json:"origins,omitempty"`
	// Standing are the canaries that still have traffic after an error.
	Standing []rollout.Canary `json:"standing,omitempty"`
	// CRMPage is the app's page in the CRM, Next what the user must do. Both are of a deploy that succeeded.
	CRMPage string         `json:"crmPage,omitempty"`
	Next    []nextStep     `json:"next,omitempty"`
	Error   *cli.JSONError `json:"error,omitempty"`
}

// newErrorDocument describes an error. resume is the command that resumes after a signal.
func newErrorDocument(err error, resume string) *cli.JSONError {
	described := cli.NewJSONError(err)
	if _, stopped := errors.AsType[cli.Exit](err); stopped {
		described.What, described.Fix = "interrupted", fmt.Sprintf("run '%s' to resume", resume)
	}
	return described
}

// printOrigins prints the origins of the workers.
func printOrigins(env *cli.Env, origins map[string]string) error {
	rows := make([][]string, 0, len(origins))
	for _, worker := range slices.Sorted(maps.Keys(origins)) {
		rows = append(rows, []string{cmdutil.ScriptTitle(worker), origins[worker]})
	}
	return env.Table([]string{"WORKER", "ORIGIN"}, rows)
}

// finish prints the outcome of a deploy, and returns its error.
func (j *job) finish(document *document, outcome string, err error) error {
	j.printed = true
	document.SchemaVersion, document.Environment, document.Outcome, document.OK = 1, j.environment, outcome, err == nil
	if document.Steps == nil {
		document.Steps = []step.Step{}
	}
	if err != nil {
		document.Error = newErrorDocument(err, j.resumeCommand())
	}
	if j.json {
		return errors.Join(err, j.env.JSON(document))
	}
	if err != nil {
		return err
	}
	if outcome == "unchanged" {
		j.env.Notef("nothing to do; the deployed app equals the build")
		printNext(j.env, document)
		return nil
	}
	took := durations(time.Duration(document.Milliseconds)*time.Millisecond, document.Steps)
	j.env.Notef("deployed %s as %s in %s", j.environment, document.DeployID, took)
	err = printOrigins(j.env, document.Origins)
	printNext(j.env, document)
	return err
}
