package local

import (
	"context"
	"errors"
	"net/http"

	"github.com/appsvc/svc/devserver"
	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/store"
)

// HostError tells why a host cannot be made.
func HostError(err error) error {
	if !errors.Is(err, host.ErrNoToken) {
		return err
	}
	return &cli.Error{
		Code: cli.ExitAuth, What: "--crm live needs your own access token, and .dev.vars has no CRM_ACCESS_TOKEN",
		Why: "without it the CRM answers 401 to every call", Fix: "write CRM_ACCESS_TOKEN=<token> to .dev.vars, or leave out --crm live",
	}
}

// RunError tells what kept an invocation from being run.
func RunError(err error) error {
	var worker *devserver.WorkerError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, host.ErrState):
		return StateError(err)
	case errors.Is(err, devserver.ErrNoSourceAuth):
		return cli.Usage(err.Error(), "declare auth: { type: 'hmac', secret: '<NAME OF A SECRET>' } on the source")
	case errors.As(err, &worker) && worker.Status < http.StatusInternalServerError:
		return cmdutil.ToolError(worker.Error(), err)
	case errors.Is(err, context.Canceled):
		return err
	}
	return cmdutil.ToolError(err.Error(), err)
}

// StateError tells what is wrong with the state folder.
func StateError(err error) error {
	var told *store.Error
	if !errors.As(err, &told) {
		return err
	}
	code := cli.ExitFailed
	switch told.Kind {
	case store.ErrLocked, store.ErrNewer:
		code = cli.ExitMoved
	}
	return &cli.Error{Code: code, What: told.What, Why: told.Why, Fix: told.Fix, Err: err}
}
