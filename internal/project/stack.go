package project

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/sourcemap"
)

// Frame is one stack frame in the user's source.
type Frame struct {
	Function string // "" for an anonymous function
	// Span is the source position. File is "" if there is none.
	Span diag.Span
	// User reports whether the file is one of the project, not of a package or the SDK.
	User bool
}

// frameLine matches a frame of the local engine, `at name (file:line:column(pc))`, or of the edge engine,
// `at async name (file:line:column)`. The name may be missing.
var frameLine = lazyregexp.New(`^\s*at (?:(?:async )?(.*) \()?(?:async )?(.+?):(\d+):(\d+)(?:\(\d+\))?\)?$`)

// edgeModule is the name of a worker's script in stack frames of the edge engine.
const edgeModule = "worker.js"

// Frames parses a stack. Frames of the engine and of other programs have no file.
func (w *Worker) Frames(stack string) []Frame {
	var frames []Frame
	inner := ""
	for _, line := range strings.Split(stack, "\n") {
		frame, is := w.frame(line, inner)
		if inner = frame.Function; is {
			frames = append(frames, frame)
		}
	}
	return frames
}

// frame parses a line of a stack. It returns false for the message and for frames of the engine. inner is the function
// of the frame above, which this one called or awaits.
func (w *Worker) frame(line, inner string) (Frame, bool) {
	parts := frameLine().FindStringSubmatch(line)
	if parts == nil {
		return Frame{}, false
	}
	frame := Frame{Function: strings.TrimPrefix(parts[1], "Object.")} // the edge engine names a method's object
	if parts[2] == w.name || parts[2] == edgeModule {
		frame.Span = w.source(parts[3], parts[4], inner)
		_, frame.User = w.sources.Text(frame.Span.File)
	}
	return frame, true
}

// Digest returns the digest of a file of the project as it was bundled, or "".
func (w *Worker) Digest(file string) string {
	text, known := w.sources.Text(file)
	if !known {
		return ""
	}
	return sourcemap.Digest([]byte(text))
}

// SourceStack returns a stack with the frames of the project's files at their source positions. It omits frames of the
// SDK and of the engine.
func (w *Worker) SourceStack(stack string) string {
	var lines []string
	inner := ""
	for _, line := range strings.Split(stack, "\n") {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "at ") {
			lines = append(lines, line)
			continue
		}
		frame, _ := w.frame(line, inner)
		inner = frame.Function
		if frame.Span.File == "" || !frame.User && !strings.HasPrefix(frame.Span.File, "node_modules/") {
			continue
		}
		position := fmt.Sprintf("%s:%d:%d", frame.Span.File, frame.Span.Line, frame.Span.Column)
		if frame.Function != "" {
			position = frame.Function + " (" + position + ")"
		}
		lines = append(lines, "    at "+position)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// source finds the source position of a 1-based line and column of the program, in a function that called
// or awaits inner.
func (w *Worker) source(line, column, inner string) diag.Span {
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
	position, found := w.script().at(row, col)
	if !found {
		return diag.Span{}
	}
	return w.locator.span(w.locator.awaited(position, inner))
}
