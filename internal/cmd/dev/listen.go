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

// listen opens the sockets: see options.sockets.
func (o *options) listen(env *cli.Env) (sockets []net.Listener, err error) {
	for _, one := range []struct {
		flag          string
		port          int
		given, wanted bool
	}{
		{"--port", o.port, o.portGiven, true},
		{"--svc-log-port", o.logPort, o.logPortGiven, true},
		{"--inspect", o.inspect, o.inspectGiven, o.inspect != noInspect},
		{"--portal-port", o.portal.port, true, o.portal.isPublic()},
	} {
		if !one.wanted {
			continue
		}
		socket, err := listenOn(env, one.flag, one.port, one.given)
		if err != nil {
			for _, opened := range sockets {
				err = errors.Join(err, opened.Close())
			}
			return nil, err
		}
		sockets = append(sockets, socket)
	}
	return sockets, nil
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
	why := first
	if failed, ok := errors.AsType[*net.OpError](first); ok {
		why = failed.Err // without the address, which the line above has
	}
	return nil, &cli.Error{
		Code: cli.ExitMoved, What: fmt.Sprintf("cannot listen on port %d", port), Why: cli.Reason(why),
		Fix: fmt.Sprintf("stop the program that uses it, or choose a free port with %s 0", flag), Err: first,
	}
}
