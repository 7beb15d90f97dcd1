// This file tests whose a script is by its tags, and what a lock says.

package owner

import (
	"testing"
	"time"
)

func TestOwnedMatchesProjectAndEnvironment(t *testing.T) {
	own := Owner{Project: "p", Environment: "production", Worker: "w", Digest: "d"}
	for name, c := range map[string]struct {
		tags                 []string
		project, environment string
		want                 bool
	}{
		"its own":             {own.Tags(nil), "p", "production", true},
		"another environment": {own.Tags(nil), "p", "staging", false},
		"another project":     {own.Tags(nil), "q", "production", false},
		"not made by svc":     {[]string{"svc-project=p", "svc-env=production"}, "p", "production", false},
		"without tags":        {nil, "", "", false},
	} {
		if got := Has(c.tags, c.project, c.environment); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestLockNamesWhatRuns(t *testing.T) {
	since := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	for work, want := range map[Work][2]string{
		Deploying:   {"a deploy of production is running", "deploy 20261121-100000-abcdef on ci holds the lock"},
		RollingBack: {"a rollback of production is running", "rollback 20261121-100000-abcdef on ci holds the lock"},
		Removing:    {"a removal of production is running", "removal 20261121-100000-abcdef on ci holds the lock"},
	} {
		held := Holder{Work: work, Deploy: "20261121-100000-abcdef", Host: "ci", Since: since}
		read := ReadHolder([]string{"svc", held.Tag()})
		if read == nil || *read != held {
			t.Errorf("%q was read as %+v", held.Tag(), read)
			continue
		}
		locked := &LockedError{Environment: "production", Holder: *read, Age: time.Minute, Remote: true}
		why := want[1] + " since 2026-11-21T10:00:00Z (1m0s ago)"
		if locked.Error() != want[0] || locked.Why() != why {
			t.Errorf("%s: %s; %s", work, locked, locked.Why())
		}
	}
}

func TestLockWithoutAnIDNamesTheMachine(t *testing.T) {
	locked := &LockedError{Environment: "production", Holder: Holder{Work: Promoting, Host: "ci", PID: 7}}
	if got := locked.Why(); got != "promotion on ci, process 7, holds the lock" {
		t.Error(got)
	}
}
