// The rule platform-version: platformVersion is one that the platform has.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var platformVersion = &checker.Rule{
	ID:       "platform-version",
	Severity: diag.Error,
	Title:    "platformVersion is a version of the platform that svc knows",
	Why:      "the version decides which files codegen writes and which components the platform takes",
	Hint:     "write " + platform.VersionList(),
	Before:   `defineApp({ platformVersion: '2026-09', ... })`,
	After:    `defineApp({ platformVersion: '2026.09', ... })`,
	Run:      runPlatformVersion,
}

func runPlatformVersion(p *checker.Pass) {
	for _, d := range p.Declarations {
		v := d.Options.Get("platformVersion")
		if d.Kind != declared.App || !v.IsString() || isBlank(v.Text) {
			continue // option-type and missing-option speak of these
		}
		version, err := platform.ParseVersion(v.Text)
		if err != nil {
			draft := p.Reportf(v.At, "%s is no platform version of the form YYYY.MM or YYYY.MM-beta", quote(v))
			hintNearest(draft, v.Text, platform.KnownVersions())
			continue
		}
		if !version.IsKnown() {
			p.Reportf(v.At, "svc does not know the platform version %s", quote(v)).
				Hintf("write %s; if the platform has a newer one, upgrade svc", platform.VersionList())
		}
	}
}

// appVersion is the platform version of the app; false when it has none that can be read.
func appVersion(p *checker.Pass) (platform.Version, bool) {
	version, err := platform.ParseVersion(appOption(p, "platformVersion").Text)
	return version, err == nil
}
