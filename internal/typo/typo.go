// Package typo finds the known word that a mistyped word most likely means. Start at Nearest.
package typo

import (
	"strings"
	"unicode"
)

// Nearest returns the candidate that is nearest to word, or "" if none is near. Differences in letter case, hyphens and
// underscores count little. If several are equally near, the first wins.
func Nearest(word string, candidates []string) string {
	best, _ := Near(word, candidates)
	return best
}

// Near is Nearest. alone reports whether no other candidate is as near.
func Near(word string, candidates []string) (best string, alone bool) {
	if len(word) > maxLength {
		return "", false
	}
	bestDistance := limit(word) + 1
	folded := fold(word)
	for _, candidate := range candidates {
		if candidate == word {
			continue // an exact match needs no suggestion
		}
		switch d := distance(folded, fold(candidate)); {
		case d < bestDistance:
			best, bestDistance, alone = candidate, d, true
		case d == bestDistance && candidate != best:
			alone = false
		}
	}
	return best, alone && best != ""
}

// maxLength bounds the work on hostile input, in bytes. No candidate is longer.
const maxLength = 64

// limit returns how many typos a word may have: one, and one more per four letters.
func limit(word string) int { return min(3, 1+len(word)/4) }

func fold(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_ ", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, word)
}

// distance is the optimal string alignment distance in bytes: insertions, deletions, substitutions and swaps of
// neighbors.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
