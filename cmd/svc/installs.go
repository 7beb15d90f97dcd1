// This file is `svc installs`: who has installed the app.

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

// installsFlags are the flags of all commands about installs.
type installsFlags struct {
	controlFlags
	json bool
	yes  bool
}

func newInstallsCommand(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "installs <command>",
		Short: "List, show and erase the installs of the app",
		Long: `Who has installed the app, in which state each install is, and what is kept for it.

An install is named by the id of its portal; an app with static auth has one install, called static.
Its state is active, suspended (the project's own tools keep it from the CRM), or needs_reauth: the CRM
refuses its refresh token, because the app was uninstalled or its consent taken back. What is kept for
such an install is erased 30 days later, unless the app is installed again.

Without --url or --env the commands look at the state of this machine, in .svc/state.`,
		Example: `  svc installs list
  svc installs show 1000001 --url https://my-app.example.workers.dev
  svc installs erase 1000001 --env production --yes`,
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newInstallsListCommand(env), newInstallsShowCommand(env), newInstallsEraseCommand(env))
	return cmd
}

func newInstallsListCommand(env *cli.Env) *cobra.Command {
	f := &installsFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the installs of the app",
		Long: `List the installs of the app in the order of their portals: id, state, and since when.

Exit codes: 0 listed, 2 usage, 3 the tool failed, 7 the control key is missing or refused, 8 the app worker
gives no answer, 9 another process holds the state.`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), env, func(t *controlTarget) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func newInstallsShowCommand(env *cli.Env) *cobra.Command {
	f := &installsFlags{}
	cmd := &cobra.Command{
		Use:   "show <portal>",
		Short: "Show one install with its configuration",
		Long: `Show one install: its state, scopes and the configuration that ctx.install.config() gives.

Exit codes: 0 shown, 1 the app is not installed there, 2 usage, 3 the tool failed, 7 the control key is
missing or refused, 8 the app worker gives no answer, 9 another process holds the state.`,
		Args: usageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkInstallID(args[0]); err != nil {
				return err
			}
			return f.run(cmd.Context(), env, func(t *controlTarget) error { return f.show(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func newInstallsEraseCommand(env *cli.Env) *cobra.Command {
	f := &installsFlags{}
	cmd := &cobra.Command{
		Use:   "erase <portal>",
		Short: "Erase all that is kept for a portal, at once",
		Long: `Erase all that is kept for a portal: its install with tokens, configuration, ctx.store, runs and usage,
and what is recorded of its invocations. It cannot be undone. The app stays installed in the CRM, where only the
portal can uninstall it; for svc it must be installed again to run there.

In an app with static auth the portal shares the one install, called static, which is erased with it.

It asks first; where nobody can be asked it needs --yes. Erasing twice does no harm.

Exit codes: 0 erased, 2 usage, 3 the tool failed, 6 declined or nobody could be asked, 7 the control key is
missing or refused, 8 the app worker gives no answer, 9 another process holds the state.`,
		Args: usageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkInstallID(args[0]); err != nil {
				return err
			}
			if !f.yes && !env.CanPrompt() {
				return &cli.Error{
					Code: cli.ExitWouldPrompt, What: "--yes is missing, and there is no terminal to ask on",
					Fix: "add --yes: what is erased cannot be brought back",
				}
			}
			return f.run(cmd.Context(), env, func(t *controlTarget) error { return f.erase(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	cmd.Flags().BoolVar(&f.yes, "yes", false, "erase without asking")
	return cmd
}

func (f *installsFlags) addTo(cmd *cobra.Command) {
	f.controlFlags.add(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON document")
}

// run opens the app worker for one command.
func (f *installsFlags) run(ctx context.Context, env *cli.Env, work func(*controlTarget) error) (err error) {
	t, err := f.open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	return work(t)
}

var installID = regexp.MustCompile(`^(static|[0-9]{1,15})$`)

func checkInstallID(id string) error {
	if !installID.MatchString(id) {
		return cli.Usage(
			fmt.Sprintf("%q is no portal", id), "give the portal's id, such as 1000001, or static for an app with static auth",
		)
	}
	return nil
}

func (f *installsFlags) list(ctx context.Context, env *cli.Env, t *controlTarget) error {
	installs, err := t.client.Installs(ctx)
	if err != nil {
		return t.failed(err)
	}
	if f.json {
		return env.JSON(installsDocument{1, installs})
	}
	if len(installs) == 0 {
		env.Notef("nobody has installed the app, says %s", t.where)
		return nil
	}
	return printInstalls(env, installs)
}

func (f *installsFlags) show(ctx context.Context, env *cli.Env, t *controlTarget, id string) error {
	install, err := t.client.Install(ctx, id)
	if isNotInstalled(err) {
		return &cli.Error{
			Code: cli.ExitNegative, What: fmt.Sprintf("there is no install %s in %s", id, t.where), Why: message(err),
			Fix: "see svc installs list", Err: err,
		}
	}
	if err != nil {
		return t.failed(err)
	}
	if f.json {
		return env.JSON(installDocument{1, install})
	}
	return printInstall(env, install)
}

func (f *installsFlags) erase(ctx context.Context, env *cli.Env, t *controlTarget, id string) error {
	if !f.yes {
		install, err := t.client.Install(ctx, id)
		if err != nil && !isNotInstalled(err) {
			return t.failed(err)
		}
		if err := cli.NewPrompter(env).Confirm(eraseQuestion(id, install.State, t.where)); err != nil {
			return err
		}
	}
	erased, err := t.client.EraseInstall(ctx, id)
	if isNotInstalled(err) {
		return cli.Usage(fmt.Sprintf("%q cannot be erased: %s", id, message(err)), "see svc installs list")
	}
	if err != nil {
		return t.failed(err)
	}
	if f.json {
		return env.JSON(erasedDocument{1, erased})
	}
	env.Notef("erased: nothing is kept for %s any more, in %s", installName(id), t.where)
	return nil
}

func isNotInstalled(err error) bool {
	var told *control.Error
	return errors.As(err, &told) && told.Status == http.StatusConflict && told.Code == "install_not_found"
}

// message is what the app worker said.
func message(err error) string {
	var told *control.Error
	if errors.As(err, &told) {
		return told.Message
	}
	return err.Error()
}
