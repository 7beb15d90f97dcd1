package appworker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/deploymap"
	"github.com/appsvc/svc/internal/reason"
)

// Failure returns the uncaught errors with a fingerprint. Its errors are for the user.
func (t *Target) Failure(ctx context.Context, fingerprint string) (control.Failure, error) {
	if t.Refresh != nil {
		if err := t.Refresh(ctx); err != nil {
			return control.Failure{}, err
		}
	}
	found, err := t.Client.Failure(ctx, fingerprint)
	if IsError(err, http.StatusNotFound, "unknown_failure") {
		return found, &cli.Error{
			Code: cli.ExitNegative, What: fmt.Sprintf("no error with the fingerprint %q", fingerprint), Why: t.Place(),
			Fix: "run 'svc errors' for the list", Err: err,
		}
	}
	if err != nil || !t.deployed {
		return found, t.Error(err)
	}
	found.Stack, found.Sources, err = t.mapStack(found)
	return found, err
}

// mapStack returns the stack trace of a deployed worker with the positions of the source, and digests of the source at
// the time of the deploy. Without the source map of that deploy it returns the stack trace as it is, and no digests.
func (t *Target) mapStack(failure control.Failure) (stack string, sources map[string]string, err error) {
	found, err := deploymap.Find(t.dir, failure.Worker, failure.DeployID)
	if errors.Is(err, fs.ErrNotExist) {
		return failure.Stack, nil, nil
	}
	if err != nil {
		return failure.Stack, nil, cli.Usage(reason.Of(err), "remove the file; without it, positions are those of the script")
	}
	return found.Stack(failure.Stack), found.Digests, nil
}

// Deployed reports whether the app worker is a deployed one, and not the folder's local state.
func (t *Target) Deployed() bool { return t.deployed }
