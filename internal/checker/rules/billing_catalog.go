package rules

import (
	"fmt"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// catalogItems returns the objects in "plans", "features" or "meters" of the catalog.
func catalogItems(p *checker.Pass, list string) []*declared.Value {
	var items []*declared.Value
	for _, item := range appOption(p, "billing", list).Items {
		if item.IsObject() {
			items = append(items, item)
		}
	}
	return items
}

// catalogIDs returns the ids in "plans", "features" or "meters" of the catalog.
func catalogIDs(p *checker.Pass, list string) []string {
	var ids []string
	for _, item := range catalogItems(p, list) {
		if id := item.Get("id"); id.IsString() {
			ids = append(ids, id.Text)
		}
	}
	return ids
}

// planName returns the name of a plan in messages: `plan "team"`, or `plans[1]` if it has no id.
func planName(plan *declared.Value, index int) string {
	if id := plan.Get("id"); hasText(id) {
		return "plan " + quote(id)
	}
	return fmt.Sprintf("plans[%d]", index)
}

// eachBillingBlock visits the billing block of every capability that has one.
func eachBillingBlock(p *checker.Pass, visit func(d *declared.Declaration, block *declared.Value)) {
	for _, d := range p.Declarations {
		if block := d.Options.Get("billing"); d.Kind.IsCapability() && block.IsObject() {
			visit(d, block)
		}
	}
}

// meterOf returns the meter id of a billing block, whose meter is an id or an object with one.
func meterOf(block *declared.Value) *declared.Value {
	if meter := block.Get("meter"); !meter.IsObject() {
		return meter
	}
	return block.Path("meter", "id")
}
