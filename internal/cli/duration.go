package cli

import (
	"fmt"
	"strings"
	"time"
)

// Duration formats a duration in hours, minutes and seconds: "2 h 30 min". It rounds to seconds.
func Duration(d time.Duration) string {
	seconds := int64(d.Round(time.Second) / time.Second)
	var parts []string
	for _, unit := range []struct {
		seconds int64
		name    string
	}{{3600, "h"}, {60, "min"}, {1, "s"}} {
		if n := seconds / unit.seconds; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, unit.name))
			seconds %= unit.seconds
		}
	}
	if len(parts) == 0 {
		return "0 s"
	}
	return strings.Join(parts, " ")
}

// Elapsed formats the time that something has taken: with tenths of a second below ten seconds, else as Duration does.
func Elapsed(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1f s", max(d, 0).Seconds())
	}
	return Duration(d)
}
