package evaluate

import (
	"regexp"
	"strings"

	"github.com/appsvc/svc/internal/evaluate/region"
)

// PackagesMatch reports whether the code of an installed package in the shards that were run matches a pattern.
func (e *Result) PackagesMatch(shards []Shard, pattern *regexp.Regexp) bool {
	for i, p := range e.places {
		if p == nil || i >= len(shards) {
			continue // the shard does not parse
		}
		for j, in := range p.regions {
			end := len(shards[i].Code)
			if j+1 < len(p.regions) {
				end = p.regions[j+1].Offset
			}
			if strings.Contains(in.Source, region.PackagesFolder) && pattern.Match(shards[i].Code[in.Offset:end]) {
				return true
			}
		}
	}
	return false
}
