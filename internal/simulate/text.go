package simulate

import (
	"fmt"
	"strings"
	"time"
)

// Number formats a number with commas between thousands.
func Number(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Count formats a number of things.
func Count(n int, word string) string {
	if n != 1 {
		switch {
		case strings.HasSuffix(word, "ch"):
			word += "es"
		case strings.HasSuffix(word, "y"):
			word = strings.TrimSuffix(word, "y") + "ies"
		default:
			word += "s"
		}
	}
	return Number(n) + " " + word
}

// Duration formats a time: 350 ms, 12.4 s, 20 min 50 s, 3 h 5 min.
func Duration(millis float64) string {
	d := time.Duration(millis * float64(time.Millisecond))
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return strings.TrimSuffix(fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60), " 0 s")
	}
	return strings.TrimSuffix(fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60), " 0 min")
}
