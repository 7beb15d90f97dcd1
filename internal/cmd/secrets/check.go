package secrets

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/secrets"
)

func newCheckCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Compare the secrets that the app needs with those that are set",
		Long: `Check compares the names of secrets in the project's declarations with those that the deployed scripts hold.

Each is bound; waiting, on this machine for the next deploy; missing; or unnamed: bound, though no declaration
names it, because a handler reads it from ctx.env or because nobody needs it any more. Keys that deploys make
themselves are left out. CRM_CLIENT_ID, CRM_CLIENT_SECRET and CRM_ACCESS_TOKEN are shown by the CRM once the app
is deployed there.

Exit codes: 0 nothing is missing, 1 something is, or the project has findings, 2 usage, 3 the tool failed, 7 the
token is missing or refused, 8 the platform gives no answer, 9 a script of the name is not this project's.`,
		Example: `  svc secrets check
  svc secrets check --env staging --json`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
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
		return userError(err)
	}
	missing := 0
	var rows [][]string
	for _, c := range checked {
		if c.State == secrets.Missing {
			missing++
		}
		rows = append(rows, []string{cmdutil.ScriptTitle(c.Worker), c.Secret, string(c.State)})
	}
	if f.json {
		err = env.JSON(struct {
			SchemaVersion int               `json:"schemaVersion"`
			OK            bool              `json:"ok"`
			Secrets       []secrets.Checked `json:"secrets"`
		}{1, missing == 0, checked})
	} else if err = env.Table([]string{"WORKER", "SECRET", "STATE"}, rows); err == nil && missing > 0 {
		env.Notef("%s missing: give each its value with 'svc secrets set NAME'", cli.Count(missing, "secret"))
	}
	if err == nil && missing > 0 {
		err = cli.Exit(cli.ExitNegative)
	}
	return err
}
