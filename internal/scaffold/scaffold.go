// Package scaffold decides what writing a set of files into a folder would do, and does it.
//
// The plan is made in memory first: nothing is written before every file is known, and nothing at
// all when one of them is in the way. Existing files are kept unless the user forces them, but for
// the few that can take what is new beside what they hold (merge.go).
// Start at Make, then Plan.Apply. What the files say is the caller's matter.
package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sort"
	"strings"
)

// Action is what happens to one file.
type Action string

const (
	Create    Action = "create"    // it does not exist
	Keep      Action = "keep"      // it exists, and stays as it is
	Merge     Action = "merge"     // it exists, and takes what is new
	Edit      Action = "edit"      // a source file that gets a line or two
	Overwrite Action = "overwrite" // it exists, and the user forced it
	Refresh   Action = "refresh"   // it is the tool's own, and older
	Conflict  Action = "conflict"  // it exists and says something else
)

// Step is one line of a plan.
type Step struct {
	Path   string `json:"path"` // relative to the folder, with forward slashes
	Action Action `json:"action"`
	Note   string `json:"note,omitempty"`
	target string // where it is written: Path below the folder, symbolic links followed
	before []byte // nil when the file does not exist
	after  []byte // nil when it is kept
}

// Plan is what writing would do, in path order.
type Plan struct {
	Dir   string `json:"dir"`
	Steps []Step `json:"steps"`

	applied []change
}

// Options decide how existing files are treated.
type Options struct {
	Force bool // overwrite what is in the way; what can be kept or merged is not
	// Keep names files that are the user's own once they exist: they are kept, never in the way.
	Keep []string
	// Own is the folder of the tool's own files, "" for none: they are refreshed, never in the way.
	Own string
	// Edits are source files with their new text; they exist already.
	Edits map[string][]byte
}

// Make plans files below dir, which need not exist.
func Make(dir string, files map[string][]byte, opts Options) (*Plan, error) {
	plan := &Plan{Dir: dir}
	for path, content := range files {
		step, err := planFile(dir, path, content, opts)
		if err != nil {
			return nil, err
		}
		plan.Steps = append(plan.Steps, step)
	}
	for path, content := range opts.Edits {
		step, err := existing(dir, path)
		if err != nil {
			return nil, err
		}
		step.Action, step.after = Edit, content
		plan.Steps = append(plan.Steps, step)
	}
	sort.Slice(plan.Steps, func(i, j int) bool { return plan.Steps[i].Path < plan.Steps[j].Path })
	return plan, nil
}

// existing starts a step with what is there.
func existing(dir, path string) (Step, error) {
	target, err := resolve(dir, path)
	if err != nil {
		return Step{}, err
	}
	before, err := os.ReadFile(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Step{}, fmt.Errorf("cannot read %q: %w", path, reason(err))
	}
	if err == nil && before == nil {
		before = []byte{}
	}
	return Step{Path: path, target: target, before: before}, nil
}

func planFile(dir, path string, content []byte, opts Options) (Step, error) {
	step, err := existing(dir, path)
	if err != nil {
		return step, err
	}
	merge, mergeable := mergers[path]
	switch {
	case step.before == nil:
		step.Action, step.after = Create, content
	case bytes.Equal(step.before, content):
		step.Action, step.Note = Keep, "already as it should be"
	case opts.Own != "" && strings.HasPrefix(path, opts.Own+"/"):
		step.Action, step.after = Refresh, content
	case mergeable:
		return planMerge(step, merge, content)
	case slices.Contains(opts.Keep, path):
		step.Action = Keep
	case opts.Force:
		step.Action, step.after = Overwrite, content
	default:
		step.Action = Conflict
	}
	return step, nil
}

// planMerge merges whatever line ends and byte order mark the file has.
func planMerge(step Step, merge merger, content []byte) (Step, error) {
	text := strings.TrimPrefix(string(step.before), byteOrderMark)
	eol := newline(text)
	text = strings.ReplaceAll(text, eol, "\n")
	after, note, err := merge([]byte(text), content)
	if err != nil {
		return step, fmt.Errorf("cannot merge %q: %w", step.Path, err)
	}
	step.Action, step.Note = Keep, note
	if string(after) != text {
		step.Action = Merge
		step.after = []byte(strings.ReplaceAll(string(after), "\n", eol))
		if strings.HasPrefix(string(step.before), byteOrderMark) {
			step.after = append([]byte(byteOrderMark), step.after...)
		}
	}
	return step, nil
}

// Conflicts are the files in the way.
func (p *Plan) Conflicts() []string {
	var paths []string
	for _, step := range p.Steps {
		if step.Action == Conflict {
			paths = append(paths, step.Path)
		}
	}
	return paths
}
