package dev

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/supervise"
	"github.com/appsvc/svc/internal/heap"
)

// startLimit is the time limit for the first sign of life of a child. Loading from a cold disk is slow.
const startLimit = 15 * time.Second

// superviseChild keeps a child running that serves on the sockets.
func superviseChild(parent context.Context, env *cli.Env, o *options, sockets []net.Listener) error {
	program, err := os.Executable()
	if err != nil {
		return cmdutil.InternalError("cannot find the path of svc: "+err.Error(), err)
	}
	ctx, stop := cli.Interruptible(parent)
	defer stop()
	ctx, quit := context.WithCancelCause(ctx)
	defer quit(nil)
	board := &keyboard{
		env: env, program: program, dir: o.dir, restart: make(chan struct{}), quit: func() { quit(cli.Exit(cli.ExitOK)) },
	}
	o.terminal = env.ErrTTY
	if env.Keys != nil && env.CanPrompt() && !o.json {
		if pressed, restore, err := env.Keys(); err == nil { // else the server runs in the background
			defer restore()
			o.keys = true
			go board.follow(ctx, pressed)
		}
	}
	exit, err := supervise.Run(ctx, supervise.Options{
		Program: program, Args: o.args(), Sockets: files(sockets), Stdout: output(env), Stderr: env.Err,
		First: startLimit, Now: env.Now, Restart: board.restart,
		Replaced: func(why string) { env.Notef("restarting the server: %s", why) }, Debug: cmdutil.DebugText(env),
	})
	death, died := errors.AsType[*supervise.Death](err)
	switch {
	case died:
		return &cli.Error{
			Code: cli.ExitFailed, What: "the server cannot load the app", Why: death.Why, Err: err,
			Fix: "run 'svc check', which names the file; set " + cmdutil.DebugVariable + "=1 to see how the process ended",
		}
	case err != nil:
		return cmdutil.InternalError(err.Error(), err)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return cli.Exit(exit)
}

// output returns what the child writes to. If standard output is a file, the child has it, too: it must recognize its
// own lines if the file is in the project's folder. The child hides secrets itself.
func output(env *cli.Env) io.Writer {
	if env.OutFile != nil {
		return env.OutFile
	}
	return env.Out
}

// files returns the sockets as files that a child can inherit.
func files(sockets []net.Listener) []*os.File {
	all := make([]*os.File, len(sockets))
	for i, socket := range sockets {
		all[i], _ = socket.(*net.TCPListener).File() // the child rejects nil
	}
	return all
}

// serveAsChild serves on the supervisor's sockets, until the supervisor ends it.
func serveAsChild(parent context.Context, env *cli.Env, o *options) error {
	heap.Serve()
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	life, err := supervise.Join(o.sockets(), func() { cancel(cli.Exit(cli.ExitOK)) })
	if err != nil {
		return cli.Usage(err.Error(), "run 'svc dev'")
	}
	env.Err, env.ErrTTY = env.Secrets.Writer(life.Messages), o.terminal
	serve := server{env: env, terminal: terminal{env: env}, options: o, sockets: life.Sockets}
	serve.started = func() {
		go func() {
			if err := life.Live(ctx); err != nil {
				env.Fail(err) // the supervisor replaces this process
			}
		}()
	}
	return serve.run(ctx)
}

// serveUnsupervised serves in this process.
func serveUnsupervised(ctx context.Context, env *cli.Env, o *options, sockets []net.Listener) error {
	serve := server{env: env, terminal: terminal{env: env}, options: o, sockets: sockets, started: func() {}}
	return serve.run(ctx)
}
