package crash

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

const (
	ledgerHost = "ledger.example"
	ledgerRows = 1_000
	ledgerPage = 250
	// chunkRows is the number of rows in one call of the CRM (spec, Sync row and pipeline rules).
	chunkRows = 100
)

// ledgerRow is a row of the ledger. One in 50 is invalid, the CRM rejects one in 70, and one in 90 repeats the key of
// the row before.
type ledgerRow struct {
	Key  string         `json:"key"`
	Data map[string]any `json:"data"`
}

// isRejected reports whether the CRM rejects the record.
func isRejected(i int) bool { return i%70 == 69 }

func rowAt(i int) ledgerRow {
	row := ledgerRow{Key: fmt.Sprintf("k%d@ledger.example", i), Data: map[string]any{"first": fmt.Sprintf("n%d", i)}}
	switch {
	case i%50 == 49:
		row.Data["first"] = []int{i}
	case isRejected(i):
		row.Key = fmt.Sprintf("k%d has no address", i)
	case i%90 == 89:
		row.Key = rowAt(i - 1).Key
	}
	return row
}

// expected returns the expected first names by key, and the keys of the rows to quarantine.
func expected() (records map[string]string, quarantined map[string]bool) {
	records, quarantined = map[string]string{}, map[string]bool{}
	for i := range ledgerRows {
		row := rowAt(i)
		if first, fits := row.Data["first"].(string); fits && !isRejected(i) {
			records[row.Key] = first
		} else {
			quarantined[row.Key] = true
		}
	}
	return records, quarantined
}

// serveLedger responds with the page at a cursor.
func serveLedger(w http.ResponseWriter, r *http.Request) {
	from := 0
	if cursor := r.URL.Query().Get("cursor"); cursor != "" {
		var err error
		if from, err = strconv.Atoi(cursor); err != nil || from < 0 || from >= ledgerRows {
			http.Error(w, "unknown cursor", http.StatusBadRequest)
			return
		}
	}
	page := struct {
		Rows   []ledgerRow `json:"rows"`
		Cursor string      `json:"cursor,omitempty"`
	}{}
	for i := from; i < from+ledgerPage; i++ {
		page.Rows = append(page.Rows, rowAt(i))
	}
	if from+ledgerPage < ledgerRows {
		page.Cursor = strconv.Itoa(from + ledgerPage)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(page) // fails only when the client disconnected
}
