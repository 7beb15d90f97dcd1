package logs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/taillog"
)

// maxStackLines is how many lines of a stack are shown.
const maxStackLines = 10

// printer prints lines.
type printer struct {
	env            *cli.Env
	json           bool
	severalScripts bool
	// err is why nothing more can be printed.
	err error
}

// line prints one; failed is called when nobody reads any more.
func (p *printer) line(l taillog.Line, failed func()) {
	if p.err != nil {
		return
	}
	if p.json {
		p.err = p.document(l)
	} else {
		p.err = p.env.LogRow(time.UnixMilli(l.At), l.Level, p.where(l), l.Message, fieldsOf(l), stackLines(l.Stack))
	}
	if p.err != nil {
		failed()
	}
}

// where names what wrote the line.
func (p *printer) where(l taillog.Line) string {
	switch {
	case l.Capability != "":
		return l.Worker + "/" + l.Capability
	case l.Worker != "":
		return l.Worker
	case p.severalScripts:
		return l.Script
	}
	return ""
}

func fieldsOf(l taillog.Line) string {
	var b bytes.Buffer
	if len(l.Fields) == 0 || json.Compact(&b, l.Fields) != nil {
		return ""
	}
	return b.String()
}

// stackLines are the frames of a stack; its first line often repeats the message.
func stackLines(stack string) []string {
	var lines []string
	for _, line := range strings.Split(stack, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "at ") && len(lines) < maxStackLines {
			lines = append(lines, line)
		}
	}
	return lines
}

// document prints a line as JSON; what a terminal would act on is escaped, and means the same.
func (p *printer) document(l taillog.Line) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(l); err != nil {
		return err
	}
	_, err := p.env.Out.Write([]byte(escaped(b.String())))
	return err
}

// escaped writes control characters and those that reorder text as JSON escapes. The line break at the end stays.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
