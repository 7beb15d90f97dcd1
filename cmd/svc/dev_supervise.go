// This file is the supervisor of `svc dev`: it has the sockets, and a child that serves on them.

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/appsvc/svc/devserver/supervise"
	"github.com/appsvc/svc/internal/cli"
)

// loopback is the address that is listened on: nobody else's machine is let in.
const loopback = "127.0.0.1"

// portsTried is how many ports are tried from a default one on.
const portsTried = 10

// firstSign is how long a child may take to its first sign of life; a cold disk is slow.
const firstSign = 15 * time.Second

// listen opens the socket of the app and that of the logs.
func (o *devOptions) listen(env *cli.Env) ([]net.Listener, error) {
	app, err := listenOn(env, "--port", o.port, o.portGiven)
	if err != nil {
		return nil, err
	}
	logs, err := listenOn(env, "--svc-log-port", o.logPort, o.logPortGiven)
	if err != nil {
		return nil, errors.Join(err, app.Close())
	}
	return []net.Listener{app, logs}, nil
}

// listenOn opens a port, or, unless the user named it, the first free one after it.
func listenOn(env *cli.Env, flag string, port int, given bool) (net.Listener, error) {
	var first error
	for at := port; at < port+portsTried && at <= 65535; at++ {
		socket, err := net.Listen("tcp", net.JoinHostPort(loopback, strconv.Itoa(at)))
		if err == nil {
			if at != port {
				env.Notef("port %d is taken, so it is %d for %s", port, at, flag)
			}
			return socket, nil
		}
		if first == nil {
			first = err
		}
		if given || port == 0 {
			break
		}
	}
	return nil, &cli.Error{
		Code: cli.ExitMoved, What: fmt.Sprintf("cannot listen on port %d", port), Why: cli.Reason(first),
		Fix: fmt.Sprintf("end the program that has it, or choose another: %s 0 takes a free one", flag), Err: first,
	}
}

// superviseDev keeps a child running that serves on the sockets.
func superviseDev(parent context.Context, env *cli.Env, o *devOptions, sockets []net.Listener) error {
	program, err := os.Executable()
	if err != nil {
		return toolFailed("this program cannot find itself: "+err.Error(), err)
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
		return toolFailed(err.Error(), err)
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
func serveAsChild(parent context.Context, env *cli.Env, o *devOptions) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	life, err := supervise.Join(2, func() { cancel(cli.Exit(cli.ExitOK)) })
	if err != nil {
		return cli.Usage(err.Error(), "run 'svc dev'")
	}
	serve := devServing{env: env, options: o, sockets: life.Sockets}
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
func serveDev(ctx context.Context, env *cli.Env, o *devOptions, sockets []net.Listener) error {
	serve := devServing{env: env, options: o, sockets: sockets, begun: func() {}}
	return serve.run(ctx)
}
