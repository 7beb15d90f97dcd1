// This file holds what all batches have in common: how many rows they take, and the answer that says which failed.

package crmsim

import (
	"net/http"
	"slices"
	"strings"
)

// maxBatch is how many rows one call takes; spec, Limits.
const maxBatch = 100

// batchOf is the body of a batch.
type batchOf[T any] struct {
	Inputs *[]T `json:"inputs"`
}

// rowsOf reads the rows of a batch.
func rowsOf[T any](c *call, most int) ([]T, *apiError) {
	var in batchOf[T]
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	return in.rows(most)
}

func (b batchOf[T]) rows(most int) ([]T, *apiError) {
	switch {
	case b.Inputs == nil:
		return nil, unset("inputs")
	case len(*b.Inputs) > most:
		return nil, invalid(
			"The maximum number of inputs supported in a batch is %d. Please reduce the number of items and try again", most,
		)
	}
	return *b.Inputs, nil
}

// rowError is one entry of the errors of a batch. It may be about several rows, and says which by ids or trace
// ids: never by position.
type rowError struct {
	Status      string              `json:"status"`
	Category    string              `json:"category"`
	SubCategory string              `json:"subCategory,omitempty"`
	Message     string              `json:"message"`
	Context     map[string][]string `json:"context"`
}

// inRow is the error as a row of a batch has it.
func (e *apiError) inRow(context map[string][]string) rowError {
	return rowError{
		Status: "error", Category: e.category, SubCategory: e.subCategory, Message: e.message, Context: context,
	}
}

// outcome is what became of a batch.
type outcome struct {
	results []any
	errors  []rowError
}

// answer is the body of a batch: 207 when a row failed. The platform gives results in no order that could be
// relied on; here it is the reverse of the input's, so that whoever relies on it finds out.
func (o outcome) answer(c *call, status int) (int, any, *apiError) {
	now := stamp(c.now())
	slices.Reverse(o.results)
	body := map[string]any{"status": "COMPLETE", "results": o.results, "startedAt": now, "completedAt": now}
	if o.results == nil {
		body["results"] = []any{}
	}
	if len(o.errors) > 0 {
		status, body["numErrors"], body["errors"] = http.StatusMultiStatus, len(o.errors), o.errors
	}
	return status, body, nil
}

// duplicates refuses a batch that writes one record twice.
func duplicates(ids []string) *apiError {
	seen, twice := map[string]bool{}, []string(nil)
	for _, id := range ids {
		key := strings.ToLower(id)
		if seen[key] && !slices.Contains(twice, id) {
			twice = append(twice, id)
		}
		seen[key] = true
	}
	if twice == nil {
		return nil
	}
	e := invalid("Duplicate IDs found in batch input: [%s]. IDs must be unique", strings.Join(twice, ", "))
	e.context = map[string][]string{"ids": twice}
	return e
}

// allTraced reports whether every row carries a trace id of its own: only then may rows fail one by one.
func allTraced(traces []string) bool {
	seen := map[string]bool{}
	for _, trace := range traces {
		if trace == "" || seen[trace] {
			return false
		}
		seen[trace] = true
	}
	return true
}
