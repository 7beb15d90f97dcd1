// Package access refuses requests that a web page of another site makes a browser send to a server of this machine.
//
// A page reaches such a server in two ways. With DNS rebinding its own name leads here, so the browser takes the server
// for the page's own: Hosts compares the Host header. Without it, the request is from another origin: SameOrigin
// compares the headers that a page cannot choose. Programs that are not browsers pass both.
package access

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
)

// Hosts are the names under which a server can be called, besides those that IsLocal reports.
type Hosts struct{ names []string }

// ParseHosts returns Hosts with these names. One that begins with a dot also stands for its subdomains.
func ParseHosts(names []string) (Hosts, error) {
	var h Hosts
	for _, name := range names {
		canonical := strings.ToLower(strings.TrimSuffix(name, "."))
		if !isHost(strings.TrimPrefix(canonical, ".")) {
			return Hosts{}, fmt.Errorf("invalid host %q: expected a name such as app.example.com, without a port", name)
		}
		h.names = append(h.names, canonical)
	}
	return h, nil
}

// isHost reports whether a text is an IP address, or has the form of a DNS name.
func isHost(name string) bool {
	const others = "abcdefghijklmnopqrstuvwxyz0123456789-_"
	if net.ParseIP(name) != nil {
		return true
	}
	return len(name) <= 253 && !slices.ContainsFunc(strings.Split(name, "."), func(label string) bool {
		return label == "" || strings.Trim(label, others) != ""
	})
}

// allow reports whether the server can be called by this Host header.
func (h Hosts) allow(host string) bool {
	if IsLocal(host) {
		return true
	}
	name := hostname(host)
	return slices.ContainsFunc(h.names, func(allowed string) bool {
		return name == strings.TrimPrefix(allowed, ".") || allowed[0] == '.' && strings.HasSuffix(name, allowed)
	})
}

// Only answers 403 to requests by other names.
func (h Hosts) Only(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !h.allow(r.Host) {
			refuse(w, "this server is not called by this host name; start 'svc dev' with --allowed-host to add it")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// SameOrigin answers 403 to what a page of another origin sends. With navigable, a link from there may open a page in a
// window of its own, which the other page cannot read.
func SameOrigin(next http.Handler, navigable bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isSameOrigin(r) && (!navigable || !isNavigation(r)) {
			refuse(w, "pages of other origins cannot call this route")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isSameOrigin reports whether a program, a user or a page of the server's own origin has sent the request. Pages of
// other ports are of the same site, but not of the same origin.
func isSameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return true
	case "": // a program, or an old browser
		origin := r.Header.Get("Origin")
		return origin == "" || strings.EqualFold(origin, "http://"+r.Host)
	}
	return false
}

// isNavigation reports whether a browser opens a page, as a whole window.
func isNavigation(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document"
}

// IsLocal reports whether a host, with or without port, names this machine and cannot be registered in the DNS.
func IsLocal(host string) bool {
	return IsLoopback(host) || strings.HasSuffix(hostname(host), ".localhost")
}

// IsLoopback is IsLocal without subdomains of localhost, which are the hosts of workers.
func IsLoopback(host string) bool {
	name := hostname(host)
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// hostname returns the host without its port, in lower case.
func hostname(host string) string {
	if name, port, err := net.SplitHostPort(host); err == nil && strings.Trim(port, "0123456789") == "" {
		host = name
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// refuse answers in the form of the runtime's errors.
func refuse(w http.ResponseWriter, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusForbidden)
	document := map[string]any{"ok": false, "error": "forbidden", "message": message}
	_ = json.NewEncoder(w).Encode(document) // fails when the client has left
}
