package sync

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
)

// changeFlags are the flags of retry and discard.
type changeFlags struct {
	commonFlags
	sync string
	yes  bool
}

func (f *changeFlags) addTo(cmd *cobra.Command) {
	f.commonFlags.addTo(cmd)
	cmd.Flags().StringVar(&f.sync, "sync", "", "use all rows of this `sync`")
}

// change finds the rows and runs work on them.
func (f *changeFlags) change(
	cmd *cobra.Command, env *cli.Env, args []string,
	work func(ctx context.Context, env *cli.Env, t *appworker.Target, ids []string) error,
) error {
	switch {
	case len(args) == 0 && f.sync == "":
		return cli.Usage(
			"no rows are named",
			"pass ids from 'svc sync poison list', or --sync <sync> for all rows of a sync",
		)
	case len(args) > 0 && f.sync != "":
		return cli.Usage("--sync and ids of rows exclude each other", "leave out one of them")
	}
	return f.run(cmd.Context(), env, func(t *appworker.Target) error {
		ids, err := f.chosen(cmd.Context(), t, args)
		if err != nil {
			return err
		}
		return work(cmd.Context(), env, t, ids)
	})
}

// chosen returns the ids of the rows: those of the arguments, which must all exist, or those of the sync.
func (f *changeFlags) chosen(ctx context.Context, t *appworker.Target, args []string) ([]string, error) {
	var ids, unknown []string
	if f.sync != "" {
		of, err := oneSync(ctx, t, f.sync)
		if err != nil {
			return nil, err
		}
		page, err := poisonRows(ctx, t, poisonQuery{install: f.install, sync: of})
		for _, row := range page.Rows {
			ids = append(ids, row.ID)
		}
		return ids, err
	}
	for _, id := range args {
		if slices.Contains(ids, id) || slices.Contains(unknown, id) {
			continue
		}
		_, err := t.Client.PoisonRow(ctx, f.install, id)
		switch {
		case isUnknownRow(err):
			unknown = append(unknown, id)
		case err != nil:
			return nil, err
		default:
			ids = append(ids, id)
		}
	}
	if len(unknown) > 0 {
		return nil, unknownRow(t, f.install, unknown)
	}
	return ids, nil
}
