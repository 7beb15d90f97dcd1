// Package served has the subcommands of `svc dev` that ask its running server, such as `svc dev tick`. They show and
// change what the dashboard does.
package served

import (
	"context"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/localserver"
)

// caller is a command that calls the server which runs in a folder.
type caller struct {
	env *cli.Env
	dir string
	// command is the command that calls, and fix corrects what the server refuses.
	command, fix string
}

// ask posts to a tool route of the server. What it refuses is a mistake of the caller.
func (c caller) ask(ctx context.Context, path string, in, out any) error {
	server, err := localserver.In(c.env, c.dir)
	if err == nil {
		err = server.Ask(ctx, path, in, out)
	}
	return localserver.UserError(err, c.command, c.fix)
}
