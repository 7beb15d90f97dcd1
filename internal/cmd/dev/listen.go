package dev

import (
	"errors"
	"fmt"
	"net"
	"strconv"

	"github.com/appsvc/svc/internal/cli"
)

// loopback is the address to listen on. Other machines cannot connect.
const loopback = "127.0.0.1"

// portsTried is the number of ports to try, starting with the default.
const portsTried = 10

// listen opens the sockets for the app, the logs and debuggers.
func (o *options) listen(env *cli.Env) ([]net.Listener, error) {
	app, err := listenOn(env, "--port", o.port, o.portGiven)
	if err != nil {
		return nil, err
	}
	logs, err := listenOn(env, "--svc-log-port", o.logPort, o.logPortGiven)
	if err != nil {
		return nil, errors.Join(err, app.Close())
	}
	sockets := []net.Listener{app, logs}
	if o.inspect == noInspect {
		return sockets, nil
	}
	inspector, err := listenOn(env, "--inspect", o.inspect, o.inspectGiven)
	if err != nil {
		return nil, errors.Join(err, app.Close(), logs.Close())
	}
	return append(sockets, inspector), nil
}

// listenOn opens a port. If the port is a default, it opens the first free one from there.
func listenOn(env *cli.Env, flag string, port int, given bool) (net.Listener, error) {
	var first error
	for at := port; at < port+portsTried && at <= 65535; at++ {
		socket, err := net.Listen("tcp", net.JoinHostPort(loopback, strconv.Itoa(at)))
		if err == nil {
			if at != port {
				env.Notef("port %d is in use; using %d", port, at)
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
		Fix: fmt.Sprintf("stop the program that uses it, or choose a free port with %s 0", flag), Err: first,
	}
}
