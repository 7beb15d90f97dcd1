package secrets

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/secrets"
)

func newListCommand(env *cli.Env) *cobra.Command {
	f := &commonFlags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the names of all secrets that deployed scripts hold",
		Long: `List the names of all secrets, by script; values can be read by nobody. Those of deploys are among them: control
keys and sealing keys, whose names begin with SVC_.

Exit codes: 0 listed, 1 findings in the project, 2 usage, 3 the tool failed, 7 the token is missing or refused,
8 the platform gives no answer, 9 a script of the name is not this project's.`,
		Example: `  svc secrets list
  svc secrets list --env staging --json`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
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
		return userError(err)
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
