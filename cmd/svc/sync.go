// This file is `svc sync`: what syncs have done, and rows that they have set aside.

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/typo"
)

// syncFlags are the flags of all commands about syncs.
type syncFlags struct {
	controlFlags
	install string
	json    bool
}

// syncExits are the exit codes that all of them have.
const syncExits = `2 usage, 3 the tool failed, 7 the control key is missing or refused, 8 the app worker
gives no answer, 9 another process holds the state`

func newSyncCommand(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sync <command>",
		Short: "See what syncs have done, run them by hand, and look after the rows that they set aside",
		Long: `What the syncs of the app have done: their runs, and the rows that they have set aside because they do not fit
the schema of the sync, or because the CRM refuses them. Such rows are kept for 30 days, to be looked at, tried again
or discarded.

A sync is named by its id, or by <worker>/<id> where two workers have a sync of that id. Each install has its own runs
and rows: --install names it by the id of its portal. An app with static auth has one install, and needs no --install.

Without --url or --env the commands look at this machine: they ask 'svc dev' where it runs, else they read the state
in .svc/state.`,
		Example: `  svc sync list
  svc sync runs ledger-invoices
  svc sync poison list --sync ledger-invoices --install 1000001 --env production
  svc sync poison retry --sync ledger-invoices`,
		SuggestionsMinimumDistance: 2,
		Args:                       knownSubcommand,
		RunE:                       func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newSyncListCommand(env), newSyncShowCommand(env), newSyncRunsCommand(env), newSyncRunCommand(env),
		newPoisonCommand(env),
	)
	return cmd
}

// knownSubcommand is the argument rule of a command that has commands.
func knownSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return nil
}

func (f *syncFlags) addTo(cmd *cobra.Command) {
	f.controlFlags.add(cmd)
	cmd.Flags().StringVar(&f.install, "install", "", "the install, by the id of its `portal`")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON document")
}

// run opens the app worker for one command.
func (f *syncFlags) run(ctx context.Context, env *cli.Env, work func(*controlTarget) error) (err error) {
	if f.install != "" {
		if err := checkInstallID(f.install); err != nil {
			return err
		}
	}
	t, err := f.open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	return f.failed(t, work(t))
}

// failed tells what is wrong with the install that was named, or not; everything else as it is.
func (f *syncFlags) failed(t *controlTarget, err error) error {
	var told *control.Error
	var unreachable *control.UnreachableError
	var said *cli.Error
	switch {
	case errors.As(err, &said):
		return err
	case !isNotInstalled(err) && (errors.As(err, &told) || errors.As(err, &unreachable)):
		return t.failed(err)
	case !isNotInstalled(err):
		return err
	case f.install == "":
		return cli.Usage("--install is missing", "name the install by the id of its portal; see svc installs list")
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: fmt.Sprintf("there is no install %s in %s", f.install, t.where), Why: message(err),
		Fix: "see svc installs list", Err: err,
	}
}

// isTold reports whether the app worker has answered with this error.
func isTold(err error, status int, code string) bool {
	var told *control.Error
	return errors.As(err, &told) && told.Status == status && told.Code == code
}

// findSync gives the place of the sync that is meant by an id or <worker>/<id>.
func findSync(t *controlTarget, known []control.SyncName, target string) (int, error) {
	found := -1
	var words, names []string
	for i, one := range known {
		if target == one.Sync || target == one.String() {
			if found >= 0 {
				return 0, cli.Usage(
					fmt.Sprintf("more than one worker has a sync %q", target), fmt.Sprintf("write %s or %s", known[found], one),
				)
			}
			found = i
		}
		words, names = append(words, one.Sync, one.String()), append(names, one.String())
	}
	if found >= 0 {
		return found, nil
	}
	fix := "add one with svc add sync"
	if len(names) > 0 {
		fix = list("the syncs are", names)
	}
	if near := typo.Nearest(target, words); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return 0, cli.Usage(fmt.Sprintf("the app has no sync %q, says %s", target, t.where), fix)
}

// oneSync is the sync that is meant; the zero value for no name.
func oneSync(ctx context.Context, t *controlTarget, target string) (control.SyncName, error) {
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

// syncNames are the syncs that the app declares.
func syncNames(ctx context.Context, t *controlTarget) ([]control.SyncName, error) {
	declared, err := t.client.DeclaredSyncs(ctx)
	names := make([]control.SyncName, len(declared))
	for i, one := range declared {
		names[i] = one.SyncName
	}
	return names, err
}

// unknownRow says that a row is not there, or not any more.
func unknownRow(t *controlTarget, install string, ids []string) error {
	what := fmt.Sprintf("no row %q is set aside", ids[0])
	if len(ids) > 1 {
		what = fmt.Sprintf("%d of the rows are not set aside: %s", len(ids), strings.Join(ids, ", "))
	}
	why := "in " + t.where
	if install != "" {
		why = "for the install " + install + " in " + t.where
	}
	return &cli.Error{
		Code: cli.ExitNegative, What: what, Why: why,
		Fix: "see svc sync poison list: a row leaves the list when it is tried again, and is another one when its data has changed",
	}
}

func isUnknownRow(err error) bool { return isTold(err, http.StatusNotFound, "unknown_poison_row") }
