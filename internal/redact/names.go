package redact

import (
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// longestName is the length of the longest name that is looked for, in bytes.
const longestName = 64

// The patterns are those of sdk/src/platform/secret-names.ts.
var (
	tokenName = lazyregexp.New(
		`(?:token|secret|password|passwd|passphrase|pwd|apikey|secretkey|privatekey|accesskey|signingkey|authorization|` +
			`credentials?|cookie|jwt|bearer)\d{0,3}$|^(?:tokens|secrets|passwords|cookies)\d{0,3}$`)
	moreName = lazyregexp.New(
		`(?:^|[-.])(?:auth|dsn|connection-?strings?|conn-?str|(?:api|access|private)-?keys|session(?:-?(?:id|key))?|` +
			`si[dg]|signatures?|pass(?:words|phrases|code)?|t?otp|mfa|pem|jwts|[cx]srf)-?\d{0,3}$`)
	wordStart  = lazyregexp.New(`([a-z\d])([A-Z])|[_\s]`)
	queryName  = lazyregexp.New(`(?i)^(?:key|code|assertion)$`)
	headerName = lazyregexp.New(`(?i)^(?:authorization|cookie)$|-`)
	separator  = lazyregexp.New(`(\\{0,7}["'])?\s{0,4}([:=]>?|,)\s{0,4}(\\{0,7}["'])?`)
	nameAtEnd  = lazyregexp.New(`[\w.-]+$`)
	bareValue  = lazyregexp.New(`(?i)^(?:(?:basic|bearer|digest|token|negotiate|apikey)(?:\s|%20|\+){1,4})?` +
		`(?:[^\s&,;"'<>()\[\]{}\\]+|[\[{][^\]}]*[\]}]?)`)
	headerValue = lazyregexp.New(`^[^\r\n"'\\]+`)
	literal     = lazyregexp.New(`^(?:true|false|null|undefined)$`)
	random      = lazyregexp.New(`^[^\d]*\d`)
	letter      = lazyregexp.New(`[A-Za-z]`)
	userInfo    = lazyregexp.New(`://[^\s/?#"'<>\\]{0,1000}@`)
	bearer      = lazyregexp.New(`(?i)\bbearer(?:\s|%20|\+){1,4}[\w.+/~-]{8,}=*`)
	basic       = lazyregexp.New(`(?i)\bbasic(?:\s|%20|\+){1,4}[\w+/-]{4,}(?:=|%3D){0,2}`)
	basicProse  = lazyregexp.New(`(?:[\s+]|%20)[A-Z]?[a-z]+$`)
)

// isSecretName reports whether a field is a secret, by its name.
func isSecretName(name string) bool {
	if len(name) > longestName {
		return false
	}
	plain := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	return tokenName().MatchString(plain) ||
		moreName().MatchString(strings.ToLower(wordStart().ReplaceAllString(name, "$1-$2")))
}

// Names replaces by [redacted]: the user info of URLs, "Basic …", "Bearer …", and the values of secret names in
// headers, queries, assignments and JSON.
func Names(text string) string {
	if len(text) < 6 {
		return text
	}
	if strings.Contains(text, "://") {
		text = userInfo().ReplaceAllLiteralString(text, "://"+Redacted+"@")
	}
	text = basic().ReplaceAllStringFunc(text, func(run string) string {
		if basicProse().MatchString(run) {
			return run
		}
		return Redacted
	})
	return bearer().ReplaceAllLiteralString(values(text), Redacted)
}

// values replaces the values of secret names.
func values(text string) string {
	var kept strings.Builder
	from := 0
	for next := 0; next < len(text); {
		found := separator().FindStringSubmatchIndex(text[next:])
		if found == nil {
			break
		}
		s := separated{start: next + found[1], mark: text[next+found[4] : next+found[5]]}
		if found[2] >= 0 {
			s.closing = text[next+found[2] : next+found[3]]
		}
		if found[6] >= 0 {
			s.opening = text[next+found[6] : next+found[7]]
		}
		index := next + found[0]
		if s.mark != "," || s.closing != "" && s.opening != "" {
			s.name = nameBefore(text, index, from)
		}
		end := s.start
		if s.name != "" {
			end = s.endOfValue(text)
		}
		if end > s.start {
			kept.WriteString(text[from:s.start] + Redacted)
			from, next = end, end
		} else {
			next = max(s.start-len(s.opening), index+1)
		}
	}
	return kept.String() + text[from:]
}

// nameBefore returns the name that ends there if it is that of a secret, else "".
func nameBefore(text string, end, from int) string {
	name := nameAtEnd().FindString(text[max(from, end-longestName):end])
	if name == "" {
		return ""
	}
	before := byte(0)
	if at := end - len(name) - 1; at >= 0 {
		before = text[at]
	}
	if isSecretName(name) || (before == '?' || before == '&') && queryName().MatchString(name) {
		return name
	}
	return ""
}

// separated is a name and what separates it from its value, which begins at start.
type separated struct {
	name, mark, closing, opening string
	start                        int
}

// endOfValue returns the end of the value, or its start if it stays.
func (s separated) endOfValue(text string) int {
	rest := text[s.start:]
	switch isHeader := headerName().MatchString(s.name); {
	case s.mark == "," && !isHeader:
		return s.start // two items of a list
	case s.opening != "":
		return endOfQuoted(text, s.start, s.opening)
	case s.closing == "" && s.mark == ":" && isHeader:
		return s.start + len(headerValue().FindString(rest))
	case s.closing == "" && s.mark == ":" && !looksRandom(rest[:min(len(rest), longestName)]):
		return s.start // prose
	}
	value := bareValue().FindString(rest)
	if literal().MatchString(value) {
		return s.start
	}
	return s.start + len(value)
}

// looksRandom reports whether a text begins with a word of letters and digits, as secrets do and prose does not.
func looksRandom(text string) bool {
	word := bareValue().FindString(text)
	return len(word) >= 6 && random().MatchString(word) && letter().MatchString(word)
}

// endOfQuoted returns the position of the quote that ends a quoted text, or the end of the text.
func endOfQuoted(text string, start int, quote string) int {
	level := len(quote) - 1
	for at := start; at < len(text); at++ {
		if text[at] != quote[level] {
			continue
		}
		escapes := len(text[start:at]) - len(strings.TrimRight(text[start:at], `\`))
		if escapes%(2*level+2) == level {
			return at - level
		}
	}
	return len(text)
}
