package crash

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// left is the result of a run to compare, without times and ids.
type left struct {
	// Records are the first names in the CRM, by key.
	Records map[string][]string
	// Quarantined has the reason and data of quarantined rows, by key.
	Quarantined map[string][]string
	Cursor      string
	Status      string
	Counts      map[string]int
	// Open lists what the actor still stores of the ended run: pages, rows, an active run.
	Open []string
	// message is the message in the record of the run.
	message string
}

// ended reports whether the state of an install's actor has an ended run and no active one.
func ended(state map[string]string) bool {
	runs := 0
	for key, value := range state {
		if strings.HasPrefix(key, "run/log/") {
			var run struct{ EndedAt int64 }
			if json.Unmarshal([]byte(value), &run) != nil || run.EndedAt == 0 {
				return false
			}
			runs++
		}
	}
	return runs > 0
}

// leftBy reads the result of an ended run.
func leftBy(w *world, portal int64, state map[string]string) (left, error) {
	l := left{Records: map[string][]string{}, Quarantined: map[string][]string{}}
	contacts, err := w.contacts(portal)
	if err != nil {
		return l, err
	}
	for _, one := range contacts {
		l.Records[one.Email] = append(l.Records[one.Email], one.FirstName)
	}
	for _, key := range slices.Sorted(maps.Keys(state)) {
		if err := l.read(key, state[key]); err != nil {
			return l, fmt.Errorf("cannot read the state %s: %w: %s", key, err, state[key])
		}
	}
	return l, nil
}

func (l *left) read(key, value string) error {
	switch {
	case strings.HasPrefix(key, "poison/row/"):
		var row struct {
			Key          any
			Reason       string
			Data         any
			Cursor, Sync string
			Times        int
		}
		err := json.Unmarshal([]byte(value), &row)
		id := fmt.Sprint(row.Key)
		l.Quarantined[id] = append(l.Quarantined[id], fmt.Sprintf(
			"%s: %s, %v, cursor %q, %d times", row.Sync, row.Reason, row.Data, row.Cursor, row.Times,
		))
		return err
	case strings.HasPrefix(key, "run/log/"):
		var run struct {
			Status, Message string
			Counts          map[string]int
		}
		if l.Status != "" {
			l.Open = append(l.Open, "a second run: "+value+" after one that "+l.Status+": "+l.message)
		}
		err := json.Unmarshal([]byte(value), &run)
		l.Status, l.message, l.Counts = run.Status, run.Message, run.Counts
		return err
	case strings.HasPrefix(key, "sync/"):
		var sync struct {
			Cursor              string
			Run, Page, Arriving any
		}
		err := json.Unmarshal([]byte(value), &sync)
		l.Cursor = sync.Cursor
		for name, open := range map[string]any{"run": sync.Run, "page": sync.Page, "arriving": sync.Arriving} {
			if open != nil {
				l.Open = append(l.Open, name)
			}
		}
		return err
	case strings.HasPrefix(key, "stage/"), strings.HasPrefix(key, "inbox/row/"):
		l.Open = append(l.Open, key)
	}
	return nil
}

// lost counts rows of the ledger that are neither quarantined nor in the CRM with the expected value.
func (l left) lost() (lost int) {
	records, quarantined := expected()
	for key, first := range records {
		if !slices.Contains(l.Records[key], first) {
			lost++
		}
	}
	for key := range quarantined {
		if len(l.Quarantined[key]) == 0 {
			lost++
		}
	}
	return lost
}

// duplicates counts repeated records and quarantined rows.
func (l left) duplicates() (more int) {
	for _, all := range []map[string][]string{l.Records, l.Quarantined} {
		for _, same := range all {
			more += len(same) - 1
		}
	}
	return more
}

// against describes the differences from the result of an uninterrupted run.
func (l left) against(whole left) string {
	got, want := reflect.ValueOf(l), reflect.ValueOf(whole)
	var differences []string
	for i := range got.NumField() {
		if !got.Type().Field(i).IsExported() {
			continue
		}
		if a, b := got.Field(i).Interface(), want.Field(i).Interface(); !reflect.DeepEqual(a, b) {
			differences = append(differences, fmt.Sprintf("%s: %s", got.Type().Field(i).Name, differenceOf(a, b)))
		}
	}
	return strings.Join(differences, "; ")
}

// differenceOf describes a difference, with only the first few of many records.
func differenceOf(got, want any) string {
	a, isMap := got.(map[string][]string)
	if !isMap {
		return fmt.Sprintf("%v instead of %v", got, want)
	}
	b := want.(map[string][]string)
	var differences []string
	for _, key := range slices.Sorted(maps.Keys(b)) {
		if !reflect.DeepEqual(a[key], b[key]) {
			differences = append(differences, fmt.Sprintf("%s has %q instead of %q", key, a[key], b[key]))
		}
	}
	for key := range a {
		if _, known := b[key]; !known {
			differences = append(differences, fmt.Sprintf("unexpected %s with %q", key, a[key]))
		}
	}
	const few = 3
	if len(differences) > few {
		differences = append(differences[:few], fmt.Sprintf("and %d more", len(differences)-few))
	}
	return strings.Join(differences, ", ")
}
