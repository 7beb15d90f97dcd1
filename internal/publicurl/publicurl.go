// Package publicurl judges whether an https URL can point to a public host.
//
// It sees through the ways to spell a private address: decimal, octal, hexadecimal and short IPv4, IPv4
// inside of IPv6, percent-encoded and full-width hosts, trailing dots, credentials in front. It asks no
// DNS server: a name that resolves to a private address is not seen.
// Start at Judge; Parse is for URLs that only have to be absolute and https.
package publicurl

import (
	"errors"
	"fmt"
	"strings"
)

// Judge says why an URL is not public: nil when it is https and its host may be public. The error is a
// clause about the URL, such as `it is not https`.
func Judge(raw string) error {
	u, err := Parse(raw)
	if err != nil {
		return err
	}
	if why := u.Private(); why != "" {
		return errors.New(why)
	}
	if u.Credentials {
		return errors.New("it carries credentials in front of its host")
	}
	return nil
}

// Private says what makes the host one that only the own machine or network reaches, or "".
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

// localSuffixes are last labels of names that the public DNS does not resolve: special-use names (RFC 6761,
// RFC 6762, RFC 7686, RFC 8375, RFC 9476), .internal (ICANN, 2024), and those that routers and offices use.
// The documentation names (.example) stay: examples are written with them.
var localSuffixes = []string{
	"localhost", "local", "internal", "home.arpa", "invalid", "test", "onion", "alt",
	"localdomain", "lan", "intranet", "corp", "home", "private",
}

func privateName(host string) string {
	for _, suffix := range localSuffixes {
		if host == suffix || strings.HasSuffix(host, "."+suffix) {
			return fmt.Sprintf("its host %q is a name that only the own machine or network knows (.%s)", host, suffix)
		}
	}
	if !strings.Contains(host, ".") {
		return fmt.Sprintf("its host %q has no domain, so it is a name of the own network", host)
	}
	return ""
}
