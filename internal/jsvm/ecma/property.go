package ecma

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// knownRanges caches the results of propertyRanges.
var knownRanges sync.Map

// propertyRanges returns a property or its complement as the inside of a character class.
func propertyRanges(name string, complement bool) (string, error) {
	key := fmt.Sprint(name, complement)
	if known, ok := knownRanges.Load(key); ok {
		return known.(string), nil
	}
	ranges, err := findProperty(name)
	if err != nil {
		return "", err
	}
	ranges = normalize(ranges)
	if complement {
		ranges = invert(ranges)
	}
	var class strings.Builder
	for _, r := range ranges {
		writeRange(&class, r)
	}
	knownRanges.Store(key, class.String())
	return class.String(), nil
}

// findProperty parses the text between the braces: `L`, `Letter`, `gc=Lu`, `Script=Greek`, `Alphabetic`.
func findProperty(name string) ([]codeRange, error) {
	kind, value, hasValue := strings.Cut(name, "=")
	if !hasValue {
		if ranges := category(name); ranges != nil {
			return ranges, nil
		}
		return binaryProperty(name)
	}
	switch kind {
	case "General_Category", "gc":
		if ranges := category(value); ranges != nil {
			return ranges, nil
		}
	case "Script", "sc":
		if long, ok := scriptAliases[value]; ok {
			value = long
		}
		if table, ok := unicode.Scripts[value]; ok {
			return fromTables(table), nil
		}
	case "Script_Extensions", "scx":
		return nil, fmt.Errorf("the property %s is not available in svc's local engine", name)
	}
	return nil, fmt.Errorf("Invalid property name")
}

func category(name string) []codeRange {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	switch name {
	case "Cs":
		return []codeRange{{0xD800, 0xDFFF}}
	case "punct":
		name = "P"
	}
	if table, ok := unicode.Categories[name]; ok {
		return fromTables(table)
	}
	return nil
}

// binaryProperty finds a property in Go's tables, derivedProperties or the emoji.
func binaryProperty(name string) ([]codeRange, error) {
	if alias, ok := propertyAliases[name]; ok {
		name = alias
	}
	if derive, ok := derivedProperties[name]; ok {
		return derive(), nil
	}
	if table, ok := unicode.Properties[name]; ok {
		return fromTables(table), nil
	}
	if ranges := emojiRanges()[name]; ranges != nil {
		return ranges, nil
	}
	if slices.Contains(unknownProperties, name) {
		return nil, fmt.Errorf("the property %s is not available in svc's local engine", name)
	}
	return nil, fmt.Errorf("Invalid property name")
}

// emojiRanges parses prelude/emoji.txt.
var emojiRanges = sync.OnceValue(func() map[string][]codeRange {
	tables := map[string][]codeRange{}
	text, _ := preludeScripts.ReadFile("prelude/emoji.txt") // embedded, so it exists
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		for _, field := range fields[1:] {
			low, high, isRange := strings.Cut(field, "-")
			if !isRange {
				high = low
			}
			from, _ := strconv.ParseInt(low, 16, 32)
			to, _ := strconv.ParseInt(high, 16, 32)
			tables[fields[0]] = append(tables[fields[0]], codeRange{rune(from), rune(to)})
		}
	}
	return tables
})
