// This file reads the app's billing catalog and the billing blocks of capabilities.

package rules

import (
	"fmt"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
)

// catalogItems are the objects of a list of the catalog: "plans", "features" or "meters".
func catalogItems(p *checker.Pass, list string) []*declared.Value {
	var items []*declared.Value
	for _, item := range appOption(p, "billing", list).Items {
		if item.IsObject() {
			items = append(items, item)
		}
	}
	return items
}

// catalogIDs are the ids of a list of the catalog.
func catalogIDs(p *checker.Pass, list string) []string {
	var ids []string
	for _, item := range catalogItems(p, list) {
		if id := item.Get("id"); id.IsString() {
			ids = append(ids, id.Text)
		}
	}
	return ids
}

// planName names a plan in messages: `plan "team"`, or `plans[1]` when it has no id.
func planName(plan *declared.Value, index int) string {
	if id := plan.Get("id"); id.IsString() && !isBlank(id.Text) {
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

// meterOf is the id of the meter that a billing block records on: a string, or a member of an object.
func meterOf(block *declared.Value) *declared.Value {
	if meter := block.Get("meter"); !meter.IsObject() {
		return meter
	}
	return block.Path("meter", "id")
}
