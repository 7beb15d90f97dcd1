package version

import (
	"runtime"
	"runtime/debug"
)

// The Makefile sets them with -ldflags -X: the commit that was built, in hexadecimal, with "-dirty" if files differed
// from it, and its date in UTC, such as 2026-11-24T08:00:00Z.
var commit, date string

// origin is what a binary was built from, with and for.
type origin struct {
	// Commit and Date are nil if they are unknown.
	Commit *string `json:"commit"`
	Date   *string `json:"date"`
	// Go is the version of Go, such as "go1.26.8".
	Go string `json:"go"`
	// Platform is the operating system and the architecture in the words of Go, such as "linux/amd64".
	Platform string `json:"platform"`
}

// originOfBinary returns the origin of this binary: what the Makefile set, or else what Go recorded.
func originOfBinary() origin {
	o := origin{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	revision, at := commit, date
	if revision == "" {
		if info, ok := debug.ReadBuildInfo(); ok {
			revision, at = recorded(info.Settings)
		}
	}
	o.Commit, o.Date = known(revision), known(at)
	return o
}

// recorded returns the commit and the date that `go build` records in a repository.
func recorded(settings []debug.BuildSetting) (revision, at string) {
	dirty := ""
	for _, setting := range settings {
		switch setting.Key {
		case "vcs.revision":
			revision = setting.Value
		case "vcs.time":
			at = setting.Value
		case "vcs.modified":
			if setting.Value == "true" {
				dirty = "-dirty"
			}
		}
	}
	if revision == "" {
		return "", ""
	}
	return revision + dirty, at
}

func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
