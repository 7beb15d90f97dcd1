package secrets

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/secrets"
	"github.com/appsvc/svc/internal/typo"
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
		Short: "Give a secret its value",
		Long: `Set gives a secret its value, in every script whose declarations name it, or in the workers of --worker. The
value is typed unseen on a terminal, else it comes from standard input or a file; one line break at its end is
not a part of it. It is printed nowhere, and never a flag: other processes see those.

A script that is deployed has the new value at once, in a new version. For others it waits on this machine for
the deploy that makes them.

Exit codes: 0 set, 1 findings in the project, 2 usage, 3 the tool failed, 6 nobody could be asked, 7 the token is
missing or refused, 8 the platform gives no answer, 9 a script of the name is not this project's.`,
		Example: `  svc secrets set LEDGER_TOKEN
  pass show ledger | svc secrets set LEDGER_TOKEN --env staging
  svc secrets set SIGNING_KEY --file key.pem --worker payments`,
		Args: cmdutil.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), env, args[0]) },
	}
	o.addTo(cmd)
	cmd.Flags().StringVar(&o.file, "file", "", "read the value from this `file`")
	cmd.Flags().StringArrayVar(
		&o.workers, "worker", nil, "set it in this `worker`, whatever the declarations name; may be repeated",
	)
	return cmd
}

func (o *setOptions) run(ctx context.Context, env *cli.Env, name string) error {
	if err := secrets.CheckName(name); err != nil {
		return cli.Usage(
			err.Error(),
			"name the secret alone, such as one that 'svc secrets check' lists; its value comes from standard input or --file",
		)
	}
	app, err := o.open(ctx, env)
	if err != nil {
		return err
	}
	scripts, err := o.choose(app, name)
	if err != nil {
		return err
	}
	value, err := o.value(env, name)
	if err != nil {
		return err
	}
	result, err := app.Set(ctx, name, value, scripts)
	if err != nil {
		if len(result.Uploaded) > 0 {
			env.Notef("%s has its new value in %s, and not in the others", name, strings.Join(result.Uploaded, ", "))
		}
		return userError(err)
	}
	if o.json {
		return env.JSON(struct {
			SchemaVersion int    `json:"schemaVersion"`
			Secret        string `json:"secret"`
			secrets.SetResult
		}{1, name, result})
	}
	if len(result.Uploaded) > 0 {
		env.Notef("%s is set in %s", name, strings.Join(result.Uploaded, ", "))
	}
	if len(result.Waiting) > 0 {
		env.Notef("%s waits on this machine for the deploy of %s", name, strings.Join(result.Waiting, ", "))
	}
	return nil
}

// choose finds the scripts: those that name the secret, or those of the flag.
func (o *setOptions) choose(app *secrets.App, name string) ([]secrets.Script, error) {
	if len(o.workers) > 0 {
		return o.named(app, name)
	}
	scripts := app.Needing(name)
	if len(scripts) > 0 {
		return scripts, nil
	}
	var known []string
	for _, s := range app.Scripts {
		known = append(known, s.Needs...)
	}
	fix := "name the workers whose handlers read it with --worker"
	if near := typo.Nearest(name, known); near != "" {
		fix = fmt.Sprintf("did you mean %q? else %s", near, fix)
	}
	return nil, cli.Usage(fmt.Sprintf("no declaration names the secret %q", name), fix)
}

func (o *setOptions) named(app *secrets.App, name string) ([]secrets.Script, error) {
	var scripts []secrets.Script
	var known []string
	for _, s := range app.Scripts {
		if s.Worker == "" {
			continue // its secrets are the runtime's
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

func (o *setOptions) value(env *cli.Env, name string) (string, error) {
	value := ""
	if o.file != "" {
		text, err := cmdutil.ReadAtMost(env.Path(o.file), 2*secrets.MaxValue)
		if err != nil {
			return "", &cli.Error{
				Code: cli.ExitUsage, What: fmt.Sprintf("cannot read %q", o.file), Why: cli.Reason(err), Fix: "check the path",
				Err: err,
			}
		}
		value = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	} else {
		var err error
		if value, err = env.Secret("value of " + name); err != nil {
			return "", err
		}
	}
	switch {
	case value == "":
		return "", cli.Usage("the value of "+name+" is empty", "check the file")
	case len(value) > secrets.MaxValue:
		return "", cli.Usage(fmt.Sprintf(
			"the value of %s has %d bytes, more than the %d that the platform takes", name, len(value), secrets.MaxValue,
		), "keep large values elsewhere, and the key to them here")
	}
	return value, nil
}
