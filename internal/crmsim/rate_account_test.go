package crmsim_test

import (
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

func TestDailyLimitResetsAtMidnightOfTheAccount(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		zone       *time.Location
		start, end time.Time
	}{
		{"UTC by default", nil, simtest.At, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)},
		{"east of it", berlin, simtest.At, time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC)},
		{
			"a day of 23 hours", berlin, time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC),
			time.Date(2026, 3, 29, 22, 0, 0, 0, time.UTC),
		},
		{
			"a day of 25 hours", berlin, time.Date(2026, 10, 24, 23, 30, 0, 0, time.UTC),
			time.Date(2026, 10, 25, 23, 0, 0, 0, time.UTC),
		},
	} {
		l := newLimitedAt(t, c.start, &crmsim.Limits{Daily: 5, DailyUsed: 1, TimeZone: c.zone}, crmsim.Options{})
		l.expect(c.name, l.admitted(9, l.read), 4)
		l.now = c.end.Add(-time.Millisecond)
		l.expect(c.name+", at its end", l.admitted(2, l.read), 0)
		l.now = c.end
		l.expect(c.name+", on the next", l.admitted(9, l.read), 5)
		l.now = c.end.AddDate(0, 0, 3)
		l.expect(c.name+", days later", l.admitted(9, l.read), 5)
	}
}

func TestTrafficOfOthersCountsAgainstSharedLimits(t *testing.T) {
	for _, c := range []struct {
		name                string
		traffic             []crmsim.Traffic
		reads, searches, at int // after so many seconds
		day                 int // spent by then, these calls included
	}{
		{"no traffic", nil, 10, 5, 4, 15},
		{"another app", []crmsim.Traffic{{PerSecond: 100}}, 10, 5, 4, 416},
		{"another process of this app", []crmsim.Traffic{{PerSecond: 1, SameApp: true}}, 5, 5, 4, 15},
		{"more of them than the burst takes", []crmsim.Traffic{{PerSecond: 50, SameApp: true}}, 0, 5, 4, 15},
		{"searches of another app", []crmsim.Traffic{{PerSecond: 2, Search: true}}, 10, 3, 4, 22},
		{"traffic that begins later", []crmsim.Traffic{{PerSecond: 1, SameApp: true, After: 3 * time.Second}}, 8, 5, 4, 15},
		{"traffic that has ended", []crmsim.Traffic{{PerSecond: 1, SameApp: true, For: 2 * time.Second}}, 8, 5, 4, 15},
		{"after the window", []crmsim.Traffic{{PerSecond: 1, SameApp: true, For: 2 * time.Second}}, 10, 5, 12, 17},
		{"both kinds", []crmsim.Traffic{{PerSecond: 1, SameApp: true}, {PerSecond: 2, Search: true}}, 5, 3, 4, 22},
	} {
		l := newLimited(t, &crmsim.Limits{Burst: 10, Daily: 1000, Traffic: c.traffic}, crmsim.Options{})
		l.now = l.now.Add(time.Duration(c.at) * time.Second)
		l.expect(c.name+": reads", l.admitted(20, l.read), c.reads)
		l.expect(c.name+": searches", l.admitted(20, l.search), c.searches)
		if used := l.Usage()[portalID]; used.Day != c.day {
			t.Errorf("%s: the day has %d calls, want %d", c.name, used.Day, c.day)
		}
	}
}

func TestTrafficOfOthersExhaustsTheDailyLimit(t *testing.T) {
	l := newLimited(t, &crmsim.Limits{Daily: 1000, Traffic: []crmsim.Traffic{{PerSecond: 10}}}, crmsim.Options{})
	l.now = l.now.Add(99 * time.Second)
	l.expect("before", l.admitted(1, l.read), 1)
	l.now = l.now.Add(time.Second)
	if w := l.read(); w.Code != 429 || !strings.Contains(w.Body.String(), `"DAILY"`) ||
		w.Header().Get("X-Crm-Ratelimit-Daily-Remaining") != "0" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}
