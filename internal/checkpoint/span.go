// This file reads how far back a window reaches.

package checkpoint

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// Span is a length of time as users write it.
type Span struct {
	Text     string
	Duration time.Duration
}

var spanText = regexp.MustCompile(`^([1-9]\d{0,4})([mhd])$`)

// ParseSpan reads a span such as 30m, 24h or 7d, no longer than checkpoints are kept.
func ParseSpan(text string) (Span, error) {
	found := spanText.FindStringSubmatch(text)
	if found == nil {
		return Span{}, fmt.Errorf("%q is no span of minutes, hours or days", text)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		return Span{}, err
	}
	unit := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}[found[2]]
	s := Span{Text: text, Duration: time.Duration(n) * unit}
	if s.Duration > Kept {
		return Span{}, fmt.Errorf("%s reaches too far back: checkpoints are kept for 30 days", text)
	}
	return s, nil
}
