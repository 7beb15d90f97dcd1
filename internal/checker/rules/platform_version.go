package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var platformVersion = &checker.Rule{
	ID:       "platform-version",
	Severity: diag.Error,
	Title:    "use a platformVersion that svc supports",
	Why:      "the version decides which files codegen writes and which components the platform accepts",
	Hint:     "write " + platform.VersionList(),
	Before:   `defineApp({ platformVersion: '2026-09', ... })`,
	After:    `defineApp({ platformVersion: '2026.09', ... })`,
	Run:      runPlatformVersion,
}

func runPlatformVersion(p *checker.Pass) {
	for _, d := range ofKind(p, declared.App) {
		v := d.Options.Get("platformVersion")
		if !hasText(v) {
			continue // option-type and missing-option report these
		}
		version, err := platform.ParseVersion(v.Text)
		if err != nil {
			p.Reportf(v.At, "invalid platformVersion %s: expected YYYY.MM or YYYY.MM-beta", quote(v)).
				Suggest(v.Text, platform.KnownVersions())
			continue
		}
		if !version.IsKnown() {
			p.Reportf(v.At, "unknown platformVersion %s", quote(v)).
				Hintf("write %s; upgrade svc to use a newer version", platform.VersionList())
		}
	}
}

// appVersion returns the platform version of the app; ok is false when it is missing or invalid.
func appVersion(p *checker.Pass) (version platform.Version, ok bool) {
	version, err := platform.ParseVersion(appOption(p, "platformVersion").Text)
	return version, err == nil
}
