// This file writes what there is to know about a rule or an error code: for the terminal, for
// docs/rules.md and for the help of SARIF.

package cli

import (
	"fmt"
	"strings"
	"unicode"
)

// Kinds of topics.
const (
	RuleTopic  = "rule"
	ErrorTopic = "error"
)

// Explain prints a topic for people.
func (e *Env) Explain(t Topic) error {
	p := newPalette(e.Color(e.OutTTY))
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", p.paint(bold, t.ID), p.paint(faint, "("+t.nature()+")"))
	fmt.Fprintf(&b, "  %s\n", t.Title)
	for _, part := range []struct{ label, text string }{{"why", t.Why}, {"hint", t.Hint}} {
		if part.text != "" {
			fmt.Fprintf(&b, "\n%s %s\n", p.paint(cyan, part.label+":"), part.text)
		}
	}
	if len(t.Fields) > 0 {
		fmt.Fprintf(&b, "\n%s\n", p.paint(cyan, "its body also has:"))
	}
	for _, field := range t.Fields {
		fmt.Fprintf(&b, "    %s: %s\n", field.Name, field.Meaning)
	}
	for _, part := range []struct {
		label, code string
		style       style
	}{{"breaks it:", t.Before, boldRed}, {"keeps it:", t.After, green}} {
		if part.code != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", p.paint(part.style, part.label), indentCode(part.code))
		}
	}
	_, err := e.Out.Write([]byte(b.String()))
	return err
}

// nature says what a topic is: "rule, error, since 2026.03" or "error code, HTTP 400".
func (t Topic) nature() string {
	if t.Kind == ErrorTopic {
		if t.Status == 0 {
			return "error code that a handler meets"
		}
		return fmt.Sprintf("error code, HTTP %d", t.Status)
	}
	nature := "rule, " + string(t.Level)
	if t.Since != "" {
		nature += ", since platformVersion " + t.Since
	}
	return nature
}

func indentCode(code string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(code, "\n"), "\n", "\n    ")
}

// Topics prints a list of topics: aligned on a terminal, separated by tabs elsewhere.
func (e *Env) Topics(topics []Topic) error {
	p := newPalette(e.Color(e.OutTTY))
	wide := 0
	for _, t := range topics {
		wide = max(wide, len(t.ID))
	}
	var b strings.Builder
	for _, t := range topics {
		nature := string(t.Level)
		if t.Kind == ErrorTopic {
			nature = "handler" // caught there, and never a status
			if t.Status != 0 {
				nature = fmt.Sprint(t.Status)
			}
		}
		if e.OutTTY {
			fmt.Fprintf(&b, "%s%s  %-7s  %s\n", p.paint(bold, t.ID), strings.Repeat(" ", wide-len(t.ID)), nature, t.Title)
			continue
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\n", t.ID, nature, t.Title)
	}
	_, err := e.Out.Write([]byte(b.String()))
	return err
}

// Markdown is the topic without a heading.
func (t Topic) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s.** (%s)\n", inMarkdown(sentence(t.Title)), t.nature())
	if t.Why != "" {
		fmt.Fprintf(&b, "\n%s.\n", inMarkdown(sentence(t.Why)))
	}
	for _, part := range []struct{ label, code string }{{"Breaks it", t.Before}, {"Keeps it", t.After}} {
		if part.code != "" {
			fmt.Fprintf(&b, "\n%s:\n\n```ts\n%s\n```\n", part.label, strings.TrimRight(part.code, "\n"))
		}
	}
	if t.Hint != "" {
		fmt.Fprintf(&b, "\nWhat to do: %s.\n", inMarkdown(strings.TrimSuffix(t.Hint, ".")))
	}
	return b.String()
}

// plainHelp is the topic as plain text.
func (t Topic) plainHelp() string {
	parts := []string{sentence(t.Title) + "."}
	if t.Why != "" {
		parts = append(parts, sentence(t.Why)+".")
	}
	if t.Hint != "" {
		parts = append(parts, "What to do: "+strings.TrimSuffix(t.Hint, ".")+".")
	}
	return strings.Join(parts, " ")
}

// inMarkdown keeps what is written between angle brackets, and stars, from becoming tags and emphasis.
func inMarkdown(text string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`).Replace(text)
}

// sentence begins text with a capital, but for a name of code, and leaves its full stop to the caller.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, _, _ := strings.Cut(text, " ")
	if strings.ContainsFunc(first[1:], func(r rune) bool { return unicode.IsUpper(r) || strings.ContainsRune("._(", r) }) {
		return strings.TrimSuffix(text, ".")
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".")
}
