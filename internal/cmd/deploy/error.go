package deploy

import (
	"errors"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/projectfs"
)

// userError turns an error of the engine before the first step into one for the user.
func (j *job) userError(err error) error {
	if known := j.canaryError(err); known != nil {
		return known
	}
	if owned := remote.OwnerError(err); owned != nil {
		return owned
	}
	var stale *port.StaleError
	if errors.As(err, &stale) {
		fix := "run 'svc deploy' again and review the new plan"
		if j.saved != nil {
			fix = "make a new one with 'svc deploy --plan=FILE'"
		}
		return &cli.Error{
			Code: cli.ExitMoved, What: "the plan is stale; nothing changed", Why: stale.Why, Fix: fix, Err: err,
		}
	}
	var userError *cli.Error
	if file := projectfs.FileOf(err); file != "" && !errors.As(err, &userError) {
		return writeError(file, err)
	}
	return remote.APIError(err)
}

// writeError is the error for a file of svc that cannot be written.
func writeError(file string, err error) error {
	fix := projectfs.WriteFix(err, "check its owner and permissions, or remove it if it is not a file of svc")
	return &cli.Error{
		Code: cli.ExitUsage, What: fmt.Sprintf("cannot write %q", file), Why: cli.Reason(err), Fix: fix, Err: err,
	}
}

// stopped prints where a deploy stopped, and turns its error into one for the user.
func (j *job) stopped(err error, standing []rollout.Canary) error {
	var at *step.Error
	if !errors.As(err, &at) {
		return j.userError(err)
	}
	if !j.json {
		printStopped(j.env, at, "live", "not live")
	}
	if standing != nil && !j.json {
		j.noteStanding(standing)
	}
	if cli.IsStopped(err) {
		if standing == nil {
			j.env.Notef("run '%s' again to resume", j.resumeCommand())
		}
		return err
	}
	return j.stepError(at, err)
}

// continued adds how to continue to the fix of an error of a platform.
func continued(err error, again string) error {
	e, known := errors.AsType[*cli.Error](err)
	if known && (e.Code == cli.ExitRemote || e.Code == cli.ExitAuth) && !strings.Contains(e.Fix, again) {
		e.Fix = strings.TrimPrefix(e.Fix+"; then "+again, "; then ")
	}
	return err
}

// printStopped prints where a deploy, rollback or removal stopped. done and left are what its steps before and after it
// are.
func printStopped(env *cli.Env, at *step.Error, done, left string) {
	env.Notef("stopped at: %s", at.Step.Title)
	if names := titles(append(at.Before, stepNames(at.Done...)...)); names != "" {
		env.Notef("  %s: %s", done, names)
	}
	if names := titles(append(stepNames(at.Step), stepNames(at.Left...)...)); names != "" {
		env.Notef("  %s: %s", left, names)
	}
	env.Notef("  journal: %s", journal.Path(at.Deploy))
}

func stepNames(steps ...step.Step) []string {
	names := make([]string, len(steps))
	for i, s := range steps {
		names[i] = s.Name
	}
	return names
}

// titles lists the steps that matter to users, by their names.
func titles(steps []string) string {
	var names []string
	for _, name := range steps {
		switch kind, _, _ := strings.Cut(name, ":"); kind {
		case "upload", "canary", "promote", "abort", "rollback", "secrets", "schedules", "address",
			"crm-build", "crm-deploy", "crm-components", "crm-delete", "delete":
			names = append(names, cli.OneLine(strings.ReplaceAll(name, ":", " "))) // it can come from a platform
		}
	}
	return strings.Join(names, ", ")
}
