package invoke

import (
	"context"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/projectfs"
)

// runWatch runs the capability after every change, until a signal arrives.
func runWatch(ctx context.Context, env *cli.Env, o *options) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	return cmdutil.Watch[projectfs.Inputs]{
		Env: env, Dir: dir, Follow: o.inputFiles(env), Fix: "run 'svc dev invoke' without --watch",
		Round: func(ctx context.Context) (projectfs.Inputs, error) {
			if ctx.Err() == nil {
				env.ClearScreen()
			}
			return runApart(ctx, env, o)
		},
		Inputs: func(inputs projectfs.Inputs) projectfs.Inputs { return inputs },
		Show: func(_ projectfs.Inputs, err error) error {
			if !cli.IsStopped(err) {
				env.Fail(err)
			}
			if env.ErrTTY {
				env.Notef("watching %s (Ctrl-C to stop)", o.dir)
			}
			return nil
		},
	}.Run(ctx)
}

// inputFiles returns the files that the flags read.
func (o *options) inputFiles(env *cli.Env) []string {
	var files []string
	for _, value := range []string{o.input, o.object, o.install} {
		if name, isFile := strings.CutPrefix(value, "@"); isFile && name != "" {
			files = append(files, env.Path(name))
		}
	}
	return files
}
