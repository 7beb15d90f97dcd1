package deploy

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/link"
)

type historyOptions struct {
	dir, environment string
	json             bool
}

func NewHistory(env *cli.Env) *cobra.Command {
	o := &historyOptions{}
	cmd := &cobra.Command{
		Use:   "deploys",
		Short: "List the deploys and rollbacks of this folder",
		Long: `List the deploys and rollbacks that were run in this folder, newest first, as their journals in .svc/deploys tell.
Those of other machines are not among them. An interrupted one is finished by the next svc deploy.

Exit codes: 0 listed, 2 usage, 3 the tool failed.`,
		Example: `  svc deploys
  svc deploys --env staging --json`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error { return o.run(env) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app")
	flags.StringVar(&o.environment, "env", "", "only those of this `environment`")
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

func (o *historyOptions) run(env *cli.Env) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	if o.environment != "" {
		if err := link.CheckEnvironment(o.environment); err != nil {
			return cli.Usage(err.Error(), "such as --env staging")
		}
	}
	all, err := deploy.History(dir)
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: "cannot read " + deploy.Folder, Why: cli.Reason(err), Fix: "make it readable", Err: err,
		}
	}
	chosen := []deploy.Past{}
	for _, past := range all {
		if o.environment == "" || past.Environment == o.environment {
			chosen = append(chosen, past)
		}
	}
	if o.json {
		return env.JSON(struct {
			SchemaVersion int           `json:"schemaVersion"`
			Deploys       []deploy.Past `json:"deploys"`
		}{1, chosen})
	}
	if len(chosen) == 0 {
		env.Notef("nothing was deployed from this folder")
		return nil
	}
	var rows [][]string
	for _, past := range chosen {
		what := cli.Count(len(past.Changes), "change")
		if past.Kind == deploy.KindRollback {
			what = "rollback to " + past.To
		}
		rows = append(rows, []string{
			past.ID, past.Environment, past.BeganAt.Format(time.RFC3339), past.Outcome, cmp.Or(shortText(past.Error, 60), what),
		})
	}
	return env.Table([]string{"DEPLOY", "ENVIRONMENT", "BEGAN", "OUTCOME", "WHAT"}, rows)
}
