// This file answers batches that read records.

package crmsim

import "net/http"

// rowID names one record.
type rowID struct {
	ID looseNumber `json:"id"`
}

// readBatch reads records by their ids, or by a property with unique values. It shows no associations.
func (c *call) readBatch() (int, any, *apiError) {
	kind, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	var in struct {
		batchOf[rowID]
		Properties            []string `json:"properties"`
		PropertiesWithHistory []string `json:"propertiesWithHistory"`
		IDProperty            string   `json:"idProperty"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	rows, err := in.rows(maxBatch)
	switch {
	case err != nil:
		return 0, nil, err
	case len(in.PropertiesWithHistory) > 0 && len(rows) > maxHistory:
		return 0, nil, invalid(
			"The maximum number of inputs supported in a batch request for property histories is %d. Please reduce the number of items and try again",
			maxHistory,
		)
	}
	find := records.live
	switch {
	case in.IDProperty != "" && in.IDProperty != kind.objectID:
		if !kind.Properties[in.IDProperty].Unique {
			return 0, nil, invalid("idProperty %q is not a property with unique values", in.IDProperty)
		}
		find = func(value string) *record { return records.having(in.IDProperty, value) }
	case c.request.URL.Query().Get("archived") == "true":
		find = records.binned
	}
	var done outcome
	var missing []string
	shown := map[*record]bool{}
	for _, row := range rows {
		r := find(string(row.ID))
		switch {
		case r == nil:
			missing = append(missing, string(row.ID))
		case !shown[r]:
			shown[r] = true
			view := r.view(kind, in.Properties)
			r.withHistory(view, kind, in.PropertiesWithHistory)
			done.results = append(done.results, view)
		}
	}
	if len(missing) > 0 {
		done.errors = append(done.errors, noneOf(kind).inRow(map[string][]string{"ids": missing}))
	}
	return done.answer(c, http.StatusOK)
}

// noneOf is the error of a batch for the ids that no record has: one for all of them.
func noneOf(kind *ObjectType) *apiError {
	return absent(
		"Could not get some %s objects, they may be deleted or not exist. Check that ids are valid.", kind.enrolledName(),
	)
}
