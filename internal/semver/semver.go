// Package semver compares versions of svc and its packages.
package semver

import (
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// version is the form of a version, without build metadata.
var version = lazyregexp.New(`^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?$`)

// IsValid reports whether a text is a version such as 1.2.3 or 1.2.3-rc.1.
func IsValid(text string) bool { return version().MatchString(text) }

// IsOlder compares two versions by number. A pre-release is older than its release. An invalid number counts as zero.
func IsOlder(a, b string) bool {
	coreA, preA, _ := strings.Cut(a, "-")
	coreB, preB, _ := strings.Cut(b, "-")
	partsA, partsB := strings.Split(coreA, "."), strings.Split(coreB, ".")
	for i := range max(len(partsA), len(partsB)) {
		if x, y := numberAt(partsA, i), numberAt(partsB, i); x != y {
			return x < y
		}
	}
	if preA == "" || preB == "" {
		return preA != "" // only a is a pre-release
	}
	return preA < preB
}

func numberAt(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	n, _ := strconv.Atoi(parts[i])
	return n
}
