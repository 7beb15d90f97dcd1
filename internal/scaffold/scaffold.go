// Package scaffold plans and writes a set of files in a folder.
//
// The plan is made in memory. Nothing is written if a file exists with different content, unless the user overwrites it
// or it can be merged (merge.go). The caller provides the contents of the files.
// Start at Make, then Plan.Apply.
package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/tsedit"
)

// Action is what happens to one file.
type Action string

const (
	Create    Action = "create"    // it does not exist
	Keep      Action = "keep"      // it exists and is not changed
	Merge     Action = "merge"     // it exists and gets additions
	Edit      Action = "edit"      // a source file with small changes
	Overwrite Action = "overwrite" // it exists and the user forced the change
	Refresh   Action = "refresh"   // it exists and belongs to svc
	Conflict  Action = "conflict"  // it exists with different content
)

// Step is one line of a plan.
type Step struct {
	Path   string `json:"path"` // relative to the folder, with forward slashes
	Action Action `json:"action"`
	Note   string `json:"note,omitempty"`
	target string // Path with symbolic links resolved, relative to the tree's root
	before []byte // nil if the file does not exist
	after  []byte // nil if the file is not changed
	isOwn  bool   // it belongs to svc, so other commands may write it at the same time
}

// Plan lists the changes that Apply makes, sorted by path.
type Plan struct {
	// SchemaVersion is the version of the plan as a document.
	SchemaVersion int    `json:"schemaVersion"`
	Dir           string `json:"dir"`
	Steps         []Step `json:"steps"`

	tree    *projectfs.Tree
	applied []change
}

// Options decide what happens to existing files.
type Options struct {
	Force bool // overwrite conflicts; files that can be kept or merged are not overwritten
	// Keep lists files that belong to the user once they exist. They are kept and never conflict.
	Keep []string
	// Own is the folder of files that belong to svc, or "". They are refreshed and never conflict.
	Own string
	// Refresh lists other files that belong to svc. They are refreshed and never conflict.
	Refresh []string
	// Edits are existing source files with their new text.
	Edits map[string][]byte
}

// Make plans files below dir, which does not need to exist.
func Make(dir string, files map[string][]byte, opts Options) (*Plan, error) {
	tree, err := projectfs.OpenTree(dir)
	if err != nil {
		return nil, err
	}
	plan := &Plan{SchemaVersion: 1, Dir: dir, tree: tree}
	for path, content := range files {
		step, err := plan.planFile(path, content, opts)
		if err != nil {
			return nil, err
		}
		plan.Steps = append(plan.Steps, step)
	}
	for path, content := range opts.Edits {
		step, err := plan.existing(path)
		if err != nil {
			return nil, err
		}
		step.Action, step.after = Edit, content
		plan.Steps = append(plan.Steps, step)
	}
	sort.Slice(plan.Steps, func(i, j int) bool { return plan.Steps[i].Path < plan.Steps[j].Path })
	return plan, nil
}

// existing returns a step with the current content of a file.
func (p *Plan) existing(path string) (Step, error) {
	target, err := p.tree.Target(path)
	if err != nil {
		return Step{}, err
	}
	before, err := p.tree.ReadFile(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Step{}, fmt.Errorf("cannot read %q: %s", path, projectfs.Reason(err))
	}
	if err == nil && before == nil {
		before = []byte{}
	}
	return Step{Path: path, target: target, before: before}, nil
}

func (p *Plan) planFile(path string, content []byte, opts Options) (Step, error) {
	step, err := p.existing(path)
	if err != nil {
		return step, err
	}
	step.isOwn = opts.Own != "" && strings.HasPrefix(path, opts.Own+"/") || slices.Contains(opts.Refresh, path)
	merge, mergeable := mergers[path]
	switch {
	case step.before == nil:
		step.Action, step.after = Create, content
	case bytes.Equal(step.before, content):
		step.Action, step.Note = Keep, "up to date"
	case step.isOwn:
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

// planMerge plans a merge that preserves the line breaks and the byte order mark of the file.
func planMerge(step Step, merge merger, content []byte) (Step, error) {
	text := strings.TrimPrefix(string(step.before), tsedit.ByteOrderMark)
	eol := tsedit.LineBreak(text)
	text = strings.ReplaceAll(text, eol, "\n")
	after, note, err := merge([]byte(text), content)
	if err != nil {
		return step, fmt.Errorf("cannot merge %q: %w", step.Path, err)
	}
	step.Action, step.Note = Keep, note
	if string(after) != text {
		step.Action = Merge
		step.after = []byte(strings.ReplaceAll(string(after), "\n", eol))
		if strings.HasPrefix(string(step.before), tsedit.ByteOrderMark) {
			step.after = append([]byte(tsedit.ByteOrderMark), step.after...)
		}
	}
	return step, nil
}

// Close releases the folder. A closed plan cannot be applied or reverted.
func (p *Plan) Close() error { return p.tree.Close() }

// Conflicts returns the paths with conflicts.
func (p *Plan) Conflicts() []string {
	var paths []string
	for _, step := range p.Steps {
		if step.Action == Conflict {
			paths = append(paths, step.Path)
		}
	}
	return paths
}
