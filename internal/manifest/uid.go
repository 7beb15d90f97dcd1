// This file derives the portal-side identity of app objects, associations and events.

package manifest

import "strings"

// DeriveUID is the uid that an id gets when none is declared: UPPER_SNAKE, so "car-lease" and
// "carLease" are both "CAR_LEASE". Its twin in TypeScript is sdk/src/declare/uid.ts; contract/uids
// holds them together.
func DeriveUID(id string) string {
	var b strings.Builder
	gap := false
	for i := 0; i < len(id); i++ {
		c := id[i]
		if !isLower(c) && !isUpper(c) && !isDigit(c) {
			gap = true
			continue
		}
		if (gap || startsWord(id, i)) && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		if isLower(c) {
			c -= 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// startsWord reports whether the capital at i begins a word: after a small letter, or before one when a
// capital or digit stands in front.
func startsWord(id string, i int) bool {
	if i == 0 || !isUpper(id[i]) {
		return false
	}
	before := id[i-1]
	return isLower(before) || ((isUpper(before) || isDigit(before)) && i+1 < len(id) && isLower(id[i+1]))
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
