package version

import (
	"runtime/debug"
	"testing"
)

func TestRecordedOriginIsThatOfTheRepository(t *testing.T) {
	clean := []debug.BuildSetting{
		{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "abc123"}, {Key: "vcs.time", Value: "2026-11-24T08:00:00Z"},
		{Key: "vcs.modified", Value: "false"},
	}
	dirty := append(clean[:3:3], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for _, c := range []struct {
		settings         []debug.BuildSetting
		wantRevision, at string
	}{
		{clean, "abc123", "2026-11-24T08:00:00Z"},
		{dirty, "abc123-dirty", "2026-11-24T08:00:00Z"},
		{[]debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.modified", Value: "true"}}, "", ""},
	} {
		if revision, at := recorded(c.settings); revision != c.wantRevision || at != c.at {
			t.Errorf("recorded(%v) = %q, %q", c.settings, revision, at)
		}
	}
}
