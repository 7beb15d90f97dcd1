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
		Short: "List the names of all secrets of deployed scripts",
		Long: `List the names of all secrets by script. Their values cannot be read. Names that begin with SVC_ are
control keys and sealing keys that svc deploy generates.

Exit codes: 0 success, 1 findings in the project,
` + exits + `.`,
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
