package cards

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// permits reports whether an allow-list of the app has the URL: by its origin, and by a prefix of its path if the entry
// has one. A prefix ends at a slash, so that "/v1" does not permit "/v10".
func permits(list []string, asked *url.URL) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		allowed, err := url.Parse(entry)
		if err != nil || !sameOrigin(allowed, asked) {
			return false
		}
		prefix := strings.TrimSuffix(allowed.EscapedPath(), "/")
		given := asked.EscapedPath()
		return prefix == "" || given == prefix || strings.HasPrefix(given, prefix+"/")
	})
}

// sameOrigin reports whether two URLs have the same scheme, host and port.
func sameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case strings.EqualFold(u.Scheme, "https"):
		return "443"
	}
	return "80"
}

// parseURL reads the URL of a card's request. Dots in its path are resolved, as a browser does.
func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Opaque != "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("invalid URL %q: expected an absolute URL of http or https, without a user", text)
	}
	if hasDots(u.Path) {
		return nil, fmt.Errorf("invalid URL %q: resolve the dots in its path", text)
	}
	u.Fragment = ""
	return u, nil
}

// hasDots reports whether a path has a part that leads upwards, in a form that some server may resolve.
func hasDots(p string) bool {
	parts := strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' })
	return slices.Contains(parts, ".") || slices.Contains(parts, "..")
}

// refused returns the error about a URL that an allow-list of the app lacks.
func refused(list string, asked *url.URL) error {
	origin := asked.Scheme + "://" + asked.Host
	return fmt.Errorf("cannot reach %s: add %q to permittedUrls.%s of the app", origin+asked.EscapedPath(), origin, list)
}
