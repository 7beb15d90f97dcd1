// Package sync implements `svc sync`, which shows and runs syncs, and manages their poison rows.
package sync

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
	"github.com/spf13/cobra"
)

// commonFlags are the flags of all subcommands.
type commonFlags struct {
	appworker.InstallFlags
	json bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	return cmdutil.Group(&cobra.Command{
		Use:   "sync <command>",
		Short: "Show and run syncs, and manage their poison rows",
		Long: `Show syncs and their runs, run a sync, and manage poison rows: rows that do not match the schema of the
sync, or that the CRM rejects. Poison rows are kept for 30 days. You can inspect, retry and discard
them.

A sync is named by its id, or by <worker>/<id> if two workers have a sync with that id. Each install has
its own runs and rows. --install is the id of its portal; an app with static auth has one install and
needs no --install.

Without --url or --env the commands ask the server of 'svc dev', or read the local state in .svc/state.`,
		Example: `  svc sync list
  svc sync runs --sync ledger-invoices
  svc sync poison list --sync ledger-invoices --install 1000001 --env production
  svc sync poison retry --sync ledger-invoices`,
	}, newListCommand(env), newShowCommand(env), newRunsCommand(env), newRunCommand(env), newPoisonCommand(env))
}

func (f *commonFlags) addTo(cmd *cobra.Command) {
	f.AddTo(cmd)
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
}

// findSync returns the index of the sync that is named by its id or <worker>/<id>.
func findSync(t *appworker.Target, known []control.SyncName, target string) (int, error) {
	found := -1
	var words, names []string
	for i, one := range known {
		if target == one.Sync || target == one.String() {
			if found >= 0 {
				return 0, cli.Usage(
					fmt.Sprintf("ambiguous id %q: more than one worker has this sync", target),
					fmt.Sprintf("write %s or %s", known[found], one),
				)
			}
			found = i
		}
		words, names = append(words, one.Sync, one.String()), append(names, one.String())
	}
	if found >= 0 {
		return found, nil
	}
	fix := "add one with 'svc add sync'"
	if len(names) > 0 {
		fix = cli.ListNames("use one of", names)
	}
	return 0, cli.Usage(fmt.Sprintf("unknown sync %q %s", target, t.Place()), cli.Suggest(target, words, fix))
}

// oneSync returns the sync that is named, or the zero value for no name.
func oneSync(ctx context.Context, t *appworker.Target, target string) (control.SyncName, error) {
	if target == "" {
		return control.SyncName{}, nil
	}
	names, err := syncNames(ctx, t)
	if err != nil {
		return control.SyncName{}, err
	}
	i, err := findSync(t, names, target)
	if err != nil {
		return control.SyncName{}, err
	}
	return names[i], nil
}

// syncNames returns the names of the syncs that the app declares.
func syncNames(ctx context.Context, t *appworker.Target) ([]control.SyncName, error) {
	declared, err := t.Client.DeclaredSyncs(ctx)
	names := make([]control.SyncName, len(declared))
	for i, one := range declared {
		names[i] = one.SyncName
	}
	return names, err
}

// unknownRow is the error for ids that are not poison rows, or no longer.
func unknownRow(t *appworker.Target, install string, ids []string) error {
	what := fmt.Sprintf("no poison row %q", ids[0])
	if len(ids) > 1 {
		what = fmt.Sprintf("%d of the rows are not poison rows: %s", len(ids), strings.Join(ids, ", "))
	}
	why := t.Place()
	if install != "" {
		why = "for the install " + install + " " + t.Place()
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: what, Why: why,
		Fix: "run 'svc sync poison list': a retried row leaves the list, and a row with changed data has a new id",
	}
}

func isUnknownRow(err error) bool {
	return appworker.IsError(err, http.StatusNotFound, "unknown_poison_row")
}
