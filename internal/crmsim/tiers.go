package crmsim

import (
	"fmt"
	"time"
)

// Rate limits of the platform (spec, Upstream CRM API limits).
const (
	// BurstInterval is the window of the burst.
	BurstInterval = 10 * time.Second
	// SearchPerSecond is the number of searches of an account within a second, from all apps.
	SearchPerSecond = 5
	// MaxIncreases is the number of limit increases that an account can buy.
	MaxIncreases = 2

	increasedBurst = 250       // calls per BurstInterval and app, with one or more increases
	increasedDaily = 1_000_000 // calls per day and account that each increase adds
)

// Tier is the rate limits of a kind of account.
type Tier struct {
	Name  string
	Burst int // calls per BurstInterval and app
	Daily int // calls per day, from all private apps of the account; 0 if the platform publishes no figure
	// Marketplace marks the limit of an app from the marketplace, in any account. Limit increases do not apply.
	Marketplace bool
}

var tiers = [...]Tier{
	{Name: "free", Burst: 100, Daily: 250_000},
	{Name: "starter", Burst: 100, Daily: 250_000},
	{Name: "professional", Burst: 190, Daily: 625_000},
	{Name: "enterprise", Burst: 190, Daily: 1_000_000},
	{Name: "marketplace", Burst: 110, Marketplace: true},
}

// TierNames returns the names that TierNamed accepts, from the smallest tier.
func TierNames() []string {
	var names []string
	for _, t := range tiers {
		names = append(names, t.Name)
	}
	return names
}

// TierNamed returns the tier with the name.
func TierNamed(name string) (Tier, bool) {
	for _, t := range tiers {
		if t.Name == name {
			return t, true
		}
	}
	return Tier{}, false
}

// Limits returns the limits of the tier with a number of limit increases.
func (t Tier) Limits(increases int) (*Limits, error) {
	switch {
	case increases < 0 || increases > MaxIncreases:
		return nil, fmt.Errorf("invalid number of limit increases %d: expected 0 to %d", increases, MaxIncreases)
	case increases > 0 && t.Marketplace:
		return nil, fmt.Errorf("limit increases apply to private apps, not to the tier %q", t.Name)
	case increases > 0:
		t.Burst, t.Daily = increasedBurst, t.Daily+increases*increasedDaily
	}
	return &Limits{Burst: t.Burst, Daily: t.Daily}, nil
}
