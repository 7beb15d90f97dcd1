package deploy

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/rollback"
	"github.com/appsvc/svc/internal/deploy/step"
	"github.com/appsvc/svc/internal/link"
)

type rollbackOptions struct {
	dir, environment, to string
	yes, json, force     bool

	progress *progress
}

// NewRollback makes svc rollback.
func NewRollback(env *cli.Env) *cobra.Command {
	o := &rollbackOptions{}
	cmd := &cobra.Command{
		Use:   "rollback",
		Short: "Route traffic back to an earlier deploy",
		Long: `Rollback routes the traffic of the app's workers to the versions of an earlier deploy: the last one
before the live deploy that succeeded, or that of --to, which may have failed. It works from every
machine, because the edge platform stores the versions and which deploys succeeded last.

A deploy of this folder that was interrupted, for example by a crash, is ended: the traffic that it moved is
moved back as well, and its lock is removed. A canary must be ended with svc deploy --abort first.

Rollback does not change the app worker, because stored data may have changed since, nor schedules and
the CRM project: deploy an earlier commit to restore those. Secrets get the values that they had when
the next deploy started.

Exit codes: 0 rolled back, or nothing to do, 2 usage error, 3 internal error, 6 cancelled, or --yes is
missing, 7 missing or rejected token, 8 platform or worker failed, 9 a deploy is running or just
finished, 130 or 143 stopped by a signal.`,
		Example: `  svc rollback
  svc rollback --to 20261121-110355171-3f2a1c --env staging --yes`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.Interruptible(cmd.Context())
			defer stop()
			return o.run(ctx, env)
		},
	}
	flags := cmd.Flags()
	cmdutil.AddDirFlag(flags, &o.dir)
	flags.StringVar(&o.environment, "env", link.Production, "roll this `environment` back")
	flags.StringVar(&o.to, "to", "", "roll back to the deploy with this `id`; svc deploys lists the ids")
	cmdutil.AddYesFlag(flags, &o.yes)
	cmdutil.AddJSONFlag(flags, &o.json)
	cmdutil.AddForceUnlockFlag(flags, &o.force)
	return cmd
}

// rollbackDocument is the output of --json.
type rollbackDocument struct {
	SchemaVersion int  `json:"schemaVersion"`
	OK            bool `json:"ok"`
	// RollbackID is the id in svc deploys; "" for a run without a journal.
	RollbackID  string `json:"rollbackId,omitempty"`
	Environment string `json:"environment"`
	To          string `json:"to"`
	// ToOutcome is succeeded, failed, interrupted or unknown. Skipped lists the deploys after To that did not succeed.
	ToOutcome string          `json:"toOutcome,omitempty"`
	Skipped   []string        `json:"skipped"`
	Workers   []rollback.Move `json:"workers"`
	Error     *cli.JSONError  `json:"error,omitempty"`
}

func (o *rollbackOptions) run(ctx context.Context, env *cli.Env) (err error) {
	o.progress = newProgress(env, o.json)
	defer o.progress.end()
	r, err := o.begin(ctx, env)
	if err != nil {
		return o.finish(env, rollbackDocument{Workers: []rollback.Move{}}, err)
	}
	defer func() { err = errors.Join(err, r.End()) }()
	moving := 0
	for _, move := range r.Moves {
		if move.To != "" {
			moving++
		}
	}
	if !o.json {
		o.print(env, r)
	}
	var applied step.Result
	if moving > 0 || r.Ends != "" {
		if err = o.confirm(env, r, moving); err == nil {
			applied, err = r.Apply(ctx)
			o.progress.fail() // unless the last step is done
			err = o.stopped(env, r.To, err)
		}
	}
	if o.json {
		return o.finish(env, rollbackDocument{
			RollbackID: applied.Deploy, To: r.To, ToOutcome: cmp.Or(r.Outcome, "unknown"), Skipped: r.Skipped, Workers: r.Moves,
		}, err)
	}
	switch {
	case err != nil:
	case moving == 0 && r.Ends != "":
		env.Notef("ended deploy %s; %s already runs the workers of %s", r.Ends, o.environment, cli.OneLine(r.To))
	case moving == 0:
		env.Notef("nothing to do; %s already runs the workers of %s", o.environment, cli.OneLine(r.To))
	default:
		env.Notef(
			"rolled %s back to %s; the next 'svc deploy' deploys the current version again", o.environment, cli.OneLine(r.To),
		)
	}
	return err
}

func (o *rollbackOptions) begin(ctx context.Context, env *cli.Env) (*rollback.Rollback, error) {
	options, err := o.options(env)
	if err != nil {
		return nil, err
	}
	o.progress.begin("read the versions of the workers")
	r, err := rollback.Begin(ctx, options)
	o.progress.end()
	return r, rollbackError(err)
}

// finish prints the document of --json, also for an error, and returns the error.
func (o *rollbackOptions) finish(env *cli.Env, document rollbackDocument, err error) error {
	if !o.json {
		return err
	}
	if document.Skipped == nil {
		document.Skipped = []string{}
	}
	document.SchemaVersion, document.OK, document.Environment = 1, err == nil, o.environment
	if err != nil {
		document.Error = newErrorDocument(err, o.resumeCommand(document.To))
	}
	return errors.Join(err, env.JSON(document))
}

// resumeCommand returns the command that resumes a rollback. Without the id the next rollback would go further back.
func (o *rollbackOptions) resumeCommand(to string) string {
	if to != "" {
		to = " --to " + to
	}
	return "svc rollback" + to + environmentFlag(o.environment)
}

func (o *rollbackOptions) confirm(env *cli.Env, r *rollback.Rollback, moving int) error {
	switch {
	case o.yes:
		return nil
	case !env.CanPrompt():
		return cli.ConfirmationRequired("review the rollback, then add --yes")
	}
	question := fmt.Sprintf("Route the traffic of %s back to %s?", cli.Count(moving, "worker"), r.To)
	if moving == 0 {
		question = fmt.Sprintf("End deploy %s?", r.Ends)
	}
	return cli.NewPrompter(env).Confirm(question)
}

// print prints the moves. Scripts and ids of deploys are texts of the platform.
func (o *rollbackOptions) print(env *cli.Env, r *rollback.Rollback) {
	warnOfUnread(env, r.Unread)
	if r.Ends != "" {
		env.Notef("  ending deploy %s, which was interrupted", cli.OneLine(r.Ends))
	}
	for _, id := range r.Skipped {
		env.Notef("  skipping deploy %s, which did not succeed", cli.OneLine(id))
	}
	if r.Outcome == journal.Failed || r.Outcome == journal.Interrupted {
		env.Notef("warning: deploy %s did not succeed (%s)", cli.OneLine(r.To), r.Outcome)
	}
	for _, move := range r.Moves {
		if move.To == "" {
			env.Notef("  %s is unchanged: %s", cli.OneLine(move.Script), move.Why)
		} else {
			env.Notef("%s", cli.OneLine(fmt.Sprintf("~ %s: from %s to %s", move.Script, move.From, move.To)))
		}
	}
}
