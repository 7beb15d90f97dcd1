// This file knows the characters of Unicode properties, as ranges for a class of a regular expression.

package ecma

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// codeRange is a range of characters, both ends included.
type codeRange struct{ low, high rune }

// knownRanges holds what was asked for before, by name: written out as the inside of a class.
var knownRanges sync.Map

// propertyRanges is the property called name, or its complement, as the inside of a class.
func propertyRanges(name string, complement bool) (string, error) {
	key := fmt.Sprint(name, complement)
	if known, ok := knownRanges.Load(key); ok {
		return known.(string), nil
	}
	ranges, err := findProperty(name)
	if err != nil {
		return "", err
	}
	ranges = normalise(ranges)
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

// writeRange leaves out halves of characters: a pattern cannot hold them.
func writeRange(class *strings.Builder, r codeRange) {
	if r.low < 0xD800 && r.high > 0xDFFF {
		writeRange(class, codeRange{r.low, 0xD7FF})
		writeRange(class, codeRange{0xE000, r.high})
		return
	}
	if r.low >= 0xD800 && r.low <= 0xDFFF || r.high >= 0xD800 && r.high <= 0xDFFF {
		if r.low < 0xD800 {
			writeRange(class, codeRange{r.low, 0xD7FF})
		}
		if r.high > 0xDFFF {
			writeRange(class, codeRange{0xE000, r.high})
		}
		return
	}
	writeCharacter(class, r.low)
	if r.high > r.low {
		class.WriteByte('-')
		writeCharacter(class, r.high)
	}
}

func writeCharacter(class *strings.Builder, r rune) {
	switch {
	case r > ' ' && r < 0x7F && !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'):
		fmt.Fprintf(class, `\x%02x`, r)
	case r <= ' ' || r >= 0x7F && r < 0xA0:
		fmt.Fprintf(class, `\x%02x`, r)
	default:
		class.WriteRune(r)
	}
}

func normalise(ranges []codeRange) []codeRange {
	slices.SortFunc(ranges, func(a, b codeRange) int { return int(a.low - b.low) })
	var merged []codeRange
	for _, r := range ranges {
		if last := len(merged) - 1; last >= 0 && r.low <= merged[last].high+1 {
			merged[last].high = max(merged[last].high, r.high)
			continue
		}
		merged = append(merged, r)
	}
	return merged
}

func invert(ranges []codeRange) []codeRange {
	var inverted []codeRange
	next := rune(0)
	for _, r := range ranges {
		if r.low > next {
			inverted = append(inverted, codeRange{next, r.low - 1})
		}
		next = r.high + 1
	}
	if next <= unicode.MaxRune {
		inverted = append(inverted, codeRange{next, unicode.MaxRune})
	}
	return inverted
}

func subtract(from, what []codeRange) []codeRange {
	return invert(normalise(append(invert(normalise(from)), what...)))
}

func fromTables(tables ...*unicode.RangeTable) []codeRange {
	var ranges []codeRange
	add := func(low, high, stride rune) {
		if stride == 1 {
			ranges = append(ranges, codeRange{low, high})
			return
		}
		for r := low; r <= high; r += stride {
			ranges = append(ranges, codeRange{r, r})
		}
	}
	for _, table := range tables {
		for _, r := range table.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return ranges
}

// findProperty reads what stands between the braces: `L`, `Letter`, `gc=Lu`, `Script=Greek`, `Alphabetic`.
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

// binaryProperty knows the properties of Go's tables, those that follow from them, and those of emoji.
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

// emojiRanges reads prelude/emoji.txt.
var emojiRanges = sync.OnceValue(func() map[string][]codeRange {
	tables := map[string][]codeRange{}
	text, _ := preludeScripts.ReadFile("prelude/emoji.txt") // embedded: it cannot be missing
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
