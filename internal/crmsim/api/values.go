package api

import (
	"net/mail"
	"strconv"
	"strings"
	"time"
)

// Now returns the time of the clock in UTC, in whole milliseconds.
func Now(clock Clock) time.Time { return clock.Now().UTC().Truncate(time.Millisecond) }

// ParseInstant reads a time as the platform does in the values of properties: milliseconds since 1970, a date, or
// ISO 8601 with a time zone.
func ParseInstant(text string) (time.Time, bool) {
	if millis, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.UnixMilli(millis).UTC(), true
	}
	return parseLayouts(text, time.RFC3339Nano, time.DateOnly)
}

// ParseTime is ParseInstant for times without a zone, too, which are in UTC.
func ParseTime(text string) (time.Time, bool) {
	if at, ok := ParseInstant(text); ok {
		return at, true
	}
	return parseLayouts(text, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04")
}

func parseLayouts(text string, layouts ...string) (time.Time, bool) {
	for _, layout := range layouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// Instant formats a time as a property value, with milliseconds only if they are not zero.
func Instant(at time.Time) string {
	return at.UTC().Truncate(time.Millisecond).Format("2006-01-02T15:04:05.999Z")
}

// Stamp formats a time as a member such as createdAt, always with milliseconds.
func Stamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// NormalizeEmail checks an email address and returns it in lower case, as the platform stores it.
func NormalizeEmail(text string) (string, bool) {
	address, err := mail.ParseAddress(text)
	if err != nil || address.Address != text || !strings.Contains(text[strings.LastIndex(text, "@"):], ".") {
		return "", false
	}
	return strings.ToLower(text), true
}

// InvalidEmail is the platform's message for an address that NormalizeEmail rejects.
func InvalidEmail(text string) string { return "Email address " + text + " is invalid" }

// MatchWildcard reports whether the text matches the pattern, in which * matches any characters.
func MatchWildcard(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 {
		return pattern == text
	}
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	rest := text[len(first) : len(text)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return true
}
