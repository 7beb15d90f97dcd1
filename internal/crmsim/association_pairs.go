// This file answers for the associations of one record: which there are, and how they are made and ended.

package crmsim

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
)

const maxAssociations = 500 // associated records of a page; the platform's documentation

// pair is two object types of a path, and the records that a request names.
type pair struct {
	from, to *table
}

// pair is the two types that the path names.
func (c *call) pair() (pair, *apiError) {
	from, to := c.typeCalled(c.params["from"]), c.typeCalled(c.params["to"])
	switch {
	case from == nil:
		return pair{}, unknownType(c.params["from"])
	case to == nil:
		return pair{}, unknownType(c.params["to"])
	}
	return pair{c.tables[from], c.tables[to]}, nil
}

// ends are two live records.
func (p pair) ends(from, to string) (*record, *record, *apiError) {
	a, b := p.from.live(from), p.to.live(to)
	bad := ""
	switch {
	case a == nil:
		bad = p.from.kind.enrolledName() + "=" + from + " is not valid"
	case b == nil:
		bad = p.to.kind.enrolledName() + "=" + to + " is not valid"
	case a == b:
		bad = p.from.kind.enrolledName() + "=" + from + " cannot be associated with itself"
	default:
		return a, b, nil
	}
	e := invalid("One or more association object ids are invalid: %s", bad)
	e.subCategory, e.context = "crm.associations.INVALID_OBJECT_IDS", map[string][]string{"INVALID_OBJECT_IDS": {bad}}
	return nil, nil, e
}

// types are those that a request names, between the types of the pair.
func (c *call) specified(p pair, specs []associationSpec) ([]*associationType, *apiError) {
	if len(specs) == 0 {
		return nil, unset("types")
	}
	var types []*associationType
	for _, spec := range specs {
		t, err := c.associationType(spec, p.from.kind, p.to.kind)
		if err != nil {
			return nil, err
		}
		types = append(types, t)
	}
	return types, nil
}

// associate makes the associations of the given types.
func (c *call) associate(p pair, fromID, toID string, specs []associationSpec) (any, *apiError) {
	types, err := c.specified(p, specs)
	if err != nil {
		return nil, err
	}
	from, to, err := p.ends(fromID, toID)
	if err != nil {
		return nil, err
	}
	labels := []string{}
	for _, t := range types {
		c.connect(from, link{t, to})
		if t.Label != "" {
			labels = append(labels, t.Label)
		}
	}
	return map[string]any{
		"fromObjectTypeId": p.from.kind.ID, "fromObjectId": from.id,
		"toObjectTypeId": p.to.kind.ID, "toObjectId": to.id, "labels": labels,
	}, nil
}

func (c *call) putAssociation() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	var specs []associationSpec
	if err := c.decode(&specs); err != nil {
		return 0, nil, err
	}
	view, err := c.associate(p, c.params["id"], c.params["other"], specs)
	return http.StatusCreated, view, err
}

// associatePlain makes the association without a label, and gives both of its directions.
func (c *call) associatePlain(p pair, fromID, toID string) ([]any, *apiError) {
	t := c.associations.plain(p.from.kind.Name, p.to.kind.Name)
	if t == nil {
		return nil, invalid("There is no default association between %s and %s", p.from.kind.Name, p.to.kind.Name)
	}
	from, to, err := p.ends(fromID, toID)
	if err != nil {
		return nil, err
	}
	c.connect(from, link{t, to})
	shown := func(a, b *record, t *associationType) any {
		return map[string]any{
			"from": map[string]any{"id": a.id}, "to": map[string]any{"id": b.id},
			"associationSpec": map[string]any{"associationCategory": t.Category, "associationTypeId": t.ID},
		}
	}
	return []any{shown(from, to, t), shown(to, from, c.associations.inverse(t))}, nil
}

func (c *call) putPlainAssociation() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	made, err := c.associatePlain(p, c.params["id"], c.params["other"])
	if err != nil {
		return 0, nil, err
	}
	return outcome{results: made}.answer(c, http.StatusOK)
}

// deleteAssociation ends whatever there is between two records.
func (c *call) deleteAssociation() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	if from, to, err := p.ends(c.params["id"], c.params["other"]); err == nil {
		c.detach(from, to, nil)
	}
	return http.StatusNoContent, nil, nil
}

func (c *call) listAssociations() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	r := p.from.live(c.params["id"])
	if r == nil {
		return 0, nil, notFound(c.params["id"])
	}
	query := c.request.URL.Query()
	limit := maxAssociations
	if query.Has("limit") {
		if limit, err = pageSize(query.Get("limit"), maxAssociations); err != nil {
			return 0, nil, err
		}
	}
	results, next, err := associated(r, p.to.kind, query.Get("after"), limit)
	if err != nil {
		return 0, nil, err
	}
	answer := map[string]any{"results": results}
	if next != "" {
		query.Set("after", next)
		answer["paging"] = c.paging(next, query)
	}
	return http.StatusOK, answer, nil
}

// associated is a page of the live records of a type that the record is associated with, by their ids.
func associated(r *record, kind *ObjectType, after string, limit int) (results []any, next string, err *apiError) {
	first := int64(0)
	if after != "" {
		number, bad := strconv.ParseInt(after, 10, 64)
		if bad != nil {
			return nil, "", invalid("The 'after' value %q is not a cursor of these associations", after)
		}
		first = number
	}
	types, ends := map[*record][]any{}, []*record(nil)
	for _, l := range r.links {
		if l.kind.To != kind.Name || l.to.archived {
			continue
		}
		if types[l.to] == nil {
			ends = append(ends, l.to)
		}
		types[l.to] = append(types[l.to], l.kind.view())
	}
	slices.SortFunc(ends, func(a, b *record) int { return cmp.Compare(a.number(), b.number()) })
	results = []any{}
	for _, end := range ends {
		switch {
		case end.number() < first:
		case len(results) == limit:
			return results, end.id, nil
		default:
			results = append(results, map[string]any{"toObjectId": end.id, "associationTypes": types[end]})
		}
	}
	return results, "", nil
}
