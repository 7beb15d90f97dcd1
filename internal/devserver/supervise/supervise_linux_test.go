package supervise

import (
	"errors"
	"io"
	"path/filepath"
	"testing"
	"time"
)

// dying sends a heartbeat if it can make the folder in its argument, and dies.
const dying = `if mkdir "$0" 2>/dev/null; then echo >&3; fi; kill -KILL $$`

func TestRunGivesUpOnChildrenThatDieBeforeTheirFirstHeartbeat(t *testing.T) {
	for name, c := range map[string]struct {
		folder   string
		replaced int
	}{
		"the first one":           {t.TempDir(), 0},
		"three after a heartbeat": {filepath.Join(t.TempDir(), "new"), 1 + mostFailed - 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replaced := 0
			_, err := Run(t.Context(), Options{
				Program: "/bin/sh", Args: []string{"-c", dying, c.folder}, Stdout: io.Discard, Stderr: io.Discard,
				Replaced: func(string) { replaced++ }, First: time.Minute, Now: time.Now,
			})
			death, died := errors.AsType[*Death](err)
			if !died || death.Why != "it ran out of memory" || replaced != c.replaced {
				t.Errorf("got %v after %d replacements, want a death after %d", err, replaced, c.replaced)
			}
		})
	}
}
