package installs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

func newConfigureCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "configure <portal> <json>",
		Short: "Set the configuration of an install",
		Long: `Set what ctx.install.config() returns for an install: a JSON object, @file, or - for standard input. It
replaces the whole configuration, which 'svc installs show --json' prints.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
		Example: `  svc installs configure 1000001 '{"region": "eu"}'
  svc installs configure static @config.json --env production`,
		Args: cmdutil.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := cmdutil.ReadJSONObject(env, "the configuration", args[1])
			if err != nil {
				return err
			}
			return f.change(cmd.Context(), env, args[0], "configured", configure(config))
		},
	}
	f.addTo(cmd)
	return cmd
}

func configure(config json.RawMessage) change {
	return func(ctx context.Context, c *control.Client, id string) (control.Install, error) {
		return c.ConfigureInstall(ctx, id, config)
	}
}

func newSuspendCommand(env *cli.Env) *cobra.Command {
	return newStateCommand(env, "suspended", "suspended", &cobra.Command{
		Use:   "suspend <portal>",
		Short: "Block the CRM calls of an install",
		Long: `Block the CRM calls of an install: each call of its handlers fails until 'svc installs resume'. Its data stays.
Workers cache its state for a minute. An app with static auth has no such state.`,
		Example: `  svc installs suspend 1000001
  svc installs suspend 1000001 --env production`,
	})
}

func newResumeCommand(env *cli.Env) *cobra.Command {
	return newStateCommand(env, "active", "resumed", &cobra.Command{
		Use:   "resume <portal>",
		Short: "Let a suspended install call the CRM again",
		Long: `Make a suspended install active, so that its handlers can call the CRM again. Workers cache its state for a
minute.`,
		Example: `  svc installs resume 1000001
  svc installs resume 1000001 --env production`,
	})
}

// newStateCommand completes a command that gives an install this state. done is what the command reports.
func newStateCommand(env *cli.Env, state, done string, cmd *cobra.Command) *cobra.Command {
	f := &flags{}
	cmd.Long += `

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load")
	cmd.Args = cmdutil.ExactArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return f.change(cmd.Context(), env, args[0], done, setState(state))
	}
	f.addTo(cmd)
	return cmd
}

func setState(state string) change {
	return func(ctx context.Context, c *control.Client, id string) (control.Install, error) {
		return c.SetInstallState(ctx, id, state)
	}
}

// change changes an install, and returns it.
type change func(ctx context.Context, c *control.Client, id string) (control.Install, error)

// change changes an install, and prints it or what was done.
func (f *flags) change(ctx context.Context, env *cli.Env, id, done string, to change) error {
	if err := appworker.CheckInstallID(id); err != nil {
		return err
	}
	return f.Run(ctx, env, func(t *appworker.Target) error {
		install, err := to(ctx, t.Client, id)
		switch refused, isRefused := errors.AsType[*control.Error](err); {
		case appworker.IsNotInstalled(err):
			return t.NotInstalledError(id, err)
		case isRefused && (refused.Status == http.StatusBadRequest || refused.Status == http.StatusRequestEntityTooLarge):
			return cli.Usage("cannot change "+installName(id)+": "+refused.Message, "run 'svc installs --help'")
		case err != nil:
			return t.Error(err)
		case f.json:
			return env.JSON(installDocument{1, install})
		}
		env.Notef("%s %s %s", done, installName(id), t.Place())
		return nil
	})
}
