package secrets

import (
	"context"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/secrets"
	"github.com/spf13/cobra"
)

func newListCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the names of all secrets of deployed scripts",
		Long: `List the names of all secrets by script. Their values cannot be read. Names that begin with SVC_ are
control keys and sealing keys that svc deploy generates.

` + exitCodes("0 success", "1 findings in the project"),
		Example: `  svc secrets list
  svc secrets list --env staging --json`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.list(cmd.Context(), env) },
	}
	f.addTo(cmd)
	return cmd
}

func (f *commonFlags) list(ctx context.Context, env *cli.Env) error {
	app, err := f.open(ctx, env)
	if err != nil {
		return err
	}
	listed, err := app.List(ctx)
	if err != nil {
		return userError("list", err)
	}
	if f.json {
		return env.JSON(struct {
			SchemaVersion int              `json:"schemaVersion"`
			Scripts       []secrets.Listed `json:"scripts"`
		}{1, listed})
	}
	var rows [][]string
	for _, line := range listed {
		names := strings.Join(line.Secrets, " ")
		if !line.Deployed {
			names = "not deployed"
		}
		rows = append(rows, []string{cmdutil.ScriptTitle(line.Worker), line.Script, names})
	}
	return env.Table([]string{"WORKER", "SCRIPT", "SECRETS"}, rows)
}

func newCheckCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare required secrets with those that are set",
		Long: `Check compares the secrets that the project's declarations name with those of the deployed scripts. Each
secret is
    bound    set in the script
    waiting  stored on this machine until the next deploy
    missing  not set
    unnamed  set, but no declaration names it: add it to secrets in defineApp, or it is obsolete

Keys that svc deploy generates are left out. The CRM shows CRM_CLIENT_ID, CRM_CLIENT_SECRET and
CRM_ACCESS_TOKEN after the app is deployed there.

` + exitCodes("0 none is missing", "1 missing secrets, or findings in the project"),
		Example: `  svc secrets check
  svc secrets check --env staging --json`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.check(cmd.Context(), env) },
	}
	f.addTo(cmd)
	return cmd
}

func (f *commonFlags) check(ctx context.Context, env *cli.Env) error {
	app, err := f.open(ctx, env)
	if err != nil {
		return err
	}
	checked, err := app.Check(ctx)
	if err != nil {
		return userError("check", err)
	}
	missing := map[string]bool{} // a secret can lack in several workers
	var rows [][]string
	for _, c := range checked {
		if c.State == secrets.Missing {
			missing[c.Secret] = true
		}
		rows = append(rows, []string{cmdutil.ScriptTitle(c.Worker), c.Secret, string(c.State)})
	}
	if f.json {
		err = env.JSON(struct {
			SchemaVersion int               `json:"schemaVersion"`
			OK            bool              `json:"ok"`
			Secrets       []secrets.Checked `json:"secrets"`
		}{1, len(missing) == 0, checked})
	} else if err = env.Table([]string{"WORKER", "SECRET", "STATE"}, rows); err == nil && len(missing) > 0 {
		env.Notef("%s missing: run 'svc secrets set NAME' for each", cli.Count(len(missing), "secret"))
	}
	if err == nil && len(missing) > 0 {
		err = cli.Exit(cli.ExitNegative)
	}
	return err
}
