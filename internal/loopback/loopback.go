// Package loopback recognizes host names of this machine.
package loopback

import (
	"net"
	"strings"
)

// IsHost reports whether a host name or address always means this machine: localhost, a name below it (RFC 6761), or an
// address such as 127.0.0.1. It compares lower-case names without a dot at the end.
func IsHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
