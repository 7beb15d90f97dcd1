package manifest

import "strings"

// ScriptName returns the name of the edge script of a worker, or of the app worker if worker is empty. The name of an
// environment is appended to it.
func ScriptName(slug, worker string) string {
	if worker == "" {
		return slug
	}
	return slug + "-" + Slug(worker)
}

// Slug returns a name in lower case, with one hyphen for each run of characters other than a-z and digits.
func Slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// IsSlug reports whether text is a result of Slug other than "".
func IsSlug(text string) bool { return text != "" && Slug(text) == text }

// DeriveUID returns the default uid of an id in UPPER_SNAKE: "CAR_LEASE" for "car-lease" and "carLease".
// sdk/src/declare/uid.ts is the same in TypeScript; both pass the vectors in contract/uids.
func DeriveUID(id string) string {
	var b strings.Builder
	gap := false
	for i := range len(id) {
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
