// This file finds the word that a user probably meant.

package rules

import (
	"fmt"
	"strings"
)

// nearest is the known word that a mistyped one probably stands for; "" when none is close.
// Case, hyphens and underscores do not count, since mixing them up is the commonest slip.
func nearest(word string, known []string) string {
	if len(word) > maxTypoLength {
		return ""
	}
	best, bestDistance := "", maxTypoDistance(word)+1
	for _, candidate := range known {
		if candidate == word {
			continue // it is what was written
		}
		if d := editDistance(plainWord(word), plainWord(candidate)); d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// didYouMean is the hint `did you mean "x"?`, or "" when no known word is close.
func didYouMean(word string, known []string) string {
	if near := nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// maxTypoLength bounds the work on hostile input; nobody mistypes a longer name.
const maxTypoLength = 64

// maxTypoDistance allows one slip in a short word and one in about three letters of a longer one.
func maxTypoDistance(word string) int {
	return min(1+len(word)/4, 3)
}

func plainWord(word string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(word))
}

// editDistance counts insertions, deletions, replacements and swaps of neighbours.
func editDistance(a, b string) int {
	twoBack, back, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range back {
		back[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(back[j]+1, row[j-1]+1, back[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], twoBack[j-2]+1)
			}
		}
		twoBack, back, row = back, row, twoBack
	}
	return back[len(b)]
}
