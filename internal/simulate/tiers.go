// This file holds what an account allows, and what an app asks of it at most.

package simulate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/appsvc/svc/devserver/host"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
)

// Tier is an account's kind, and its limits.
type Tier struct {
	Name   string
	Limits crmsim.Limits
}

// TierNames are the names that ParseTier knows.
func TierNames() []string { return crmsim.TierNames() }

// ParseTier reads the name of a tier, with limit increases where it has some: professional+1.
func ParseTier(text string) (*Tier, error) {
	name, more, increased := strings.Cut(text, "+")
	known, found := crmsim.TierNamed(name)
	if !found {
		return nil, fmt.Errorf("there is no tier %q", name)
	}
	increases := 0
	if increased {
		var err error
		if increases, err = strconv.Atoi(more); err != nil || increases < 1 {
			return nil, fmt.Errorf("%q names no number of limit increases", text)
		}
	}
	limits, err := known.Limits(increases)
	if err != nil {
		return nil, err
	}
	return &Tier{Name: text, Limits: *limits}, nil
}

// UsualTier is the smallest account that may have installed the app.
func UsualTier(app *declared.Declaration) (*Tier, error) {
	return ParseTier(host.UsualTier(app).Name)
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
