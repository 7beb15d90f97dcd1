package dev

import (
	"errors"
	"fmt"
	"net"
	"strconv"

	"github.com/appsvc/svc/internal/cli"
)

// loopback is the address that is listened on: nobody else's machine is let in.
const loopback = "127.0.0.1"

// portsTried is how many ports are tried from a default one on.
const portsTried = 10

// listen opens the socket of the app and that of the logs.
func (o *options) listen(env *cli.Env) ([]net.Listener, error) {
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
