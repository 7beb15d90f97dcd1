// This file holds what an account allows (spec, Upstream CRM API limits) and what an app asks of it at most.

package simulate

import (
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
)

// Tier is the limits of an account.
type Tier struct {
	Name   string
	Burst  int // calls within Window, searches aside
	Window time.Duration
	Search int // searches within a second
	Daily  int // calls within a day; 0 where it is not published
}

const (
	burstWindow     = 10 * time.Second
	searchPerSecond = 5
)

// tiers are in the order of the help.
var tiers = []Tier{
	{"starter", 100, burstWindow, searchPerSecond, 250_000},
	{"professional", 190, burstWindow, searchPerSecond, 625_000},
	{"enterprise", 190, burstWindow, searchPerSecond, 1_000_000},
	{"increase-1", 250, burstWindow, searchPerSecond, 2_000_000},
	{"increase-2", 500, burstWindow, searchPerSecond, 3_000_000},
	{"marketplace", 110, burstWindow, searchPerSecond, 0},
}

// TierNames are the names that TierNamed knows.
func TierNames() []string {
	var names []string
	for _, t := range tiers {
		names = append(names, t.Name)
	}
	return names
}

// TierNamed is the tier with the name; nil when there is none.
func TierNamed(name string) *Tier {
	for i := range tiers {
		if tiers[i].Name == name {
			return &tiers[i]
		}
	}
	return nil
}

// UsualTier is the smallest account that may have installed the app.
func UsualTier(app *declared.Declaration) *Tier {
	if app != nil && app.Options.Get("distribution").Text == "marketplace" {
		return TierNamed("marketplace")
	}
	return TierNamed("starter")
}

// budget is what one isolate of the app takes at once, and by the second after that.
type budget struct{ capacity, refill, searchCapacity, searchRefill float64 }

// budgetOf reads the app's rateLimits.bucket, defaults filled in (spec, Client-side budget defaults).
func budgetOf(app *declared.Declaration) budget {
	b := budget{100, 10, 4, 4}
	if app == nil {
		return b
	}
	bucket := app.Options.Get("rateLimits").Get("bucket")
	for name, value := range map[string]*float64{
		"capacity": &b.capacity, "refillPerSecond": &b.refill, "searchCapacity": &b.searchCapacity, "searchRefillPerSecond": &b.searchRefill,
	} {
		if given := bucket.Get(name); given.Shape == declared.Number && given.Num > 0 {
			*value = given.Num
		}
	}
	return b
}

// emulate gives the emulated CRM the limits of the tier.
func emulate(c *crmsim.Options, o Options, clock *jsvm.Lockstep) {
	c.Now = clock.Now
}
