// This file reads and orders the versions of the platform's project format.

package platform

import (
	"cmp"
	"fmt"
	"strings"
)

// Version is a version of the platform's project format, such as 2026.03 or 2026.09-beta.
type Version struct {
	Year  int
	Month int // 1 to 12
	Beta  bool
}

// knownVersions are the versions that the platform accepts, as they are written, oldest first.
var knownVersions = [...]string{"2025.2", "2026.03", "2026.09-beta", "2026.09"}

// ParseVersion reads YYYY.M[M][-beta]. The error says what is accepted.
func ParseVersion(text string) (Version, error) {
	rest, beta := strings.CutSuffix(text, "-beta")
	year, month, dotted := strings.Cut(rest, ".")
	if !dotted || len(year) != 4 || len(month) < 1 || len(month) > 2 || !isDigits(year) || !isDigits(month) {
		return Version{}, fmt.Errorf(
			"%q is no platform version: write the year, a dot and the month, then -beta for a preview, as in %s", text,
			LatestVersion,
		)
	}
	v := Version{Year: number(year), Month: number(month), Beta: beta}
	if v.Month < 1 || v.Month > 12 {
		return Version{}, fmt.Errorf(
			"%q is no platform version: its month is %s, and a year has the months 1 to 12", text, month,
		)
	}
	return v, nil
}

func isDigits(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}

// number reads at most four digits.
func number(digits string) int {
	n := 0
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	return n
}

// LatestVersion is the newest version that is no preview.
const LatestVersion = "2026.09"

// KnownVersions lists the versions that the platform accepts, oldest first.
func KnownVersions() []string { return knownVersions[:] }

// IsKnown reports whether the platform has this version, however its month was written; String gives
// the way in which the platform writes it.
func (v Version) IsKnown() bool { return v.listed() != "" }

// listed is the version as the platform lists it, "" when it does not.
func (v Version) listed() string {
	for _, text := range knownVersions {
		if known, err := ParseVersion(text); err == nil && known == v {
			return text
		}
	}
	return ""
}

// Compare orders versions; a beta comes before its release.
func (v Version) Compare(other Version) int {
	return cmp.Or(
		cmp.Compare(v.Year, other.Year),
		cmp.Compare(v.Month, other.Month),
		cmp.Compare(rank(v.Beta), rank(other.Beta)),
	)
}

func rank(beta bool) int {
	if beta {
		return 0
	}
	return 1
}

// String writes the version as the platform does: known versions as they are listed, others with two digits of month.
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

// Feature is something that only newer versions have.
type Feature string

// McpServer is the agent MCP server component (spec, Agent MCP server component).
const McpServer Feature = "the MCP server component"

// featureVersions maps each feature to the first version that has it.
var featureVersions = map[Feature]string{
	McpServer: "2026.09-beta",
}

// Needs is the first version that has the feature, as it is written.
func (f Feature) Needs() string { return featureVersions[f] }

// Has reports whether the version has the feature.
func (v Version) Has(f Feature) bool {
	first, err := ParseVersion(featureVersions[f])
	return err == nil && v.Compare(first) >= 0
}

// VersionList writes the known versions for a message: "2025.2, 2026.03, 2026.09-beta or 2026.09".
func VersionList() string {
	last := len(knownVersions) - 1
	return strings.Join(knownVersions[:last], ", ") + " or " + knownVersions[last]
}
