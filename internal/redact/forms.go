package redact

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
	"unicode/utf8"
)

// minLine is the length of the shortest line of a secret with several lines that is a secret alone, in bytes.
const minLine = 16

// form is an encoding of a secret.
type form struct {
	text string
	// base64 reports that = may follow.
	base64 bool
	// before and after report that the neighboring character of base64 encodes a part of the secret, too.
	before, after bool
}

// extended returns the span of a form that begins at start, with the characters that encode a part of the secret.
func (f form) extended(text string, start int) span {
	s := span{start, start + len(f.text)}
	if f.before && start > 0 && isBase64(text[start-1]) {
		s.start--
	}
	if f.after && s.end < len(text) && isBase64(text[s.end]) {
		s.end++
	}
	for f.base64 && s.end < len(text) && text[s.end] == '=' {
		s.end++
	}
	return s
}

func isBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("+/-_", c) >= 0
}

// indexOf returns the forms of secrets by each of their first pieces.
func indexOf(values map[string]bool) map[string][]hit {
	parts := map[string]bool{}
	for value := range values {
		for _, part := range partsOf(value) {
			if utf8.RuneCountInString(part) >= minSecret {
				parts[part] = true
			}
		}
	}
	index := map[string][]hit{}
	for part := range parts {
		for text, f := range formsOf(part) {
			for offset := range stride {
				at := text[offset : offset+piece]
				index[at] = append(index[at], hit{f, offset})
			}
		}
	}
	return index
}

// partsOf returns the secret, without blanks around it, its long lines, and the password of a URL.
func partsOf(secret string) []string {
	parts := []string{secret, strings.TrimSpace(secret)}
	if lines := strings.Split(secret, "\n"); len(lines) > 1 {
		for _, line := range lines {
			line = strings.TrimSuffix(line, "\r")
			if len(line) >= minLine && !strings.HasPrefix(line, "-----") {
				parts = append(parts, line)
			}
		}
	}
	_, rest, isURL := strings.Cut(secret, "://")
	authority, _, _ := strings.Cut(strings.NewReplacer("?", "/", "#", "/").Replace(rest), "/")
	if at := strings.LastIndexByte(authority, '@'); isURL && at > 0 {
		_, password, _ := strings.Cut(authority[:at], ":")
		parts = append(parts, password)
		if plain, err := url.PathUnescape(password); err == nil {
			parts = append(parts, plain)
		}
	}
	return parts
}

// formsOf returns the forms of a secret by their texts.
func formsOf(secret string) map[string]form {
	forms := map[string]form{}
	for lead := range 3 {
		// The characters that depend on the secret alone, wherever it begins in a group of three bytes.
		bits := 8 * (lead + len(secret))
		encoded := base64.StdEncoding.EncodeToString([]byte("\x00\x00"[:lead] + secret))[(8*lead+5)/6 : bits/6]
		for _, text := range []string{encoded, strings.NewReplacer("+", "-", "/", "_").Replace(encoded)} {
			forms[text] = form{text: text, base64: true, before: lead > 0, after: bits%6 > 0}
		}
	}
	digits := hex.EncodeToString([]byte(secret))
	for _, text := range []string{
		secret, lower(secret), strings.ReplaceAll(secret, " ", "+"), digits, strings.ToUpper(digits),
	} {
		forms[text] = form{text: text}
	}
	return forms
}

// lower returns a secret as the host of a URL has it: with ASCII letters in lower case.
func lower(secret string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, secret)
}
