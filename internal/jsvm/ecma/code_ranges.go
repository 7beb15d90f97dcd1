package ecma

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// codeRange is a range of characters, both ends included.
type codeRange struct{ low, high rune }

// writeRange writes r without surrogates: a pattern cannot contain them.
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

func normalize(ranges []codeRange) []codeRange {
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
	return invert(normalize(append(invert(normalize(from)), what...)))
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
