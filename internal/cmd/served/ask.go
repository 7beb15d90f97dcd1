// Package served has the commands below svc dev that work on its running server: what the dashboard shows and changes.
package served

import (
	"context"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/localserver"
)

// ask posts to a tool route of the server that runs in a folder. What it refuses is a mistake of the caller, with this
// fix.
func ask(ctx context.Context, env *cli.Env, dir, command, path, fix string, in, out any) error {
	server, err := localserver.In(env, dir)
	if err == nil {
		err = server.Ask(ctx, path, in, out)
	}
	return localserver.UserError(err, command, fix)
}
