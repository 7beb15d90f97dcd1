package cards

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/diag"
)

// Limits of what a card reports.
const (
	maxText   = 2_000 // characters of a message
	maxFrames = 10
)

// cardFailure is an error that a card does not catch (ui/messages.ts).
type cardFailure struct{ Name, Message, Stack string }

// framePosition matches the positions of a card's script in a stack.
var framePosition = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(scriptName) + `:(\d{1,9}):(\d{1,9})`)
})

// failure returns an error with its place in the source, and logs it.
func (p *Preview) failure(_ *http.Request, c *call) (any, error) {
	var sent cardFailure
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	text := shorten(strings.TrimPrefix(sent.Name+": "+sent.Message, ": "))
	frames := []string{}
	for _, at := range p.places(c, sent.Stack) {
		frames = append(frames, fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column))
	}
	logged := text
	if len(frames) > 0 {
		logged += " (" + frames[0] + ")"
	}
	err := p.report([]logEntry{{Level: "error", Message: logged, Card: c.card.ID}})
	return map[string]any{"text": text, "frames": frames}, err
}

// places returns the positions of a stack in the source, innermost first.
func (p *Preview) places(c *call, stack string) []diag.Span {
	script := p.scripts.last(c.card.ID)
	if script == nil {
		return nil
	}
	var all []diag.Span
	for _, match := range framePosition().FindAllStringSubmatch(stack, -1) {
		line, _ := strconv.Atoi(match[1])
		column, _ := strconv.Atoi(match[2])
		if at, found := script.Source(line, column); found && len(all) < maxFrames {
			all = append(all, at)
		}
	}
	return all
}

func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxText {
		return string(runes[:maxText]) + "…"
	}
	return text
}

// logEntry is a log entry of a card (ui/page/log-queue.ts).
type logEntry struct {
	Level      string `json:"level"`
	Message    string `json:"message"`
	Session    string `json:"session,omitempty"`
	Invocation string `json:"invocation,omitempty"`
	Trace      string `json:"trace,omitempty"`
	Card       string `json:"card"`
}

// log passes on log entries of the card.
func (p *Preview) log(_ *http.Request, c *call) (any, error) {
	var sent struct{ Entries []logEntry }
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	for i := range sent.Entries {
		entry := &sent.Entries[i]
		entry.Card = c.card.ID
		if !isTrace(entry.Trace) {
			entry.Trace = ""
		}
	}
	return struct{}{}, p.report(sent.Entries)
}

func (p *Preview) report(entries []logEntry) error {
	text, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	return p.options.Log(text)
}
