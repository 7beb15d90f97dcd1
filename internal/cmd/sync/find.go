package sync

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/typo"
)

// findSync gives the place of the sync that is meant by an id or <worker>/<id>.
func findSync(t *appworker.Target, known []control.SyncName, target string) (int, error) {
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
		fix = cmdutil.ListNames("the syncs are", names)
	}
	if near := typo.Nearest(target, words); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return 0, cli.Usage(fmt.Sprintf("the app has no sync %q, says %s", target, t.Where), fix)
}

// oneSync is the sync that is meant; the zero value for no name.
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

// syncNames are the syncs that the app declares.
func syncNames(ctx context.Context, t *appworker.Target) ([]control.SyncName, error) {
	declared, err := t.Client.DeclaredSyncs(ctx)
	names := make([]control.SyncName, len(declared))
	for i, one := range declared {
		names[i] = one.SyncName
	}
	return names, err
}
