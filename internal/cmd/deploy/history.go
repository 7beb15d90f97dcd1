package deploy

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy/journal"
)

type historyOptions struct {
	dir, environment string
	json             bool
}

// NewHistory makes svc deploys.
func NewHistory(env *cli.Env) *cobra.Command {
	o := &historyOptions{}
	cmd := &cobra.Command{
		Use:   "deploys",
		Short: "List the deploys and rollbacks of this folder",
		Long: `List the deploys, rollbacks, removals and rotations of keys from this folder, latest first, as recorded in
their journals in .svc/deploys. Those of other machines are not listed. A journal that cannot be read causes
a warning. The next svc deploy resumes an interrupted deploy.

Exit codes: 0 success, 2 usage error, 3 internal error.`,
		Example: `  svc deploys
  svc deploys --env staging --json`,
		Args: cmdutil.NoArgs,
		RunE: func(*cobra.Command, []string) error { return o.run(env) },
	}
	flags := cmd.Flags()
	cmdutil.AddDirFlag(flags, &o.dir)
	flags.StringVar(&o.environment, "env", "", "list this `environment` only")
	cmdutil.AddJSONFlag(flags, &o.json)
	return cmd
}

func (o *historyOptions) run(env *cli.Env) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	if o.environment != "" {
		if err := cmdutil.CheckEnvironment(o.environment); err != nil {
			return err
		}
	}
	all, unread, err := journal.History(dir)
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: "cannot read " + journal.Folder, Why: cli.Reason(err),
			Fix: "check its permissions", Err: err,
		}
	}
	warnOfUnread(env, unread)
	chosen := []journal.Past{}
	for _, past := range all {
		if o.environment == "" || past.Environment == o.environment {
			chosen = append(chosen, past)
		}
	}
	if o.json {
		return env.JSON(struct {
			SchemaVersion int            `json:"schemaVersion"`
			Deploys       []journal.Past `json:"deploys"`
		}{1, chosen})
	}
	if len(chosen) == 0 {
		env.Notef("no deploys from this folder")
		return nil
	}
	var rows [][]string
	for _, past := range chosen {
		what := cli.Count(len(past.Changes), "change")
		switch past.Kind {
		case journal.KindRollback:
			what = "rollback to " + past.To
		case journal.KindDestroy:
			what = "removal of the environment"
		case journal.KindRotation:
			what = "rotation of the control key"
		}
		rows = append(rows, []string{
			past.ID, past.Environment, past.BeganAt.Format(time.RFC3339), past.Outcome, cmp.Or(shortText(past.Error, 60), what),
		})
	}
	return env.Table([]string{"DEPLOY", "ENVIRONMENT", "BEGAN", "OUTCOME", "WHAT"}, rows)
}

func warnOfUnread(env *cli.Env, unread []journal.Unread) {
	for _, one := range unread {
		env.Notef("warning: cannot read %q: %s\n  fix: %s", one.File, cli.Reason(one.Err), cli.OneLine(one.Fix()))
	}
}
