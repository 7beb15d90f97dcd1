// This file holds what accounts allow, by their tier (spec, Upstream CRM API limits).

package crmsim

import (
	"fmt"
	"time"
)

const (
	// BurstInterval is the window of the burst.
	BurstInterval = 10 * time.Second
	// SearchPerSecond is how many searches an account takes within a second, whoever sends them.
	SearchPerSecond = 5
	// MostIncreases is how many limit increases an account can have.
	MostIncreases = 2

	increasedBurst = 250       // calls per BurstInterval and app, with any number of increases
	increasedDaily = 1_000_000 // calls a day and account, that each increase adds
)

// Tier is what an account of a kind allows.
type Tier struct {
	Name  string
	Burst int // calls per BurstInterval: of each app, or of one that the marketplace distributes
	Daily int // calls a day, of all private apps of the account together; 0 where it is not published
	// Marketplace says that it is the limit of an app that the marketplace distributes, in whatever account: no
	// increase applies.
	Marketplace bool
}

var tiers = [...]Tier{
	{Name: "free", Burst: 100, Daily: 250_000},
	{Name: "starter", Burst: 100, Daily: 250_000},
	{Name: "professional", Burst: 190, Daily: 625_000},
	{Name: "enterprise", Burst: 190, Daily: 1_000_000},
	{Name: "marketplace", Burst: 110, Marketplace: true},
}

// TierNames are the names that TierNamed knows, from the smallest.
func TierNames() []string {
	var names []string
	for _, t := range tiers {
		names = append(names, t.Name)
	}
	return names
}

// TierNamed is the tier with the name.
func TierNamed(name string) (Tier, bool) {
	for _, t := range tiers {
		if t.Name == name {
			return t, true
		}
	}
	return Tier{}, false
}

// Limits are those of the tier with a number of limit increases.
func (t Tier) Limits(increases int) (*Limits, error) {
	switch {
	case increases < 0 || increases > MostIncreases:
		return nil, fmt.Errorf("an account can have 0 to %d limit increases, not %d", MostIncreases, increases)
	case increases > 0 && t.Marketplace:
		return nil, fmt.Errorf("a limit increase is for private apps, and the tier is %q", t.Name)
	case increases > 0:
		t.Burst, t.Daily = increasedBurst, t.Daily+increases*increasedDaily
	}
	return &Limits{Burst: t.Burst, Daily: t.Daily}, nil
}
