// This file is the ledger: 1,000 rows in four pages. One in fifty does not fit, one in seventy is refused by the CRM,
// one in ninety stands for another one of its page.

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
	// chunkRows is how many rows one call of the CRM takes: spec, Sync row and pipeline rules.
	chunkRows = 100
)

type ledgerRow struct {
	Key  string         `json:"key"`
	Data map[string]any `json:"data"`
}

// isRefused says that the CRM takes no such record.
func isRefused(i int) bool { return i%70 == 69 }

func rowAt(i int) ledgerRow {
	row := ledgerRow{Key: fmt.Sprintf("k%d@ledger.example", i), Data: map[string]any{"first": fmt.Sprintf("n%d", i)}}
	switch {
	case i%50 == 49:
		row.Data["first"] = []int{i}
	case isRefused(i):
		row.Key = fmt.Sprintf("k%d has no address", i)
	case i%90 == 89:
		row.Key = rowAt(i - 1).Key
	}
	return row
}

// expected are the records that there have to be, by key, and the keys of the rows that have to be set aside.
func expected() (records map[string]string, aside map[string]bool) {
	records, aside = map[string]string{}, map[string]bool{}
	for i := range ledgerRows {
		row := rowAt(i)
		if first, fits := row.Data["first"].(string); fits && !isRefused(i) {
			records[row.Key] = first
		} else {
			aside[row.Key] = true
		}
	}
	return records, aside
}

// serveLedger gives the page after a cursor.
func serveLedger(w http.ResponseWriter, r *http.Request) {
	from := 0
	if cursor := r.URL.Query().Get("cursor"); cursor != "" {
		var err error
		if from, err = strconv.Atoi(cursor); err != nil || from < 0 || from >= ledgerRows {
			http.Error(w, "there is no such cursor", http.StatusBadRequest)
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
	_ = json.NewEncoder(w).Encode(page) // a client that has gone cannot be told
}
