// This file leads the stacks of a worker's errors back to the user's source.

package project

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/diag"
)

// Frame is one frame of a stack, as the user knows it.
type Frame struct {
	Function string // "" when it has no name
	// Span is the place in the source; its File is "" when it comes from no file.
	Span diag.Span
	// User says that the file is the project's own: no package's and not the SDK's.
	User bool
}

// frameLine is a frame in the engine's text: `at name (file:line:column(pc))`, or without a name.
var frameLine = regexp.MustCompile(`^\s*at (?:(.*) \()?(.+):(\d+):(\d+)\(\d+\)\)?$`)

// Frames reads the text of a stack. Frames of the engine itself and of other programs have no file.
func (w *Worker) Frames(stack string) []Frame {
	var frames []Frame
	for _, line := range strings.Split(stack, "\n") {
		parts := frameLine.FindStringSubmatch(line)
		if parts == nil {
			continue // the message, or a frame of the engine
		}
		frame := Frame{Function: parts[1]}
		if parts[2] == w.name {
			frame.Span = w.source(parts[3], parts[4])
			_, frame.User = w.sources.Text(frame.Span.File)
		}
		frames = append(frames, frame)
	}
	return frames
}

// SourceStack is the text of a stack with its frames in the project's files led back to their places.
// Frames of the SDK and of the engine are left out: they lead nowhere.
func (w *Worker) SourceStack(stack string) string {
	var lines []string
	for _, line := range strings.Split(stack, "\n") {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "at ") {
			lines = append(lines, line)
			continue
		}
		for _, frame := range w.Frames(line) {
			if frame.Span.File == "" || !frame.User && !strings.HasPrefix(frame.Span.File, "node_modules/") {
				continue
			}
			place := fmt.Sprintf("%s:%d:%d", frame.Span.File, frame.Span.Line, frame.Span.Column)
			if frame.Function != "" {
				place = frame.Function + " (" + place + ")"
			}
			lines = append(lines, "    at "+place)
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// source finds the source of a place in the program; line and column are 1-based numbers.
func (w *Worker) source(line, column string) diag.Span {
	row, err := strconv.Atoi(line)
	if err != nil {
		return diag.Span{}
	}
	col, err := strconv.Atoi(column)
	if err != nil {
		return diag.Span{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	place, found := w.script().at(row, col)
	if !found {
		return diag.Span{}
	}
	return w.locator.span(place)
}
