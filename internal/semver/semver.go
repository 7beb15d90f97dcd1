// Package semver compares versions of svc and its packages.
package semver

import (
	"golang.org/x/mod/semver"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// version is the form of a version, without build metadata.
var version = lazyregexp.New(`^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?$`)

// IsValid reports whether a text is a version such as 1.2.3 or 1.2.3-rc.1.
func IsValid(text string) bool { return version().MatchString(text) && semver.IsValid("v"+text) }

// IsOlder compares two versions, such as 1.2 or 1.2.3-rc.1, by semver.org's precedence. An invalid one is older than a
// valid one.
func IsOlder(a, b string) bool { return semver.Compare("v"+a, "v"+b) < 0 }
