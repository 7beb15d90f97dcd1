package deploy

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

type rollbackOptions struct {
	dir, environment, to string
	yes, json, force     bool
}

func NewRollback(env *cli.Env) *cobra.Command {
	o := &rollbackOptions{}
	cmd := &cobra.Command{
		Use:   "rollback",
		Short: "Send the traffic of the workers back to an earlier deploy",
		Long: `Rollback sends the traffic of the app's workers to the versions of an earlier deploy: the one before the deploy
that is live, or that of --to. The edge platform keeps the versions, so it works from every machine.

The app worker stays as it is, since what its objects keep has moved on, and so do schedules and the CRM's project:
deploy an earlier commit to bring those back. Secrets go back to what they were when the next deploy began.

Exit codes: 0 rolled back or nothing to do, 2 usage, 3 the tool failed, 6 declined or nobody could be asked, 7 the
token is missing or refused, 8 the platform or a worker gives no good answer, 9 a deploy runs or was faster, 130 or
143 a signal.`,
		Example: `  svc rollback
  svc rollback --to 20261121-110355171-3f2a1c --env staging --yes`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.Interruptible(cmd.Context())
			defer stop()
			return o.run(ctx, env)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	flags.StringVar(&o.environment, "env", link.Production, "roll this `environment` back")
	flags.StringVar(&o.to, "to", "", "the `id` of the deploy to go back to, as svc deploys lists it")
	flags.BoolVar(&o.yes, "yes", false, "roll back without asking")
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	flags.BoolVar(&o.force, "force-unlock", false, "take the lock of a deploy that has died elsewhere")
	return cmd
}

// rollbackDocument is what --json prints.
type rollbackDocument struct {
	SchemaVersion int            `json:"schemaVersion"`
	OK            bool           `json:"ok"`
	RollbackID    string         `json:"rollbackId"`
	Environment   string         `json:"environment"`
	To            string         `json:"to"`
	Workers       []deploy.Move  `json:"workers"`
	Error         *errorDocument `json:"error,omitempty"`
}

func (o *rollbackOptions) run(ctx context.Context, env *cli.Env) (err error) {
	r, err := o.begin(ctx, env)
	if err != nil {
		return o.tell(env, rollbackDocument{Workers: []deploy.Move{}}, err)
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
	if moving > 0 {
		if err = o.confirm(env, r.To, moving); err == nil {
			_, err = r.Apply(ctx)
			err = rollbackFailed(err)
		}
	}
	if o.json {
		return o.tell(env, rollbackDocument{RollbackID: r.ID, To: r.To, Workers: r.Moves}, err)
	}
	switch {
	case err != nil:
	case moving == 0:
		env.Notef("nothing to do: %s has the workers of %s", o.environment, r.To)
	default:
		env.Notef("rolled %s back to %s: the next 'svc deploy' brings it forward again", o.environment, r.To)
	}
	return err
}

func (o *rollbackOptions) begin(ctx context.Context, env *cli.Env) (*deploy.Rollback, error) {
	options, err := o.options(env)
	if err != nil {
		return nil, err
	}
	r, err := deploy.BeginRollback(ctx, options)
	return r, rollbackFailed(err)
}

// tell prints the document of --json, whatever the end.
func (o *rollbackOptions) tell(env *cli.Env, document rollbackDocument, err error) error {
	if !o.json {
		return err
	}
	document.SchemaVersion, document.OK, document.Environment = 1, err == nil, o.environment
	if err != nil {
		document.Error = newErrorDocument(err, o.again(document.To))
	}
	return errors.Join(err, env.JSON(document))
}

// again is the command that goes on with a rollback: without the id the next one would go further back.
func (o *rollbackOptions) again(to string) string {
	if to != "" {
		to = " --to " + to
	}
	return "svc rollback" + to + environmentFlag(o.environment)
}

func (o *rollbackOptions) confirm(env *cli.Env, to string, moving int) error {
	switch {
	case o.yes:
		return nil
	case !env.CanPrompt():
		return &cli.Error{
			Code: cli.ExitWouldPrompt, What: "--yes is missing, and there is no terminal to ask on",
			Fix: "read what would be rolled back, then add --yes",
		}
	}
	return cli.NewPrompter(env).Confirm(fmt.Sprintf("Send the traffic of %s back to %s?", cli.Count(moving, "worker"), to))
}

func (o *rollbackOptions) print(env *cli.Env, r *deploy.Rollback) {
	for _, move := range r.Moves {
		if move.To == "" {
			env.Notef("  %s stays: %s", move.Script, move.Why)
		} else {
			env.Notef("~ %s: from %s to %s", move.Script, move.From, move.To)
		}
	}
}
