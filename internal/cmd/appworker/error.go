package appworker

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
)

// Error tells what an app worker answered, or that none did.
func (t *Target) Error(err error) error {
	var told *control.Error
	var unreachable *control.UnreachableError
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &unreachable):
		return &cli.Error{
			Code: cli.ExitRemote, What: "no app worker answers at " + unreachable.Origin, Why: unreachable.Why,
			Fix: "check the origin: that of the app worker, not of one of the app's own workers", Err: err,
		}
	case !errors.As(err, &told) || !t.deployed && told.Code == "internal_error":
		return cmdutil.ToolError(err.Error(), err)
	case told.Status == http.StatusUnauthorized:
		return &cli.Error{
			Code: cli.ExitAuth, What: "the app worker refuses the control key", Why: told.Message,
			Fix: "check that " + remote.ControlKeyVariable +
				", or the key that this machine keeps, is one of this project and environment, and the clock of this machine; see svc explain " + told.Code,
			Err: err,
		}
	}
	return &cli.Error{
		Code: cli.ExitRemote, What: fmt.Sprintf("the app worker answered %d %s", told.Status, told.Code), Why: told.Message,
		Fix: "see svc explain " + told.Code, Err: err,
	}
}

func IsNotInstalled(err error) bool {
	var told *control.Error
	return errors.As(err, &told) && told.Status == http.StatusConflict && told.Code == "install_not_found"
}

// Message is what the app worker said.
func Message(err error) string {
	var told *control.Error
	if errors.As(err, &told) {
		return told.Message
	}
	return err.Error()
}
