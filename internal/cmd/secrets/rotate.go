package secrets

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy/rotation"
	"github.com/appsvc/svc/internal/link"
)

type rotateOptions struct {
	dir, environment string
	revoke           []string
	yes, json, force bool
}

func newRotateCommand(env *cli.Env) *cobra.Command {
	o := &rotateOptions{}
	cmd := &cobra.Command{
		Use:   "rotate",
		Short: "Replace the control key of this machine",
		Long: `Rotate makes a new control key, binds it to the app worker, checks that the app worker accepts it, stores
it on this machine, and deletes the key that it replaces. Each change makes a new version of the app worker,
which restarts its Durable Objects; in-flight calls are retried.

The platform does not show which machine has a key. So the command deletes only keys that this machine has
replaced, and those that --revoke names. svc secrets list prints all of them. Copies of a deleted key, such
as SVC_CONTROL_KEY of a build server, stop working.

If it stops before its end, one of the two keys works. Run it again: it completes the rotation that began.

This is about control keys only. To rotate any other secret, set its new value: svc secrets set <name>.

Exit codes: 0 success, 2 usage error, 3 internal error, 6 cancelled, or --yes is missing, 7 missing or
rejected token, or no control key on this machine, 8 platform unreachable, or the new key is not accepted,
9 a deploy is running, or the script belongs to another project, 130 or 143 stopped by a signal.`,
		Example: `  svc secrets rotate
  svc secrets rotate --env staging --yes
  # also delete the key of a machine that was lost
  svc secrets rotate --revoke k8c1f00b2aa`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usage(
					fmt.Sprintf("unexpected argument %q: rotate replaces the control key", args[0]),
					"to rotate another secret, set its new value with 'svc secrets set <name>'",
				)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.Interruptible(cmd.Context())
			defer stop()
			return o.run(ctx, env)
		},
	}
	flags := cmd.Flags()
	cmdutil.AddDirFlag(flags, &o.dir)
	flags.StringVar(&o.environment, "env", link.Production, "rotate the control key of this `environment`")
	flags.StringSliceVar(&o.revoke, "revoke", nil, "also delete the keys with these `ids`, of other machines")
	cmdutil.AddYesFlag(flags, &o.yes)
	cmdutil.AddJSONFlag(flags, &o.json)
	cmdutil.AddForceUnlockFlag(flags, &o.force)
	return cmd
}

// rotateDocument is the output of --json.
type rotateDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	OK            bool   `json:"ok"`
	Environment   string `json:"environment"`
	Script        string `json:"script,omitempty"`
	// Key is the id of the new key; "" if an interrupted rotation had one already.
	Key string `json:"key,omitempty"`
	// Deleted and Kept are ids: with an error, those that would be deleted.
	Deleted []string       `json:"deleted"`
	Kept    []string       `json:"kept"`
	Error   *cli.JSONError `json:"error,omitempty"`
}

func (o *rotateOptions) run(ctx context.Context, env *cli.Env) error {
	document := rotateDocument{SchemaVersion: 1, Environment: o.environment, Deleted: []string{}, Kept: []string{}}
	err := o.work(ctx, env, &document)
	if !o.json {
		return err
	}
	if document.OK = err == nil; err != nil {
		document.Error = cli.NewJSONError(err)
	}
	return errors.Join(err, env.JSON(document))
}

func (o *rotateOptions) work(ctx context.Context, env *cli.Env, document *rotateDocument) (err error) {
	options, err := o.engineOptions(env)
	if err != nil {
		return err
	}
	r, err := rotation.Begin(ctx, options)
	if err != nil {
		return o.userError(err)
	}
	defer func() { err = errors.Join(err, r.End()) }()
	document.Script, document.Key = r.Script, r.New
	document.Deleted, document.Kept = append(document.Deleted, r.Delete...), append(document.Kept, r.Keep...)
	if !o.json {
		o.print(env, r)
	}
	if err := o.confirm(env, r); err != nil {
		return err
	}
	if err := r.Apply(ctx); err != nil {
		if ctx.Err() != nil {
			env.Notef("run 'svc secrets rotate --env %s' again to complete the rotation", o.environment)
		}
		return o.userError(err)
	}
	if !o.json {
		env.Notef("rotated the control key of %s", o.environment)
	}
	return nil
}

func (o *rotateOptions) print(env *cli.Env, r *rotation.Rotation) {
	if r.Resumes {
		env.Notef("completing an interrupted rotation")
	}
	if r.New != "" {
		env.Notef(" + key %s: bind the control key %s", r.Script, r.New)
		env.Notef("     every Durable Object restarts; in-flight calls are retried")
	}
	for _, id := range r.Delete {
		env.Notef(" - key %s: delete the control key %s", r.Script, cli.OneLine(id))
		env.Notef("     copies of it stop working, such as SVC_CONTROL_KEY of a build server")
	}
	if len(r.Keep) > 0 {
		env.Notef("note: keys of other machines stay: %s (delete one with --revoke)", cli.OneLine(strings.Join(r.Keep, ", ")))
	}
}

func (o *rotateOptions) confirm(env *cli.Env, r *rotation.Rotation) error {
	switch {
	case o.yes || len(r.Delete) == 0:
		return nil
	case !env.CanPrompt():
		return cli.ConfirmationRequired("read what is deleted, then add --yes")
	}
	return cli.NewPrompter(env).Confirm(
		fmt.Sprintf("Delete %s of %s when the new key works?", cli.Count(len(r.Delete), "control key"), o.environment),
	)
}
