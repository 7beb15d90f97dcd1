package platform

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Version is a version of the platform's project format, such as 2026.03 or 2026.09-beta.
type Version struct {
	Year  int
	Month int // 1 to 12
	Beta  bool
}

// knownVersions are the versions that the platform accepts, oldest first.
var knownVersions = [...]string{"2025.2", "2026.03", "2026.09-beta", "2026.09"}

// ParseVersion parses YYYY.M[M][-beta].
func ParseVersion(text string) (Version, error) {
	rest, beta := strings.CutSuffix(text, "-beta")
	year, month, dotted := strings.Cut(rest, ".")
	if !dotted || len(year) != 4 || len(month) < 1 || len(month) > 2 || !isDigits(year) || !isDigits(month) {
		return Version{}, fmt.Errorf("invalid platform version %q: expected YYYY.MM or YYYY.MM-beta, such as %s",
			text, LatestVersion)
	}
	v := Version{Beta: beta}
	v.Year, _ = strconv.Atoi(year) // digits
	v.Month, _ = strconv.Atoi(month)
	if v.Month < 1 || v.Month > 12 {
		return Version{}, fmt.Errorf("invalid platform version %q: expected a month from 1 to 12, got %s", text, month)
	}
	return v, nil
}

func isDigits(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}

// LatestVersion is the newest version without betas.
const LatestVersion = "2026.09"

// KnownVersions returns the versions that the platform accepts, oldest first.
func KnownVersions() []string { return knownVersions[:] }

// Newest returns the newest version that this svc knows.
func Newest() Version {
	v, _ := ParseVersion(knownVersions[len(knownVersions)-1]) // a version
	return v
}

// IsNewer reports whether the version is newer than every version that this svc knows. Such an app is built for Newest.
func (v Version) IsNewer() bool { return v.compare(Newest()) > 0 }

// IsKnown reports whether the platform has this version, with a month of one or two digits.
func (v Version) IsKnown() bool { return v.listed() != "" }

// listed returns the platform's spelling of the version, or "".
func (v Version) listed() string {
	for _, text := range knownVersions {
		if known, err := ParseVersion(text); err == nil && known == v {
			return text
		}
	}
	return ""
}

// compare orders versions. A beta precedes its release.
func (v Version) compare(other Version) int {
	order := cmp.Or(cmp.Compare(v.Year, other.Year), cmp.Compare(v.Month, other.Month))
	switch {
	case order != 0 || v.Beta == other.Beta:
		return order
	case v.Beta:
		return -1
	}
	return 1
}

// String returns the platform's spelling of a known version. Other versions have a month of two digits.
func (v Version) String() string {
	if text := v.listed(); text != "" {
		return text
	}
	text := fmt.Sprintf("%04d.%02d", v.Year, v.Month)
	if v.Beta {
		text += "-beta"
	}
	return text
}

// Feature is a feature of newer versions.
type Feature string

// McpServer is the agent MCP server component (spec, Agent MCP server component).
const McpServer Feature = "the MCP server component"

// featureVersions maps each feature to the first version that has it.
var featureVersions = map[Feature]string{
	McpServer: "2026.09-beta",
}

// Needs returns the first version with the feature.
func (f Feature) Needs() string { return featureVersions[f] }

// Has reports whether the version has the feature.
func (v Version) Has(f Feature) bool {
	first, err := ParseVersion(featureVersions[f])
	return err == nil && v.compare(first) >= 0
}

// VersionList returns the known versions for messages: "2025.2, 2026.03, 2026.09-beta or 2026.09".
func VersionList() string {
	last := len(knownVersions) - 1
	return strings.Join(knownVersions[:last], ", ") + " or " + knownVersions[last]
}
