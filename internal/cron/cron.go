// Package cron computes when an edge cron trigger fires next.
//
// It reads the form that the SDK's schedule parser writes: five fields, UTC, weekdays as names. That parser decides
// which schedules a user may declare. Start at Parse.
package cron

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Schedule is a parsed trigger. It is safe for concurrent use.
type Schedule struct {
	minutes, hours, days, months, weekdays set
	// anyDay makes a matching day of the month or weekday sufficient, because both are limited.
	anyDay bool
}

// set has a bit for each value of a field.
type set uint64

func (s set) has(value int) bool { return s&(1<<value) != 0 }

// field is the range of a field's values. Names are those of the values from first on.
type field struct {
	name        string
	first, last int
	names       []string
}

var fields = [...]field{
	{name: "minute", last: 59},
	{name: "hour", last: 23},
	{name: "day of the month", first: 1, last: 31},
	{name: "month", first: 1, last: 12},
	{name: "weekday", last: 6, names: []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}},
}

// Parse reads a trigger such as "*/15 9-17 * * mon-fri".
func Parse(text string) (Schedule, error) {
	words := strings.Fields(text)
	if len(words) != len(fields) {
		return Schedule{}, fmt.Errorf("invalid cron trigger %q: expected %d fields, got %d", text, len(fields), len(words))
	}
	var sets [len(fields)]set
	for i, f := range fields {
		var err error
		if sets[i], err = f.parse(words[i]); err != nil {
			return Schedule{}, fmt.Errorf("invalid cron trigger %q: %w", text, err)
		}
	}
	return Schedule{
		minutes: sets[0], hours: sets[1], days: sets[2], months: sets[3], weekdays: sets[4],
		anyDay: words[2] != "*" && words[4] != "*",
	}, nil
}

// parse reads a list of ranges.
func (f field) parse(text string) (set, error) {
	var all set
	for part := range strings.SplitSeq(text, ",") {
		span, stepText, stepped := strings.Cut(part, "/")
		step := 1
		if stepped {
			var err error
			if step, err = strconv.Atoi(stepText); err != nil || step < 1 {
				return 0, fmt.Errorf("invalid step in %s %q", f.name, part)
			}
		}
		low, high, err := f.span(span)
		if err != nil {
			return 0, err
		}
		for value := low; value <= high; value += step {
			all |= 1 << value
		}
	}
	return all, nil
}

// span reads "*", a value, or "low-high".
func (f field) span(text string) (low, high int, err error) {
	if text == "*" {
		return f.first, f.last, nil
	}
	from, to, ranged := strings.Cut(text, "-")
	if low, err = f.value(from); err != nil {
		return 0, 0, err
	}
	if !ranged {
		return low, low, nil
	}
	if high, err = f.value(to); err == nil && high < low {
		err = fmt.Errorf("invalid %s range %q: the end is before the start", f.name, text)
	}
	return low, high, err
}

func (f field) value(text string) (int, error) {
	if f.names != nil { // numbers are ambiguous: the edge counts weekdays from 1, others from 0
		for i, name := range f.names {
			if text == name {
				return f.first + i, nil
			}
		}
		return 0, fmt.Errorf("invalid %s %q", f.name, text)
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < f.first || value > f.last {
		return 0, fmt.Errorf("invalid %s %q", f.name, text)
	}
	return value, nil
}

// horizon is how many years Next looks ahead. The next 29 February may be eight years away.
const horizon = 9

// Next returns the first time after t at which the trigger fires, or the zero time if it never does.
func (s Schedule) Next(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Minute).Add(time.Minute)
	for limit := t.Year() + horizon; t.Year() <= limit; {
		year, month, day := t.Date()
		switch {
		case !s.months.has(int(month)):
			t = time.Date(year, month+1, 1, 0, 0, 0, 0, time.UTC)
		case !s.onDay(t):
			t = time.Date(year, month, day+1, 0, 0, 0, 0, time.UTC)
		case !s.hours.has(t.Hour()):
			t = t.Truncate(time.Hour).Add(time.Hour)
		case !s.minutes.has(t.Minute()):
			t = t.Add(time.Minute)
		default:
			return t
		}
	}
	return time.Time{}
}

func (s Schedule) onDay(t time.Time) bool {
	day, weekday := s.days.has(t.Day()), s.weekdays.has(int(t.Weekday()))
	if s.anyDay {
		return day || weekday
	}
	return day && weekday
}
