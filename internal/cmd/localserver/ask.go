package localserver

import (
	"errors"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// In returns the server that runs in the folder of an app, or ErrNoServer.
func In(env *cli.Env, dir string) (*Server, error) {
	folder, err := env.Folder(dir)
	if err != nil {
		return nil, err
	}
	if server := Find(folder); server != nil {
		return server, nil
	}
	if err := cmdutil.NeedApp(folder); err != nil {
		return nil, err
	}
	return nil, ErrNoServer
}

// UserError returns the error of a command whose server refuses, or does not run. What a server refuses is a mistake of
// the caller, with this fix.
func UserError(err error, command, fix string) error {
	if refused, ok := errors.AsType[*refusedError](err); ok {
		return cli.Usage(refused.Message, fix)
	}
	if errors.Is(err, ErrNoServer) {
		return &cli.Error{
			Code: cli.ExitMoved, What: "no server is running in this folder",
			Why: "'" + command + "' uses the server of 'svc dev'",
			Fix: "start 'svc dev' in another terminal", Err: err,
		}
	}
	return err
}
