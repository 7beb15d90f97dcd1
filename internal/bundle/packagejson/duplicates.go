package packagejson

import (
	"bytes"
	"encoding/json"
)

const (
	// duplicatesFrom is the size of a package.json, in bytes, from which duplicate keys are counted.
	duplicatesFrom = 64 << 10
	// MaxDuplicates is how many keys a package.json may repeat. esbuild takes a time for each that grows with the file.
	MaxDuplicates = 100
)

// RepeatsKeys reports whether more than MaxDuplicates keys of a JSON text repeat another one of their object.
func RepeatsKeys(text []byte) bool {
	if len(text) < duplicatesFrom {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	var open []map[string]bool // the keys of the objects around, nil for a list
	isKey, repeated := false, 0
	for repeated <= MaxDuplicates {
		token, err := decoder.Token()
		if err != nil {
			return false // the end, or esbuild reports the error
		}
		switch token {
		case json.Delim('{'):
			open, isKey = append(open, map[string]bool{}), true
			continue
		case json.Delim('['):
			open, isKey = append(open, nil), false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if key, isText := token.(string); isKey && isText {
				keys := open[len(open)-1]
				if keys[key] {
					repeated++
				}
				keys[key], isKey = true, false
				continue
			}
		}
		isKey = len(open) > 0 && open[len(open)-1] != nil
	}
	return true
}
