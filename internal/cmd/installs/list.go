package installs

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

func newListCommand(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the installs of the app",
		Long: `List the installs of the app by portal, with their state and the time of its last change.

Exit codes: 0 success,
` + appworker.Exits + `.`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), env, func(t *appworker.Target) error { return f.list(cmd.Context(), env, t) })
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
