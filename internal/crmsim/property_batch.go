// This file answers batches of properties. A row that fails leaves the others alone.

package crmsim

import "net/http"

// namedRow names one property.
type namedRow struct {
	Name string `json:"name"`
}

func (c *call) createProperties() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	rows, err := rowsOf[propertyInput](c, maxBatch)
	if err != nil {
		return 0, nil, err
	}
	var done outcome
	for _, row := range rows {
		if missing := row.missing(); len(missing) > 0 {
			return 0, nil, unset(missing...) // the platform reads the whole body before it makes anything
		}
	}
	for _, row := range rows {
		view, err := c.addProperty(kind, row)
		if err != nil {
			done.errors = append(done.errors, err.inRow(map[string][]string{"name": {*row.Name}}))
			continue
		}
		done.results = append(done.results, view)
	}
	return done.answer(c, http.StatusCreated)
}

func (c *call) readProperties() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	var in struct {
		batchOf[namedRow]
		Archived bool `json:"archived"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	rows, err := in.rows(maxBatch)
	if err != nil {
		return 0, nil, err
	}
	var done outcome
	for _, row := range rows {
		p, known := kind.named(row.Name, in.Archived)
		if !known {
			done.errors = append(done.errors, noProperty(row.Name).inRow(map[string][]string{"name": {row.Name}}))
			continue
		}
		done.results = append(done.results, c.viewProperty(kind, row.Name, p))
	}
	return done.answer(c, http.StatusOK)
}

// archiveProperties takes properties away; names that there are not are passed over.
func (c *call) archiveProperties() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	rows, err := rowsOf[namedRow](c, maxBatch)
	if err != nil {
		return 0, nil, err
	}
	for _, row := range rows {
		if p, known := kind.Properties[row.Name]; known {
			if err := c.binProperty(kind, row.Name, p); err != nil {
				return 0, nil, err
			}
		}
	}
	return http.StatusNoContent, nil, nil
}
