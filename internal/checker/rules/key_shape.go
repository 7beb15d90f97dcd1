package rules

import "strings"

// isUpperSnake reports whether a name consists of upper-case letters, digits and underscores, with a leading letter.
func isUpperSnake(name string) bool {
	return isIdentifier(name) && name[0] != '_' && name == strings.ToUpper(name)
}

const (
	// Shortest random text that counts as a key, in characters: 96 bits in hexadecimal.
	minKeyLength = 24
	// Shortest mixed run of letters and digits that counts as a key, in characters. Names have shorter ones.
	minMixedRun = 16
)

// keyPrefixes are the prefixes of keys of well-known services.
var keyPrefixes = []string{
	"sk_", "pk_", "rk_", "whsec_", "ghp_", "gho_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "pat-", "eyJ",
	"-----BEGIN", "Bearer ", "Basic ",
}

// looksLikeKey reports whether a string is probably a key rather than the name of a binding: it has a known prefix,
// is long and hexadecimal, or has a long run of mixed letters and digits.
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

// switches counts the changes between letters and digits in a run: 2 in OAUTH2TOKEN, many in a key.
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
