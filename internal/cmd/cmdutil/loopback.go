package cmdutil

import (
	"net"
	"strings"
)

// IsLoopback reports whether a host name or address always means this machine.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
