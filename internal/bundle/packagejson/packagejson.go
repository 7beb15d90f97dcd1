// Package packagejson reads what a package.json says about where the files of its package are.
package packagejson

import (
	"encoding/json"
	"strings"
)

// File is what a package.json says about where its files are.
type File struct {
	Main    any             `json:"main"`
	Module  any             `json:"module"`
	Browser any             `json:"browser"`
	Exports json.RawMessage `json:"exports"`
	Imports json.RawMessage `json:"imports"`
}

// MaxPath is the length of the longest path that is resolved, in bytes: that of Linux.
const MaxPath = 4096

// Targets returns the paths to which a path can lead, given the value of `exports` or `imports`: those of all
// conditions. A target that is too long to be resolved is replaced by another one that is.
func Targets(value any, path string) []string { return targetsOf(value, path, "", nil) }

// targetsOf adds the paths in a value to which a path can lead. A key that starts with "." or "#" is a path, with "*"
// for any text, and other keys are conditions. matched is the text for "*" in the value.
func targetsOf(value any, path, matched string, targets []string) []string {
	switch value := value.(type) {
	case string:
		if stars := strings.Count(value, "*"); len(value)+stars*len(matched) > MaxPath {
			return append(targets, "./"+strings.Repeat("*", MaxPath))
		}
		targets = append(targets, strings.ReplaceAll(value, "*", matched))
		if strings.HasSuffix(value, "/") {
			targets = append(targets, value+matched)
		}
	case []any:
		for _, one := range value {
			targets = targetsOf(one, path, matched, targets)
		}
	case map[string]any:
		for key, one := range value {
			if !strings.HasPrefix(key, ".") && !strings.HasPrefix(key, "#") {
				targets = targetsOf(one, path, matched, targets)
				continue
			}
			if text, ok := matchKey(key, path); ok {
				targets = targetsOf(one, path, text, targets)
			}
		}
	}
	return targets
}

// matchKey returns the text for "*" in a key that a path matches, or for what follows a key that ends with a slash.
func matchKey(key, path string) (text string, ok bool) {
	before, after, wild := strings.Cut(key, "*")
	rest, ok := strings.CutPrefix(path, before)
	switch {
	case !ok:
		return "", false
	case wild:
		return strings.CutSuffix(rest, after)
	}
	return rest, rest == "" || strings.HasSuffix(key, "/")
}
