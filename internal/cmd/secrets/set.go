package secrets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/secrets"
)

type setOptions struct {
	commonFlags
	file    string
	workers []string
}

func newSetCommand(env *cli.Env) *cobra.Command {
	o := &setOptions{}
	cmd := &cobra.Command{
		Use:   "set <name>",
		Short: "Set a secret",
		Long: `Set a secret in every script that declares it or has it, or in the workers of --worker. The value is read
from a file, from a hidden prompt on a terminal, or from standard input; a line break at its end is
removed. It is never printed, and it cannot be a flag, because other processes can read flags.

A deployed script gets the value at once, in a new version. For other scripts it waits on this machine
until their first deploy. Setting a secret again rotates it: if one script fails, the command names those
that have the new value and those that may have the old one, and running it again completes it.

` + exitCodes("0 success", "1 findings in the project", "6 no value and no terminal"),
		Example: `  svc secrets set LEDGER_TOKEN
  pass show ledger | svc secrets set LEDGER_TOKEN --env staging
  svc secrets set SIGNING_KEY --file key.pem --worker payments`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), env, args[0]) },
	}
	o.addTo(cmd)
	cmd.Flags().StringVar(&o.file, "file", "", "read the value from this `file`")
	cmd.Flags().StringArrayVar(
		&o.workers, "worker", nil, "set it in this `worker`, even if its declarations do not name it; repeatable",
	)
	return cmd
}

func (o *setOptions) run(ctx context.Context, env *cli.Env, name string) error {
	if err := secrets.CheckName(name); err != nil {
		return cli.Usage(
			err.Error(),
			"pass a name such as 'svc secrets check' lists; the value is read from standard input or --file",
		)
	}
	value, err := "", error(nil)
	if o.file != "" { // before anything remote, which may need a login
		if value, err = o.fileValue(env, name); err != nil {
			return err
		}
	}
	app, err := o.open(ctx, env)
	if err != nil {
		return err
	}
	scripts, err := o.choose(ctx, app, name)
	if err != nil {
		return err
	}
	if o.file == "" {
		if value, err = env.Secret("value of " + name); err != nil {
			return err
		}
		if err := checkValue(name, value); err != nil {
			return err
		}
	}
	result, err := app.Set(ctx, name, value, scripts)
	if err = userError("set", err); o.json {
		document := setDocument{SchemaVersion: 1, OK: err == nil, Secret: name, SetResult: result}
		if err != nil {
			document.Error = cli.NewJSONError(err)
		}
		return errors.Join(err, env.JSON(document))
	}
	if len(result.Uploaded) > 0 {
		env.Notef("set %s in %s", name, strings.Join(result.Uploaded, ", "))
	}
	if len(result.Waiting) > 0 {
		env.Notef("stored %s on this machine until the deploy of %s", name, strings.Join(result.Waiting, ", "))
	}
	if len(result.Remaining) > 0 {
		env.Notef("%s may still have the old value of %s", strings.Join(result.Remaining, ", "), name)
	}
	return err
}

// setDocument is the output of --json.
type setDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	OK            bool   `json:"ok"`
	Secret        string `json:"secret"`
	secrets.SetResult
	Error *cli.JSONError `json:"error,omitempty"`
}

// choose returns the scripts of --worker, or those that declare the secret or have it.
func (o *setOptions) choose(ctx context.Context, app *secrets.App, name string) ([]secrets.Script, error) {
	if len(o.workers) > 0 {
		return o.named(app, name)
	}
	scripts, err := app.Having(ctx, name)
	if err != nil {
		return nil, userError("set", err)
	}
	if len(scripts) > 0 {
		return scripts, nil
	}
	var known []string
	for _, s := range app.Scripts {
		known = append(known, s.Needs...)
	}
	return nil, cli.Usage(
		fmt.Sprintf("no declaration names the secret %q, and no script has it", name),
		cli.Suggest(name, known, "name the workers that read it with --worker"),
	)
}

// named returns the scripts of --worker.
func (o *setOptions) named(app *secrets.App, name string) ([]secrets.Script, error) {
	var scripts []secrets.Script
	var known []string
	for _, s := range app.Scripts {
		if s.Worker == "" {
			continue // the app worker has secrets of the runtime only
		}
		known = append(known, s.Worker)
		if slices.Contains(o.workers, s.Worker) {
			scripts = append(scripts, s)
		}
	}
	for _, worker := range o.workers {
		if err := cmdutil.OneOf("--worker", worker, known); err != nil {
			return nil, err
		}
	}
	return scripts, nil
}

// fileValue reads the secret's value from --file.
func (o *setOptions) fileValue(env *cli.Env, name string) (string, error) {
	text, err := projectfs.ReadNamed(env.Path(o.file), env.Path(o.dir), 2*secrets.MaxValue)
	if err != nil {
		return "", &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot read %q", o.file), Why: cli.Reason(err), Fix: "check the path",
			Err: err,
		}
	}
	value := strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	return value, checkValue(name, value)
}

func checkValue(name, value string) error {
	switch {
	case value == "":
		return cli.Usage("the value of "+name+" is empty", "check the file")
	case len(value) > secrets.MaxValue:
		return cli.Usage(fmt.Sprintf(
			"the value of %s has %d bytes; the platform accepts at most %d", name, len(value), secrets.MaxValue,
		), "store large values elsewhere, and only their key here")
	}
	return nil
}
