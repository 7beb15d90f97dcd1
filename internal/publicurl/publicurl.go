// Package publicurl judges whether an https URL can point to a public host.
//
// It recognizes every spelling of a private address: decimal, octal, hexadecimal and short IPv4, IPv4 embedded
// in IPv6, percent-encoded and full-width hosts, trailing dots, credentials before the host. Judge does not resolve
// names, so it accepts a public name that resolves to a private address. Transport judges the address, too.
//
// Start at Judge. Use Parse for URLs that only need to be absolute and https.
package publicurl

import (
	"errors"
	"fmt"
	"strings"
)

// Judge returns nil if a URL is https and its host may be public. The error is a clause about the URL, such as
// `it is http, not https`.
func Judge(raw string) error {
	u, err := Parse(raw)
	if err != nil {
		return err
	}
	if why := u.Private(); why != "" {
		return errors.New(why)
	}
	if u.Credentials {
		return errors.New("it has credentials before its host")
	}
	return nil
}

// Private explains why only the local machine or network can reach the host. It returns "" for a public host.
func (u URL) Private() string {
	if !u.address.IsValid() {
		return privateName(u.Host)
	}
	why := privateAddress(u.address)
	switch {
	case why == "":
		return ""
	case u.spelled == u.Host:
		return fmt.Sprintf("its host %s is %s", u.spelled, why)
	}
	return fmt.Sprintf("its host %q is %s, %s", u.spelled, u.address, why)
}

// Loopback reports whether the host is the machine that opens the URL.
func (u URL) Loopback() bool {
	if u.address.IsValid() {
		return u.address.Unmap().IsLoopback() || u.address.Unmap().IsUnspecified()
	}
	return u.Host == "localhost" || strings.HasSuffix(u.Host, ".localhost")
}

// localSuffixes are suffixes of names that the public DNS does not resolve: special-use names (RFC 6761,
// RFC 6762, RFC 7686, RFC 8375, RFC 9476), .internal (ICANN, 2024), and suffixes common on routers and in offices.
// The documentation suffix .example is not among them, since examples use it.
var localSuffixes = []string{
	"localhost", "local", "internal", "home.arpa", "invalid", "test", "onion", "alt",
	"localdomain", "lan", "intranet", "corp", "home", "private",
	"svc", "cluster", "consul", "mesh", // of clusters
}

func privateName(host string) string {
	for _, suffix := range localSuffixes {
		if host == suffix || strings.HasSuffix(host, "."+suffix) {
			return fmt.Sprintf("its host %q resolves only on the local machine or network (.%s)", host, suffix)
		}
	}
	if !strings.Contains(host, ".") {
		return fmt.Sprintf("its host %q has no domain, so it is a local name", host)
	}
	return ""
}
