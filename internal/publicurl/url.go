package publicurl

import (
	"errors"
	"fmt"
	"net/netip"
	neturl "net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/errors"
	"github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/unicode/norm"
)

// URL is an absolute https URL.
type URL struct {
	// Host is an ASCII name in lower case without a trailing dot (IDNs in Punycode), or a canonical IP address
	// without brackets.
	Host string
	// Credentials reports whether an @ precedes the host.
	Credentials bool

	spelled string     // the host as written
	address netip.Addr // valid if the host is an address
}

// maxLength bounds the work on hostile input, in bytes. The edge platform rejects longer URLs too (16 KB).
const maxLength = 16 << 10

var parser = url.NewParser(url.WithReportValidationErrors())

// Parse parses an absolute https URL as browsers do. It refuses what browsers repair: white space, backslashes and
// a wrong number of slashes. The error is a clause about the URL: `it is http, not https`.
func Parse(raw string) (URL, error) {
	if len(raw) > maxLength || !utf8.ValidString(raw) {
		return URL{}, errors.New("it is not a valid URL")
	}
	if strings.ContainsFunc(raw, isBlank) {
		return URL{}, errors.New("it contains a space or a control character")
	}
	if strings.Contains(raw, `\`) {
		return URL{}, errors.New("it contains a backslash")
	}
	scheme, rest, hasAuthority := strings.Cut(raw, "://")
	parsed, err := parser.Parse(raw)
	if err == nil && hasAuthority && parsed.Scheme() != "https" {
		return URL{}, fmt.Errorf("it is %s, not https", parsed.Scheme())
	}
	if !hasAuthority || !strings.EqualFold(scheme, "https") {
		return URL{}, errors.New("it is not an absolute https URL")
	}
	u := URL{spelled: spelledHost(rest)}
	if err != nil {
		return u, u.hostError(whatwg.Type(err))
	}
	if strings.HasPrefix(rest, "/") || parsed.Hostname() == "." {
		return u, errNoHost
	}
	if parsed.Port() == "0" {
		return u, errPort
	}
	u.Credentials = strings.Contains(authority(rest), "@")
	return u, u.setHost(parsed)
}

// isBlank reports whether a character is white space, in Go or in JavaScript, or a control character.
func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff' }

var (
	errNoHost = errors.New("it has no host")
	errPort   = errors.New("its port is not a number from 1 to 65535")
)

func authority(rest string) string {
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		return rest[:end]
	}
	return rest
}

// spelledHost returns the host as written, without port and credentials.
func spelledHost(rest string) string {
	host := authority(rest)
	host = host[strings.LastIndexByte(host, '@')+1:]
	colon := strings.LastIndexByte(host, ':')
	if colon < 0 || strings.HasPrefix(host, "[") && host[colon-1] != ']' {
		return host
	}
	return host[:colon]
}

// hostError explains why the parser refused the authority.
func (u *URL) hostError(kind whatwg.ErrorType) error {
	switch kind {
	case whatwg.PortInvalid, whatwg.PortOutOfRange:
		return errPort
	case whatwg.IPv4TooManyParts, whatwg.IPv4NonNumericPart, whatwg.IPv4OutOfRangePart, whatwg.IPv4EmptyPart:
		return fmt.Errorf("its host %q ends in a number but is not a valid IPv4 address", u.spelled)
	}
	switch {
	case u.spelled == "":
		return errNoHost
	case u.isIPv6():
		return u.invalidIPv6()
	}
	return u.invalidName()
}

func (u *URL) isIPv6() bool { return strings.HasPrefix(u.spelled, "[") }

func (u *URL) invalidIPv6() error {
	return fmt.Errorf("its host %q is not a valid IPv6 address", u.spelled)
}

func (u *URL) invalidName() error { return fmt.Errorf("its host %q is not a valid name", u.spelled) }

func (u *URL) setHost(parsed *url.Url) error {
	u.Host = strings.TrimSuffix(parsed.Hostname(), ".")
	switch {
	case u.isIPv6():
		inner := u.spelled[1 : len(u.spelled)-1]
		address, err := netip.ParseAddr(inner)
		if err != nil || address.Zone() != "" {
			return u.invalidIPv6()
		}
		u.address, u.Host, u.spelled = address, address.String(), inner
		return nil
	case parsed.IsIPv4():
		if strings.ContainsAny(plainly(u.spelled), "+-") { // the parser accepts signs
			return u.hostError(whatwg.IPv4NonNumericPart)
		}
		u.address = netip.MustParseAddr(u.Host)
		return nil
	}
	if isAlias(plainly(u.spelled)) {
		return u.invalidName()
	}
	return u.checkName()
}

// Limits of a DNS name, in bytes (RFC 1035).
const (
	maxLabel = 63
	maxName  = 253
)

// checkName refuses a host that is not a DNS name.
func (u *URL) checkName() error {
	for label := range strings.SplitSeq(u.Host, ".") {
		if label == "" || len(label) > maxLabel || strings.ContainsFunc(label, isNotLabelRune) {
			return u.invalidName()
		}
	}
	if len(u.Host) > maxName {
		return fmt.Errorf("its host is longer than %d characters", maxName)
	}
	return nil
}

func isNotLabelRune(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_')
}

// plainly returns the ASCII of a spelled host without escapes and compatibility forms.
func plainly(host string) string {
	if text, err := neturl.PathUnescape(host); err == nil {
		host = text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u3002':
			return '.'
		case r > unicode.MaxASCII:
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(host))
}

// isAlias reports whether a label is Punycode for ASCII. Some parsers drop its prefix, so that another host is meant.
func isAlias(host string) bool {
	for label := range strings.SplitSeq(host, ".") {
		if strings.HasPrefix(label, "xn--") && strings.HasSuffix(label, "-") {
			return true
		}
	}
	return false
}
