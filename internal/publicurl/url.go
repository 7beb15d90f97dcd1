// This file takes an https URL apart the way that browsers do, and refuses what they would have to mend.

package publicurl

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// URL is an absolute https URL in its parts.
type URL struct {
	// Host is the name in lower case without a trailing dot, or the address in its usual spelling (IPv6
	// without brackets).
	Host string
	// Port is 0 when none is written.
	Port int
	// Path, Query and Fragment are as written, the last two without their mark.
	Path, Query, Fragment string
	// Credentials says that something stands in front of the host, up to an @.
	Credentials bool

	spelled string     // the host as written
	address netip.Addr // valid when the host is an address
}

// maxLength bounds the work on hostile input, in bytes; the edge refuses longer URLs too (16 KB).
const maxLength = 16 << 10

// Parse takes an absolute https URL apart. The error is a clause about the URL: `it is not https`.
func Parse(raw string) (URL, error) {
	if len(raw) > maxLength || !utf8.ValidString(raw) {
		return URL{}, errors.New("it is no URL")
	}
	if strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return URL{}, errors.New("it has a space or a control character in it")
	}
	if strings.Contains(raw, `\`) {
		return URL{}, errors.New("it has a backslash in it")
	}
	scheme, rest, found := strings.Cut(raw, "://")
	if !found || !isScheme(scheme) {
		return URL{}, errors.New("it is not an absolute https URL")
	}
	if !strings.EqualFold(scheme, "https") {
		return URL{}, fmt.Errorf("it is %s, not https", strings.ToLower(scheme))
	}
	var u URL
	rest, u.Fragment, _ = strings.Cut(rest, "#")
	rest, u.Query, _ = strings.Cut(rest, "?")
	authority := rest
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		authority, u.Path = rest[:slash], rest[slash:]
	}
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		u.Credentials, authority = true, authority[at+1:]
	}
	return u, u.readAuthority(authority)
}

func isScheme(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", r)) {
			return false
		}
	}
	return s != ""
}

// readAuthority reads `host`, `host:port` or `[address]:port`.
func (u *URL) readAuthority(authority string) error {
	host, port := authority, ""
	if colon := strings.LastIndexByte(authority, ':'); colon > strings.LastIndexByte(authority, ']') {
		host, port = authority[:colon], authority[colon+1:]
	}
	if host == "" {
		return errors.New("it has no host")
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return fmt.Errorf("its port %q is no number from 1 to 65535", port)
		}
		u.Port = int(n)
	}
	u.spelled = host
	if strings.HasPrefix(host, "[") {
		return u.readIPv6(host)
	}
	return u.readName(host)
}

func (u *URL) readIPv6(host string) error {
	inner, closed := strings.CutSuffix(host[1:], "]")
	address, err := netip.ParseAddr(inner)
	if err != nil || !closed || !address.Is6() || address.Zone() != "" {
		return fmt.Errorf("its host %q is no IPv6 address", host)
	}
	u.address, u.Host, u.spelled = address, address.String(), inner
	return nil
}

// readName reads a name, or an IPv4 address in any spelling.
func (u *URL) readName(host string) error {
	name, err := plainHost(host)
	if err != nil {
		return err
	}
	if endsInNumber(name) {
		address, ok := parseIPv4(name)
		if !ok {
			return fmt.Errorf("its host %q is no IPv4 address, though it ends in a number", host)
		}
		u.address, u.Host = address, address.String()
		return nil
	}
	u.Host = name
	return checkName(host, name)
}

// plainHost undoes what hides a host: percent-encoding, compatibility forms such as full-width letters,
// invisible characters, letter case and the trailing dot.
func plainHost(host string) (string, error) {
	decoded, err := url.PathUnescape(host)
	if err != nil || !utf8.ValidString(decoded) {
		return "", fmt.Errorf("its host %q has a broken percent-encoding", host)
	}
	visible := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(decoded))
	name := strings.ToLower(strings.ReplaceAll(visible, "。", "."))
	name = strings.TrimSuffix(norm.NFKC.String(name), ".")
	if name == "" {
		return "", errors.New("it has no host")
	}
	return name, nil
}

// Limits of a name in the DNS, in bytes (RFC 1035).
const (
	maxLabel = 63
	maxName  = 253
)

// checkName reports a host that is no name of the DNS.
func checkName(host, name string) error {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > maxLabel || !isLabel(label) {
			return fmt.Errorf("its host %q is no valid name", host)
		}
	}
	if len(name) > maxName {
		return fmt.Errorf("its host is longer than %d characters", maxName)
	}
	return nil
}

// isLabel reports whether a label is made of letters (of any language), digits, hyphens and underscores.
func isLabel(label string) bool {
	for _, r := range label {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '-' && r != '_' {
			return false
		}
	}
	return true
}
