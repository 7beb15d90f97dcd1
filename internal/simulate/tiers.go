package simulate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver/host"
)

// Tier is a tier of the CRM with its limits.
type Tier struct {
	Name   string
	Limits crmsim.Limits
}

// TierNames returns the names that ParseTier accepts.
func TierNames() []string { return crmsim.TierNames() }

// ParseTier reads the name of a tier and an optional number of limit increases: professional+1.
func ParseTier(text string) (*Tier, error) {
	name, more, increased := strings.Cut(text, "+")
	known, found := crmsim.TierNamed(name)
	if !found {
		return nil, fmt.Errorf("unknown tier %q", name)
	}
	increases := 0
	if increased {
		var err error
		if increases, err = strconv.Atoi(more); err != nil || increases < 1 {
			return nil, fmt.Errorf("invalid tier %q: expected a number of limit increases after the +", text)
		}
	}
	limits, err := known.Limits(increases)
	if err != nil {
		return nil, err
	}
	return &Tier{Name: text, Limits: *limits}, nil
}

// UsualTier returns the tier of the smallest account that may install the app.
func UsualTier(app *declared.Declaration) (*Tier, error) {
	return ParseTier(host.UsualTier(app).Name)
}

// budget is the capacity of the client-side buckets, in calls, and their refill, in calls per second.
type budget struct{ capacity, refill, searchCapacity, searchRefill float64 }

// budgetOf returns the app's rateLimits.bucket with defaults (spec, Client-side budget defaults).
func budgetOf(app *declared.Declaration) budget {
	b := budget{100, 10, 4, 4}
	if app == nil {
		return b
	}
	bucket := app.Options.Get("rateLimits").Get("bucket")
	for name, value := range map[string]*float64{
		"capacity": &b.capacity, "refillPerSecond": &b.refill,
		"searchCapacity": &b.searchCapacity, "searchRefillPerSecond": &b.searchRefill,
	} {
		if given := bucket.Get(name); given.Shape == declared.Number && given.Num > 0 {
			*value = given.Num
		}
	}
	return b
}
