// This file tells names of bindings from keys that were pasted in their place.

package rules

import "strings"

// isUpperSnake reports whether a name is made of upper-case letters, digits and underscores, a letter first.
func isUpperSnake(name string) bool {
	return isIdentifier(name) && name[0] != '_' && name == strings.ToUpper(name)
}

const (
	// minKeyLength is where random text begins to be a key, in characters: 96 bits as hexadecimal are 24.
	minKeyLength = 24
	// minMixedRun is the length of a run of letters and digits, mixed, that no name has.
	minMixedRun = 16
)

// keyPrefixes are what the keys of well-known services start with.
var keyPrefixes = []string{
	"sk_", "pk_", "rk_", "whsec_", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "pat-", "eyJ", "-----BEGIN",
	"Bearer ", "Basic ",
}

// looksLikeKey reports whether a text is rather a key than the name of one: a known prefix, much
// hexadecimal, or a long run in which letters and digits are mixed.
func looksLikeKey(text string) bool {
	for _, prefix := range keyPrefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	if len(text) >= minKeyLength && strings.Trim(text, "0123456789abcdefABCDEF") == "" {
		return true
	}
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		if len(run) >= minMixedRun && switches(run) >= 3 {
			return true
		}
	}
	return false
}

// switches counts how often a run changes between letters and digits: OAUTH2TOKEN does twice, a key all the time.
func switches(run string) int {
	count := 0
	for i := 1; i < len(run); i++ {
		if isDigit(run[i]) != isDigit(run[i-1]) {
			count++
		}
	}
	return count
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
