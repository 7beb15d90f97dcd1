// Package installs implements `svc installs`, which lists, shows, changes and erases the installs of an app.
package installs

import (
	"context"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
	"github.com/spf13/cobra"
)

// flags are the flags of all subcommands.
type flags struct {
	appworker.Flags
	json bool
	yes  bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "installs <command>",
		Short: "List, show, change and erase the installs of the app",
		Long: `List, show, configure, suspend and erase the installs of the app: one for each portal that has installed it.

The id of an install is that of its portal. An app with static auth has one install, called static. An install
is active, suspended ('svc installs suspend' blocks its calls to the CRM), or needs_reauth: the CRM rejects its
refresh token, because the portal uninstalled the app or revoked its consent. The data of such an install is
erased after 30 days, unless the app is installed again.

Without --url or --env the commands ask the server of 'svc dev', or use the local state in .svc/state.`,
		Example: `  svc installs list
  svc installs show 1000001 --url https://my-app.example.workers.dev
  svc installs erase 1000001 --env production --yes`,
	}, newListCommand(env), newShowCommand(env), newConfigureCommand(env), newSuspendCommand(env),
		newResumeCommand(env), newEraseCommand(env))
}

func (f *flags) addTo(cmd *cobra.Command) {
	f.Flags.AddTo(cmd)
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
}

func newListCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the installs of the app",
		Long: `List the installs of the app by portal, with their state and the time of its last change.

` + appworker.ExitCodes("0 success", "1 the app does not load"),
		Example: `  svc installs list
  svc installs list --env production --json | jq '.installs[].id'`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *flags) list(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	installs, err := t.Client.Installs(ctx)
	if err != nil {
		return t.Error(err)
	}
	if f.json {
		return env.JSON(installsDocument{1, installs})
	}
	if len(installs) == 0 {
		env.Notef("no installs %s", t.Place())
		return nil
	}
	return printInstalls(env, installs)
}

func newShowCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "show <portal>",
		Short: "Show one install with its configuration",
		Long: `Show the state, scopes and configuration of an install. ctx.install.config() returns the configuration.

` + appworker.ExitCodes("0 success", "1 not installed, or the app does not load"),
		Example: `  svc installs show 1000001
  svc installs show 1000001 --env production`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := appworker.CheckInstallID(args[0]); err != nil {
				return err
			}
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error { return f.show(cmd.Context(), env, t, args[0]) })
		},
	}
	f.addTo(cmd)
	return cmd
}

func (f *flags) show(ctx context.Context, env *cli.Env, t *appworker.Target, id string) error {
	install, err := t.Client.Install(ctx, id)
	if appworker.IsNotInstalled(err) {
		return t.NotInstalledError(id, err)
	}
	if err != nil {
		return t.Error(err)
	}
	if f.json {
		return env.JSON(installDocument{1, install})
	}
	return printInstall(env, install)
}

// The output of --json.
type (
	installsDocument struct {
		SchemaVersion int               `json:"schemaVersion"`
		Installs      []control.Install `json:"installs"`
	}
	installDocument struct {
		SchemaVersion int             `json:"schemaVersion"`
		Install       control.Install `json:"install"`
	}
	erasedDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		control.Erased
	}
)

func printInstalls(env *cli.Env, installs []control.Install) error {
	rows := make([][]string, len(installs))
	for i, install := range installs {
		rows[i] = []string{install.ID, install.State, cmdutil.TimeText(install.Since)}
	}
	return env.Table([]string{"PORTAL", "STATE", "SINCE"}, rows)
}

func printInstall(env *cli.Env, install control.Install) error {
	state := install.State
	if install.Since > 0 {
		state += " since " + cmdutil.TimeText(install.Since)
	}
	rows := [][]string{{"install", install.ID}, {"state", state}}
	for _, row := range [][]string{
		{"installed", cmdutil.TimeText(install.InstalledAt)},
		{"scopes", strings.Join(install.Scopes, " ")},
		{"kept until", cmdutil.TimeText(install.EraseAt)},
		{"config", cmdutil.CompactJSON(install.Config)},
	} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	if err := env.Table(nil, rows); err != nil {
		return err
	}
	if install.State == "needs_reauth" {
		env.Notef("the CRM rejects its tokens: install the app again at /oauth-start of its app worker")
	}
	return nil
}

func installName(id string) string {
	if id == "static" {
		return "the install static"
	}
	return "portal " + id
}
