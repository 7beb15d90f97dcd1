package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/reason"
)

const (
	// toolTimeout ends a command that takes longer. Simulations take longest.
	toolTimeout = 5 * time.Minute
	// maxOutput is how much of each stream of a command is kept, in bytes.
	maxOutput = 4 << 20
)

// runner runs commands of svc in a folder.
type runner struct{ program, dir string }

// result is what a call of a tool returns.
type result struct {
	Content []content `json:"content"`
	// StructuredContent is the document of the command, also in Content for old agents.
	StructuredContent map[string]any `json:"structuredContent,omitempty"`
	IsError           bool           `json:"isError,omitempty"`
}

type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func textContent(text string) []content { return []content{{"text", text}} }

// call runs a tool with arguments. The error is that of this process.
func (r *runner) call(ctx context.Context, t tool, arguments json.RawMessage) (*result, error) {
	args, err := t.args(arguments)
	if err != nil {
		return failure(reason.Of(err)), nil
	}
	return r.run(ctx, args)
}

// args returns the command line for the arguments of a call.
func (t tool) args(text json.RawMessage) ([]string, error) {
	given := map[string]json.RawMessage{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &given); err != nil {
			return nil, errors.New("invalid arguments: expected an object")
		}
	}
	args, word := append([]string{}, t.command...), ""
	for _, p := range t.params {
		value, isGiven := given[p.name]
		delete(given, p.name)
		if !isGiven {
			if p.isWord {
				return nil, fmt.Errorf("missing argument %q", p.name)
			}
			continue
		}
		text, err := p.text(value)
		if err != nil {
			return nil, err
		}
		if p.isWord {
			word = text
		} else {
			args = append(args, "--"+p.name+"="+text)
		}
	}
	for name := range given {
		return nil, fmt.Errorf("unknown argument %q", name)
	}
	if word != "" {
		args = append(args, "--", word) // not a flag, whatever it begins with
	}
	return args, nil
}

// text returns the value of a flag.
func (p param) text(value json.RawMessage) (string, error) {
	var text string
	var number int64
	var isTrue bool
	switch {
	case p.kind == "object":
		var compact bytes.Buffer
		err := json.Compact(&compact, value)
		return compact.String(), err
	case p.kind == "string" && json.Unmarshal(value, &text) == nil && text != "":
		return text, nil
	case p.kind == "integer" && json.Unmarshal(value, &number) == nil:
		return strconv.FormatInt(number, 10), nil
	case p.kind == "boolean" && json.Unmarshal(value, &isTrue) == nil:
		return strconv.FormatBool(isTrue), nil
	}
	return "", fmt.Errorf("invalid argument %q: expected a non-empty value of type %s", p.name, p.kind)
}

// run runs a command, and returns the document that it prints. Its messages are the result if it prints none.
func (r *runner) run(ctx context.Context, args []string) (*result, error) {
	limited, cancel := context.WithTimeout(ctx, toolTimeout)
	defer cancel()
	out, messages := &bounded{}, &bounded{}
	cmd := exec.CommandContext(limited, r.program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = r.dir, out, messages
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case limited.Err() != nil:
		return failure(fmt.Sprintf("the command took longer than %s", toolTimeout)), nil
	case err != nil && !errors.As(err, &exit):
		return nil, err
	case out.isCut:
		return failure(fmt.Sprintf("the command printed more than %d MB", maxOutput>>20)), nil
	}
	var document map[string]any
	if json.Unmarshal(out.Bytes(), &document) != nil || isError(document) {
		return failure(strings.TrimSpace(messages.String())), nil
	}
	return &result{Content: textContent(strings.TrimSpace(out.String())), StructuredContent: document}, nil
}

// isError reports whether a command printed the document of an error instead of that of a result.
func isError(document map[string]any) bool {
	failed, _ := document["error"].(map[string]any)
	return failed["exitCode"] != nil && document["plan"] == nil
}

// failure returns a result that the agent reads as an error.
func failure(text string) *result { return &result{IsError: true, Content: textContent(text)} }

// bounded keeps the first bytes of a stream.
type bounded struct {
	bytes.Buffer
	isCut bool
}

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	keep := min(len(p), maxOutput-b.Len())
	b.isCut = b.isCut || keep < len(p)
	b.Buffer.Write(p[:keep])
	return len(p), nil
}
