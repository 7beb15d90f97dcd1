package dev

import (
	"context"
	"errors"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/localserver"
)

// ask posts to a tool route of the server that runs in a folder. What it refuses is a mistake of the caller, with this
// fix.
func ask(ctx context.Context, env *cli.Env, dir, command, path, fix string, in, out any) error {
	server, err := serverOf(env, dir)
	if err == nil {
		err = server.Ask(ctx, path, in, out)
	}
	return askError(err, command, fix)
}

// serverOf returns the server that runs in a folder.
func serverOf(env *cli.Env, dir string) (*localserver.Server, error) {
	folder, err := env.Folder(dir)
	if err != nil {
		return nil, err
	}
	if server := localserver.Find(folder); server != nil {
		return server, nil
	}
	return nil, localserver.ErrNoServer
}

// askError returns the error of a command whose server refuses, or does not run.
func askError(err error, command, fix string) error {
	if refused, ok := errors.AsType[*localserver.RefusedError](err); ok {
		return cli.Usage(refused.Message, fix)
	}
	if errors.Is(err, localserver.ErrNoServer) {
		return &cli.Error{
			Code: cli.ExitMoved, What: "no server runs in this folder", Why: command + " uses the server of 'svc dev'",
			Fix: "start 'svc dev' in another terminal", Err: err,
		}
	}
	return err
}
