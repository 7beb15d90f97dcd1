package appworker

import (
	"context"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
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
	return found, t.Error(err)
}

// Deployed reports whether the app worker is a deployed one, and not the folder's local state.
func (t *Target) Deployed() bool { return t.deployed }
