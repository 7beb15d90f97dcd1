// This file answers batches that write records.

package crmsim

import "net/http"

// writeRow is one row of a create, an update or an upsert.
type writeRow struct {
	ID         looseNumber `json:"id"`
	IDProperty string      `json:"idProperty"`
	Trace      string      `json:"objectWriteTraceId"`
	input
}

// planned is a row on its way.
type planned struct {
	row    writeRow
	change change
	fresh  *bool // whether an upsert makes a new record
	view   map[string]any
	err    *apiError
	// alone says that there is no such record, which no other row of any batch suffers from.
	alone bool
}

// writes are the three batches, by the last segment of their path.
var writes = map[string]struct {
	status int
	plan   func(*call, *table, writeRow, claims) planned
	keyed  bool // by an id
}{
	"create": {http.StatusCreated, (*call).planNewRow, false},
	"update": {http.StatusOK, (*call).planUpdateRow, true},
	"upsert": {http.StatusOK, (*call).planUpsertRow, true},
}

// writesRecords is the handler of one of the batches.
func writesRecords(kind string) func(*call) (int, any, *apiError) {
	return func(c *call) (int, any, *apiError) { return c.writeBatch(kind) }
}

// writeBatch writes rows. When each has a trace id of its own they succeed or fail one by one; else one bad row
// fails them all, and nothing is written.
func (c *call) writeBatch(kind string) (int, any, *apiError) {
	_, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	rows, err := rowsOf[writeRow](c, maxBatch)
	if err != nil {
		return 0, nil, err
	}
	write := writes[kind]
	var ids, traces []string
	for _, row := range rows {
		if row.Properties == nil {
			return 0, nil, unset("properties")
		}
		if write.keyed && row.ID == "" {
			return 0, nil, unset("id")
		}
		ids, traces = append(ids, string(row.ID)), append(traces, row.Trace)
	}
	if write.keyed {
		if err := duplicates(ids); err != nil {
			return 0, nil, err
		}
	}
	var plans []planned
	if allTraced(traces) {
		for _, row := range rows {
			plans = append(plans, write.plan(c, records, row, claims{}).run(row, records.kind))
		}
		return written(records.kind, plans).answer(c, write.status)
	}
	claimed := claims{}
	for _, row := range rows {
		p := write.plan(c, records, row, claimed)
		if p.err != nil {
			return 0, nil, p.err
		}
		plans = append(plans, p)
	}
	for i, row := range rows {
		plans[i] = plans[i].run(row, records.kind)
	}
	return written(records.kind, plans).answer(c, write.status)
}

// run makes the change of a row that has one.
func (p planned) run(row writeRow, kind *ObjectType) planned {
	p.row = row
	if p.change == nil {
		return p
	}
	p.view = p.change().whole(kind)
	if row.Trace != "" {
		p.view["objectWriteTraceId"] = row.Trace
	}
	if p.fresh != nil {
		p.view["new"] = *p.fresh
	}
	return p
}

// written is what became of the rows; of one without a record and without an error the platform says nothing.
func written(kind *ObjectType, plans []planned) outcome {
	var done outcome
	var missing, missingTraces []string
	for _, p := range plans {
		switch {
		case p.view != nil:
			done.results = append(done.results, p.view)
		case p.alone:
			missing = append(missing, string(p.row.ID))
			if p.row.Trace != "" {
				missingTraces = append(missingTraces, p.row.Trace)
			}
		case p.err != nil:
			done.errors = append(done.errors, p.err.inRow(map[string][]string{"objectWriteTraceId": {p.row.Trace}}))
		}
	}
	if len(missing) > 0 {
		context := map[string][]string{"ids": missing}
		if len(missingTraces) > 0 {
			context["objectWriteTraceId"] = missingTraces
		}
		done.errors = append(done.errors, noneOf(kind).inRow(context))
	}
	return done
}

func (c *call) planNewRow(records *table, row writeRow, claimed claims) planned {
	change, err := c.planCreate(records, row.input, claimed)
	return planned{change: change, err: err}
}

// planUpdateRow finds a row's record by id, or by a property of the account with unique values; the address of a
// contact is none that this batch takes.
func (c *call) planUpdateRow(records *table, row writeRow, claimed claims) planned {
	find := records.live
	if row.IDProperty != "" {
		if row.IDProperty == "email" || !records.kind.Properties[row.IDProperty].Unique {
			return planned{err: notUnique(records.kind, row.IDProperty)}
		}
		find = func(value string) *record { return records.having(row.IDProperty, value) }
	} else if records.merged[canonical(string(row.ID))] != nil {
		return planned{}
	}
	r := find(string(row.ID))
	if r == nil {
		return planned{alone: true}
	}
	change, err := c.planUpdate(records, r, row.input, claimed)
	return planned{change: change, err: err}
}

// planUpsertRow updates the record with the row's value of a unique property, or makes it.
func (c *call) planUpsertRow(records *table, row writeRow, claimed claims) planned {
	if row.IDProperty == "" {
		return planned{err: unset("idProperty")}
	}
	if !records.kind.Properties[row.IDProperty].Unique {
		return planned{err: notUnique(records.kind, row.IDProperty)}
	}
	r := records.having(row.IDProperty, string(row.ID))
	fresh := r == nil
	if !fresh {
		change, err := c.planUpdate(records, r, row.input, claimed)
		return planned{change: change, err: err, fresh: &fresh}
	}
	made := map[string]any{row.IDProperty: string(row.ID)}
	for name, value := range row.Properties {
		made[name] = value
	}
	row.Properties = made
	change, err := c.planCreate(records, row.input, claimed)
	return planned{change: change, err: err, fresh: &fresh}
}

func notUnique(kind *ObjectType, property string) *apiError {
	return invalid("Unable to perform update/upsert by non-unique %s property %s", kind.ID, property)
}

// archiveBatch archives records; ids that no record has are passed over.
func (c *call) archiveBatch() (int, any, *apiError) {
	_, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	rows, err := rowsOf[rowID](c, maxBatch)
	if err != nil {
		return 0, nil, err
	}
	for _, row := range rows {
		if r := records.live(string(row.ID)); r != nil {
			records.archive(r, c.now())
		}
	}
	return http.StatusNoContent, nil, nil
}
