// This file makes rows: what the system behind a source answers when a sync is fed a number of them.

package simulate

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// rowMark stands for the number of a row in the texts of an answer.
const rowMark = "{n}"

// HasRows reports whether an answer has a list with one element to be repeated.
func HasRows(answer json.RawMessage) bool {
	_, found := manyRows(answer, 1)
	return found
}

// manyRows repeats the only element of each list that holds a rowMark: n of them, numbered from 1.
func manyRows(answer json.RawMessage, n int) (json.RawMessage, bool) {
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return answer, false
	}
	r := repeater{n: n}
	value = r.walk(value)
	text, err := json.Marshal(value)
	if err != nil {
		return answer, false
	}
	return text, r.found
}

type repeater struct {
	n     int
	found bool
}

func (r *repeater) walk(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			value[name] = r.walk(member)
		}
	case []any:
		if len(value) == 1 && isMarked(value[0]) {
			r.found = true
			return r.rows(value[0])
		}
		for i := range value {
			value[i] = r.walk(value[i])
		}
	}
	return value
}

func (r *repeater) rows(model any) []any {
	rows := make([]any, r.n)
	for i := range rows {
		rows[i] = numbered(model, strconv.Itoa(i+1))
	}
	return rows
}

func isMarked(value any) bool {
	switch value := value.(type) {
	case string:
		return strings.Contains(value, rowMark)
	case []any:
		for _, element := range value {
			if isMarked(element) {
				return true
			}
		}
	case map[string]any:
		for _, member := range value {
			if isMarked(member) {
				return true
			}
		}
	}
	return false
}

// numbered is a copy with the number in place of each mark.
func numbered(value any, number string) any {
	switch value := value.(type) {
	case string:
		return strings.ReplaceAll(value, rowMark, number)
	case []any:
		list := make([]any, len(value))
		for i, element := range value {
			list[i] = numbered(element, number)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(value))
		for name, member := range value {
			object[name] = numbered(member, number)
		}
		return object
	}
	return value
}
