package arch

import (
	"regexp"
	"strings"
	"testing"
)

// bannedWords are the counts of words that CONTRIBUTING.md bans, in the product's source with its strings. Comments
// and documents are also checked by the rules in styles/. The limits leave room for idiomatic uses.
var bannedWords = map[string]struct {
	pattern *regexp.Regexp
	limit   int
}{
	`told, nobody, whoever`: {regexp.MustCompile(`\b(?:[Tt]old|[Nn]obody|[Ww]hoever)\b`), 40},
	`is no X`:               {regexp.MustCompile(`\bis no (?:[^l]|l[^o])`), 25},
}

func TestSourceAvoidsBannedWords(t *testing.T) {
	counts, lines := map[string]int{}, map[string][]string{}
	for name, text := range sourceFiles(t) {
		if isTest(name) {
			continue
		}
		for line := range strings.Lines(text) {
			for word, banned := range bannedWords {
				if n := len(banned.pattern.FindAllString(line, -1)); n > 0 {
					counts[word] += n
					lines[word] = append(lines[word], name+": "+strings.TrimSpace(line))
				}
			}
		}
	}
	for word, banned := range bannedWords {
		if counts[word] > banned.limit {
			t.Errorf("%d uses of %q, more than %d: name the actor (CONTRIBUTING.md, Writing)\n%s",
				counts[word], word, banned.limit, strings.Join(lines[word], "\n"))
		}
	}
}
