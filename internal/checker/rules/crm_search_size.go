package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
)

// searchSize reports a search with more filters in all groups than the CRM accepts. Elements that are not in the source
// can only add to those that are.
func (c callCheck) searchSize(request *declared.Value) {
	for _, one := range request.Items { // the values of a condition
		c.searchSize(one)
	}
	if request.IsObject() {
		c.allFilters(request.Get("filterGroups"), request.Get("filters"))
	}
}

// allFilters checks the groups that a search can have. The CRM adds filters that are in no group as one more group.
func (c callCheck) allFilters(groups, own *declared.Value) {
	if !groups.IsArray() {
		for _, one := range groups.Items {
			c.allFilters(one, own)
		}
		return
	}
	total, longest := leastItems(own), leastItems(own)
	for _, group := range groups.Items {
		count := leastItems(group.Get("filters"))
		total += count
		longest = max(longest, count)
	}
	isReported := longest > platform.GroupFilters || len(certainItems(groups)) > platform.SearchGroups
	if total > platform.SearchFilters && !isReported {
		c.Reportf(groups.At, "%s takes at most %d filters, not %d", c.call, platform.SearchFilters, total).
			Hintf("remove filters, or search several times")
	}
}

// leastItems returns how many elements a value has at least.
func leastItems(v *declared.Value) int {
	if v.IsArray() || len(v.Items) == 0 {
		return len(certainItems(v))
	}
	least := leastItems(v.Items[0])
	for _, one := range v.Items[1:] {
		least = min(least, leastItems(one))
	}
	return least
}

// certainItems returns the elements that a list has, without those that it may have any number of times.
func certainItems(v *declared.Value) []*declared.Value {
	isRepeated := func(item *declared.Value) bool { return item.Shape == declared.Repeated }
	if !slices.ContainsFunc(v.Items, isRepeated) {
		return v.Items
	}
	return slices.DeleteFunc(slices.Clone(v.Items), isRepeated)
}
