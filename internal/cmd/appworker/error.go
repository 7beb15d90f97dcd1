package appworker

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/reason"
)

// Error turns an error of the control client into one for the user.
func (t *Target) Error(err error) error {
	var apiError *control.Error
	var unreachable *control.UnreachableError
	switch {
	case err == nil || cli.IsStopped(err):
		return err
	case errors.As(err, &unreachable):
		fix := "use the origin of the app worker, not that of another worker of the app"
		if reason.IsUnknownHost(unreachable.Err) {
			fix = "check the address, and wait some minutes if it is new: name servers do not know it at once"
		}
		return &cli.Error{
			Code: cli.ExitRemote, What: "no app worker answers at " + unreachable.Origin, Why: unreachable.Why,
			Fix: fix, Err: err,
		}
	case !errors.As(err, &apiError) || !t.deployed && apiError.Code == "internal_error":
		return cmdutil.InternalError(reason.Of(err), err)
	case apiError.Status == http.StatusUnauthorized:
		return &cli.Error{
			Code: cli.ExitAuth, What: "the app worker rejects the control key", Why: apiError.Message,
			Fix: fmt.Sprintf(
				"check that %s or the stored key belongs to this project and environment (--env), and that this machine's "+
					"clock is right; update an app worker of an older svc with 'svc deploy'; see svc explain %s",
				remote.ControlKeyVariable, apiError.Code,
			),
			Err: err,
		}
	}
	return &cli.Error{
		Code: cli.ExitRemote, What: fmt.Sprintf("the app worker answered %d %s", apiError.Status, apiError.Code),
		Why: apiError.Message, Fix: "see svc explain " + apiError.Code, Err: err,
	}
}

// IsNotInstalled reports whether the app worker answered that the install does not exist.
func IsNotInstalled(err error) bool { return IsError(err, http.StatusConflict, "install_not_found") }

// IsError reports whether the app worker answered with a status and an error code.
func IsError(err error, status int, code string) bool {
	var apiError *control.Error
	return errors.As(err, &apiError) && apiError.Status == status && apiError.Code == code
}

// NotInstalledError is the error for an install that does not exist.
func (t *Target) NotInstalledError(id string, err error) error {
	return &cli.Error{
		Code: cli.ExitNegative, What: fmt.Sprintf("no install %s %s", id, t.Place()), Why: Message(err),
		Fix: "run 'svc installs list'", Err: err,
	}
}

// Message returns the message of the app worker's answer.
func Message(err error) string {
	if apiError, ok := errors.AsType[*control.Error](err); ok {
		return apiError.Message
	}
	return reason.Of(err)
}
