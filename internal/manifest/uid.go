package manifest

import "strings"

// DeriveUID returns the default uid of an id in UPPER_SNAKE: "CAR_LEASE" for "car-lease" and "carLease".
// sdk/src/declare/uid.ts is the same in TypeScript; both pass the vectors in contract/uids.
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

// startsWord reports whether the capital at i starts a word: it follows a lower-case letter, or it follows a capital or
// digit and precedes a lower-case letter.
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
