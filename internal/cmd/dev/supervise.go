package dev

import (
	"context"
	"net"
	"os"
	"time"

	"github.com/appsvc/svc/devserver/supervise"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// firstSign is how long a child may take to its first sign of life; a cold disk is slow.
const firstSign = 15 * time.Second

// superviseDev keeps a child running that serves on the sockets.
func superviseDev(parent context.Context, env *cli.Env, o *options, sockets []net.Listener) error {
	program, err := os.Executable()
	if err != nil {
		return cmdutil.ToolError("this program cannot find itself: "+err.Error(), err)
	}
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	exit, err := supervise.Run(ctx, supervise.Options{
		Program: program, Args: o.args(), Sockets: files(
			sockets,
		), Stdout: env.Out, Stderr: env.Err, First: firstSign, Now: env.Now,
		Replaced: func(why string) { env.Notef("the server is started anew: %s", why) },
	})
	switch {
	case err != nil:
		return cmdutil.ToolError(err.Error(), err)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return cli.Exit(exit)
}

// files are the sockets as a child can be given them.
func files(sockets []net.Listener) []*os.File {
	all := make([]*os.File, len(sockets))
	for i, socket := range sockets {
		all[i], _ = socket.(*net.TCPListener).File() // a nil one is refused by the child
	}
	return all
}

// serveAsChild serves on the supervisor's sockets, until it wants this process to end.
func serveAsChild(parent context.Context, env *cli.Env, o *options) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	life, err := supervise.Join(2, func() { cancel(cli.Exit(cli.ExitOK)) })
	if err != nil {
		return cli.Usage(err.Error(), "run 'svc dev'")
	}
	serve := server{env: env, options: o, sockets: life.Sockets}
	serve.begun = func() {
		go func() {
			if err := life.Live(ctx); err != nil {
				env.Fail(err) // and the supervisor ends what is silent
			}
		}()
	}
	return serve.run(ctx)
}

// serveDev serves in this process, unsupervised.
func serveDev(ctx context.Context, env *cli.Env, o *options, sockets []net.Listener) error {
	serve := server{env: env, options: o, sockets: sockets, begun: func() {}}
	return serve.run(ctx)
}
