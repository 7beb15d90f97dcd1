package cmdutil

import (
	"net"
	"net/http"
	"strings"
)

// IsLoopback reports whether a host name or address always means this machine.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// NoRedirects makes an http.Client return redirects as responses. A credential or grant is for one host only.
func NoRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
