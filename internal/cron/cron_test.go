package cron

import (
	"encoding/json"
	"os"
	"testing"
	"time"
)

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func TestNextReturnsTheNextTime(t *testing.T) {
	for _, c := range []struct{ trigger, after, next string }{
		{"* * * * *", "2026-11-21T10:00:00Z", "2026-11-21T10:01:00Z"},
		{"* * * * *", "2026-11-21T10:00:59.999Z", "2026-11-21T10:01:00Z"},
		{"*/15 * * * *", "2026-11-21T10:46:00Z", "2026-11-21T11:00:00Z"},
		{"0 3 * * *", "2026-11-21T03:00:00Z", "2026-11-22T03:00:00Z"},
		{"0 3 * * *", "2026-12-31T22:00:00-05:00", "2027-01-01T03:00:00Z"}, // already 03:00 of the 1st in UTC
		{"15,45 9-17 * * mon-fri", "2026-11-20T17:45:00Z", "2026-11-23T09:15:00Z"},
		{"0 0 1 * mon", "2026-11-21T00:00:00Z", "2026-11-23T00:00:00Z"}, // either day matches
		{"0 0 13 * *", "2026-11-21T00:00:00Z", "2026-12-13T00:00:00Z"},
		{"0 0 31 * *", "2026-11-21T00:00:00Z", "2026-12-31T00:00:00Z"},
		{"0 0 29 2 *", "2026-11-21T00:00:00Z", "2028-02-29T00:00:00Z"},
		{"0-30/10 * * * *", "2026-11-21T10:30:00Z", "2026-11-21T11:00:00Z"},
		{"0 0 * 1-3 *", "2026-03-31T00:00:00Z", "2027-01-01T00:00:00Z"},
		{"0 0 * * sun-sat", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"},
	} {
		s, err := Parse(c.trigger)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.trigger, err)
			continue
		}
		after := at(c.after)
		if c.after == "2026-12-31T22:00:00-05:00" {
			after = after.Add(-time.Second)
		}
		if next := s.Next(after); !next.Equal(at(c.next)) {
			t.Errorf("%q after %s fires at %s, not %s", c.trigger, c.after, next, c.next)
		}
	}
}

func TestNextIsZeroWithoutAnyDay(t *testing.T) {
	s, err := Parse("0 0 31 2 *")
	if err != nil {
		t.Fatal(err)
	}
	if next := s.Next(at("2026-11-21T00:00:00Z")); !next.IsZero() {
		t.Errorf("it fires at %s", next)
	}
}

func TestParseAcceptsTheTriggersOfTheContract(t *testing.T) {
	text, err := os.ReadFile("../../contract/schedules/schedules.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct{ Crons []string }
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, v := range vectors {
		for _, text := range v.Crons {
			read++
			s, err := Parse(text)
			if err != nil {
				t.Error(err)
			} else if s.Next(at("2026-11-21T00:00:00Z")).IsZero() {
				t.Errorf("%q never fires", text)
			}
		}
	}
	if read < 30 {
		t.Errorf("the contract has only %d triggers", read)
	}
}

func TestParseRejectsInvalidTriggers(t *testing.T) {
	for _, text := range []string{
		"", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 1", "* * * * monday", "5-1 * * * *",
		"*/0 * * * *", "*/x * * * *", "-1 * * * *", ", * * * *",
	} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("*/15 9-17 * * mon-fri")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		now := at("2026-11-21T00:00:00Z")
		if next := s.Next(now); !next.IsZero() && !next.After(now) {
			t.Errorf("%q fires at %s, which is in the past", text, next)
		}
	})
}
