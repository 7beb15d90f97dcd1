package checkpoint

import (
	"fmt"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// Span is a duration as users write it.
type Span struct {
	Text     string
	Duration time.Duration
}

var spanText = lazyregexp.New(`^([1-9]\d{0,4})([mhd])$`)

// ParseSpan parses a span such as 30m, 24h or 7d. Its maximum is Kept.
func ParseSpan(text string) (Span, error) {
	found := spanText().FindStringSubmatch(text)
	if found == nil {
		return Span{}, fmt.Errorf("invalid span %q: expected minutes, hours or days, such as 30m, 24h or 7d", text)
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		return Span{}, err
	}
	unit := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}[found[2]]
	s := Span{Text: text, Duration: time.Duration(n) * unit}
	if s.Duration > Kept {
		return Span{}, fmt.Errorf("invalid span %q: checkpoints are kept for 30 days", text)
	}
	return s, nil
}
