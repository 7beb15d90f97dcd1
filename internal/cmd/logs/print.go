package logs

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/taillog"
)

// maxStackLines is the number of stack frames to print.
const maxStackLines = 10

// lineDocument is a line of the output of --json.
type lineDocument struct {
	SchemaVersion int `json:"schemaVersion"`
	taillog.Line
}

// printer prints log lines. Their text is remote and untrusted: no control character reaches the terminal.
type printer struct {
	env            *cli.Env
	json           bool
	severalScripts bool
	metrics        cli.RateMetrics
	// err is the first error of printing. Later lines are dropped.
	err error
}

// line prints a line. It calls failed if the output is closed.
func (p *printer) line(l taillog.Line, failed func()) {
	if p.err != nil {
		return
	}
	if p.json {
		p.err = p.env.JSONLine(lineDocument{1, l})
	} else {
		p.err = p.row(l)
	}
	if p.err != nil {
		failed()
	}
}

// row prints a line for people. The rate metrics of an invocation are one line before that of its end.
func (p *printer) row(l taillog.Line) error {
	if l.Type == taillog.TypeLog && p.metrics.Take(l.Invocation, l.Message, l.Fields) {
		return nil
	}
	if l.Type == taillog.TypeInvocation {
		if text := p.metrics.End(l.Invocation); text != "" {
			summary := cli.LogLine{At: time.UnixMilli(l.At), Level: "info", Where: p.where(l), Message: text}
			if err := p.env.LogRow(summary); err != nil {
				return err
			}
		}
	}
	return p.env.LogRow(cli.LogLine{
		At: time.UnixMilli(l.At), Level: l.Level, Where: p.where(l), Message: l.Message, Fields: fieldsOf(l),
		Stack: stackLines(l.Stack),
	})
}

// where names the source of the line.
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

// stackLines returns the frames of a stack, without its first line, which often repeats the message.
func stackLines(stack string) []string {
	var lines []string
	for line := range strings.SplitSeq(stack, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "at ") && len(lines) < maxStackLines {
			lines = append(lines, line)
		}
	}
	return lines
}
