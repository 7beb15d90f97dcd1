package webapi

import (
	"errors"
	"net"
	"syscall"
)

// networkCode returns the code that Node gives an error before any connection, and "" for other errors. Callers repeat
// a request that must not run twice only after such an error.
func networkCode(err error) string {
	var lookup *net.DNSError
	switch {
	case errors.As(err, &lookup) && lookup.IsNotFound:
		return "ENOTFOUND"
	case errors.As(err, &lookup):
		return "EAI_AGAIN"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "ECONNREFUSED"
	default:
		return ""
	}
}
