// This file merges two records into one.

package crmsim

import (
	"net/http"
	"slices"
)

// merge makes one record of two. The id of the other one leads to it from then on, except in batch updates,
// which pass over it without a word.
func (c *call) merge() (int, any, *apiError) {
	kind, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	var in struct {
		Primary looseNumber `json:"primaryObjectId"`
		Other   looseNumber `json:"objectIdToMerge"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	into, other := records.live(string(in.Primary)), records.live(string(in.Other))
	switch {
	case in.Primary == "" || in.Other == "":
		return 0, nil, unset("primaryObjectId", "objectIdToMerge")
	case into == nil:
		return 0, nil, notFound(string(in.Primary))
	case other == nil:
		return 0, nil, notFound(string(in.Other))
	case into == other:
		return 0, nil, invalid("Cannot merge an object with itself: %s", in.Primary)
	}
	records.remove(other)
	values := map[string]*string{}
	for name, value := range other.properties {
		if _, has := into.properties[name]; !has {
			values[name] = &value
		}
	}
	records.set(into, values, c.now())
	for _, l := range slices.Clone(other.links) {
		c.detach(other, l.to, nil)
		if l.to != into {
			c.connect(into, l)
		}
	}
	records.merged[other.id] = into
	moved := len(values)
	records.happened(merging, into, happened{
		PrimaryObjectID: into.number(), MergedObjectIDs: []int64{
			other.number(),
		}, NewObjectID: into.number(), NumberOfPropertiesMoved: &moved,
	})
	return http.StatusOK, into.whole(kind), nil
}
