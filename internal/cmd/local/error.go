package local

import (
	"context"
	"errors"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/store"
)

// RunError turns an error of a host into one for the user.
func RunError(err error) error {
	var worker *devserver.WorkerError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, host.ErrNoToken):
		return noToken()
	case errors.Is(err, host.ErrState):
		return StateError(err)
	case errors.Is(err, devserver.ErrNoSourceAuth):
		return cli.Usage(err.Error(), "declare auth: { type: 'hmac', secret: '<SECRET NAME>' } on the source")
	case errors.As(err, &worker) && worker.Status < http.StatusInternalServerError:
		return cmdutil.InternalError(worker.Error(), err)
	case errors.Is(err, context.Canceled):
		return err
	}
	return cmdutil.InternalError(err.Error(), err)
}

func noToken() error {
	return &cli.Error{
		Code: cli.ExitAuth, What: "--crm live needs your access token, but .dev.vars has no CRM_ACCESS_TOKEN",
		Why: "without it the CRM answers every call with 401",
		Fix: "write CRM_ACCESS_TOKEN=<token> to .dev.vars, or leave out --crm live",
	}
}

// StateError turns an error of the state store into one for the user. Other errors stay as they are.
func StateError(err error) error {
	var state *store.Error
	switch {
	case errors.As(err, &state):
	case errors.Is(err, host.ErrState) && projectfs.FileOf(err) != "":
		return &cli.Error{
			Code: cli.ExitUsage, What: "cannot use the local state in " + host.StateFolder, Why: fileReason(err),
			Fix: projectfs.WriteFix(err, "check the permissions of this folder, or run '"+store.ResetCommand+"'"), Err: err,
		}
	default:
		return err
	}
	code := cli.ExitUsage // the files of this machine are to be changed
	switch state.Kind {
	case store.ErrLocked, store.ErrNewer:
		code = cli.ExitMoved
	}
	return &cli.Error{Code: code, What: state.What, Why: state.Why, Fix: state.Fix, Err: err}
}

// NoteKept names the files of the state that cannot be read and have new names (host.ResetState).
func NoteKept(env *cli.Env, kept []string) {
	for _, name := range kept {
		env.Notef("kept what cannot be read as %s", name)
	}
}

// fileReason returns why a file of the state cannot be used, with its path if that is known.
func fileReason(err error) string {
	var refused *projectfs.Error
	if errors.As(err, &refused) {
		return refused.Error()
	}
	return cli.Reason(err)
}
