package cli

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kinds of topics.
const (
	RuleTopic  = "rule"
	ErrorTopic = "error"
)

// Explain prints a topic.
func (e *Env) Explain(t Topic) error {
	p := newPalette(e.color(e.OutTTY))
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", p.paint(bold, t.ID), p.paint(faint, "("+t.nature()+")"))
	fmt.Fprintf(&b, "  %s\n", t.Title)
	for _, part := range []struct{ label, text string }{{"why", t.Why}, {"hint", t.Hint}} {
		if part.text != "" {
			fmt.Fprintf(&b, "\n%s %s\n", p.paint(cyan, part.label+":"), part.text)
		}
	}
	if len(t.Fields) > 0 {
		fmt.Fprintf(&b, "\n%s\n", p.paint(cyan, "other members of the response body:"))
	}
	for _, field := range t.Fields {
		fmt.Fprintf(&b, "    %s: %s\n", field.Name, field.Meaning)
	}
	for _, part := range []struct {
		label, code string
		style       style
	}{{"incorrect:", t.Before, boldRed}, {"correct:", t.After, green}} {
		if part.code != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", p.paint(part.style, part.label), indentCode(part.code))
		}
	}
	_, err := e.Out.Write([]byte(b.String()))
	return err
}

// nature returns the kind of a topic: "rule, error, since platformVersion 2026.03" or "error code, HTTP 400".
func (t Topic) nature() string {
	if t.Kind == ErrorTopic {
		if t.Status == 0 {
			return "error code in handlers"
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

// Topics prints a list of topics, aligned on a terminal, else separated by tabs.
func (e *Env) Topics(topics []Topic) error {
	p := newPalette(e.color(e.OutTTY))
	wide := 0
	for _, t := range topics {
		wide = max(wide, len(t.ID))
	}
	var b strings.Builder
	for _, t := range topics {
		nature := string(t.Level)
		if t.Kind == ErrorTopic {
			nature = "handler" // handlers catch it; it has no status
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

// Markdown returns the topic without a heading.
func (t Topic) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s.** (%s)\n", inMarkdown(sentence(t.Title)), t.nature())
	if t.Why != "" {
		fmt.Fprintf(&b, "\n%s.\n", inMarkdown(sentence(t.Why)))
	}
	for _, part := range []struct{ label, code string }{{"Incorrect", t.Before}, {"Correct", t.After}} {
		if part.code != "" {
			fmt.Fprintf(&b, "\n%s:\n\n```ts\n%s\n```\n", part.label, strings.TrimRight(part.code, "\n"))
		}
	}
	if t.Hint != "" {
		fmt.Fprintf(&b, "\nFix: %s.\n", inMarkdown(strings.TrimSuffix(t.Hint, ".")))
	}
	return b.String()
}

// plainHelp returns the topic as plain text.
func (t Topic) plainHelp() string {
	parts := []string{sentence(t.Title) + "."}
	if t.Why != "" {
		parts = append(parts, sentence(t.Why)+".")
	}
	if t.Hint != "" {
		parts = append(parts, "Fix: "+strings.TrimSuffix(t.Hint, ".")+".")
	}
	return strings.Join(parts, " ")
}

// inMarkdown escapes angle brackets and asterisks.
func inMarkdown(text string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`).Replace(text)
}

// sentence capitalizes text, unless its first word is svc or a name in code, and removes its full stop.
func sentence(text string) string {
	word, _, _ := strings.Cut(text, " ")
	_, size := utf8.DecodeRuneInString(word)
	isCode := func(r rune) bool { return unicode.IsUpper(r) || strings.ContainsRune("._(", r) }
	if word == "svc" || strings.ContainsFunc(word[size:], isCode) {
		return strings.TrimSuffix(text, ".")
	}
	return strings.ToUpper(text[:size]) + strings.TrimSuffix(text[size:], ".")
}

// Sheet is an explanation: a heading, a title and labeled parts.
type Sheet struct {
	Heading, Title string
	Parts          []SheetPart
}

// SheetPart is a label with a sentence or a list. A part without text is not printed.
type SheetPart struct {
	Label string
	Text  string
	Items []string
}

// Sheet prints a sheet to Out.
func (e *Env) Sheet(s Sheet) error {
	p := newPalette(e.color(e.OutTTY))
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s\n", p.paint(bold, OneLine(s.Heading)), OneLine(s.Title))
	for _, part := range s.Parts {
		if part.Text != "" {
			fmt.Fprintf(&b, "\n%s %s\n", p.paint(cyan, part.Label+":"), OneLine(part.Text))
		}
		if len(part.Items) > 0 {
			fmt.Fprintf(&b, "\n%s\n", p.paint(cyan, part.Label+":"))
		}
		for _, item := range part.Items {
			fmt.Fprintf(&b, "  - %s\n", OneLine(item))
		}
	}
	_, err := e.Out.Write([]byte(b.String()))
	return err
}
