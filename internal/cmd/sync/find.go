package sync

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/control"
)

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
