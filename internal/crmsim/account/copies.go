package account

import "strings"

// Multiply returns the first n live records of the table, by id. It adds copies of the present records, or records
// without values, if there are fewer. Copies are not reported as changes.
func (t *Table) Multiply(n int) []*Record {
	report := t.account.OnChange
	t.account.OnChange = nil
	defer func() { t.account.OnChange = report }()
	var models, live []*Record
	for _, r := range t.records {
		if !r.Archived {
			models, live = append(models, r), append(live, r)
		}
	}
	for i := 0; len(live) < n; i++ {
		var values map[string]string
		if len(models) > 0 {
			values = models[i%len(models)].Properties
		}
		live = append(live, t.addCopy(values))
	}
	return live[:n]
}

// addCopy adds a record with the values. Unique values get the record's id.
func (t *Table) addCopy(values map[string]string) *Record {
	kind, copied := t.Type, map[string]*string{}
	for name, value := range values {
		if name != kind.idProperty && name != kind.Created && name != kind.Modified {
			copied[name] = &value
		}
	}
	r := t.Insert(copied)
	r.isSample = true
	for name, value := range copied {
		if kind.Properties[name].Unique {
			t.Update(r, map[string]*string{name: distinct(*value, r.ID)})
		}
	}
	return r
}

// distinct returns a value that is unique to a record. An email address stays valid.
func distinct(value, id string) *string {
	local, domain, isAddress := strings.Cut(value, "@")
	value += "-" + id
	if isAddress {
		value = local + "+" + id + "@" + domain
	}
	return &value
}
