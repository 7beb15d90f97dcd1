package api

import (
	"net/http"
	"slices"
	"strings"
)

// MaxBatch is the number of rows of one batch call (spec, Limits).
const MaxBatch = 100

// BatchOf is the body of a batch call.
type BatchOf[T any] struct {
	Inputs *[]T `json:"inputs"`
}

// DecodeRows reads the rows of a batch call. It rejects more rows than the limit.
func DecodeRows[T any](c *Call, limit int) ([]T, *Error) {
	var in BatchOf[T]
	if err := c.Decode(&in); err != nil {
		return nil, err
	}
	return in.Rows(limit)
}

// Rows returns the rows of the body. It rejects more rows than the limit.
func (b BatchOf[T]) Rows(limit int) ([]T, *Error) {
	switch {
	case b.Inputs == nil:
		return nil, MissingFields("inputs")
	case len(*b.Inputs) > limit:
		return nil, Invalid(
			"The maximum number of inputs supported in a batch is %d. Please reduce the number of items and try again", limit,
		)
	}
	return *b.Inputs, nil
}

// RowError is one entry of the errors of a batch. It identifies rows by ids or trace ids, never by position, and
// may cover several rows.
type RowError struct {
	Status      string              `json:"status"`
	Category    string              `json:"category"`
	SubCategory string              `json:"subCategory,omitempty"`
	Message     string              `json:"message"`
	Context     map[string][]string `json:"context"`
	// Errors and Links are empty, but the published documents require them.
	Errors []any             `json:"errors"`
	Links  map[string]string `json:"links"`
}

// InRow returns the error as an entry of a batch response.
func (e *Error) InRow(context map[string][]string) RowError {
	return RowError{
		Status: "error", Category: e.Category, SubCategory: e.SubCategory, Message: e.Message, Context: context,
		Errors: []any{}, Links: map[string]string{},
	}
}

// BatchResult collects the results and errors of a batch.
type BatchResult struct {
	Results []any
	Errors  []RowError
}

// Add stores the result of a row, or its error with a context that identifies the row.
func (b *BatchResult) Add(result any, err *Error, context map[string][]string) {
	if err != nil {
		b.Errors = append(b.Errors, err.InRow(context))
		return
	}
	b.Results = append(b.Results, result)
}

// Answer returns the body of the batch response, with status 207 if a row failed.
//
// The platform guarantees no order of results. The emulation reverses the order of the input, so that an app that
// relies on the order fails here.
func (b BatchResult) Answer(c *Call, status int) (int, any, *Error) {
	now := Stamp(c.Now())
	slices.Reverse(b.Results)
	body := map[string]any{"status": "COMPLETE", "results": b.Results, "startedAt": now, "completedAt": now}
	if b.Results == nil {
		body["results"] = []any{}
	}
	if len(b.Errors) > 0 {
		status, body["numErrors"], body["errors"] = http.StatusMultiStatus, len(b.Errors), b.Errors
	}
	return status, body, nil
}

// RejectDuplicates returns an error for a batch that writes one record twice.
func RejectDuplicates(ids []string) *Error {
	seen, repeated := map[string]bool{}, []string(nil)
	for _, id := range ids {
		key := strings.ToLower(id)
		if seen[key] && !slices.Contains(repeated, id) {
			repeated = append(repeated, id)
		}
		seen[key] = true
	}
	if repeated == nil {
		return nil
	}
	e := Invalid("Duplicate IDs found in batch input: [%s]. IDs must be unique", strings.Join(repeated, ", "))
	e.Context = map[string][]string{"ids": repeated}
	return e
}
