package reason

import (
	"errors"
	"io"
	"net"
	"net/url"
)

// ofRequest words an error of an HTTP request. It leaves out the URL, which can contain secrets.
func ofRequest(e *url.Error) string {
	switch {
	case e.Timeout():
		return "no answer in time"
	case errors.Is(e.Err, io.EOF):
		return "the connection ended before the answer"
	}
	return Of(e.Err)
}

// ofConnection words an error of a network connection.
func ofConnection(e *net.OpError) string {
	var name *net.DNSError
	if errors.As(e.Err, &name) {
		return ofName(name)
	}
	at := ""
	if e.Addr != nil {
		at = " " + e.Addr.String()
	}
	why := Of(e.Err)
	if e.Timeout() {
		why = "no answer in time"
	}
	switch e.Op {
	case "dial":
		return "cannot connect to" + at + ": " + why
	case "listen":
		return "cannot listen on" + at + ": " + why
	case "accept":
		return "cannot accept connections: " + why
	}
	return "the connection broke off: " + why
}

// IsUnknownHost reports whether no host has the name of a request, or not yet.
func IsUnknownHost(err error) bool {
	name, isName := errors.AsType[*net.DNSError](err)
	return isName && name.IsNotFound
}

// ofName words an error of looking up the name of a host.
func ofName(e *net.DNSError) string {
	switch {
	case e.IsNotFound:
		return "no host has the name " + quoted(e.Name)
	case e.IsTimeout:
		return "cannot look up the host " + quoted(e.Name) + ": no answer in time"
	}
	return "cannot look up the host " + quoted(e.Name) + ": " + e.Err
}
