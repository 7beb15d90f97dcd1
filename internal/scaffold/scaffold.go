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
	"path/filepath"
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
	after  []byte
}

// Plan is what writing would do, in path order.
type Plan struct {
	Dir   string `json:"dir"`
	Steps []Step `json:"steps"`
}

// Options decide how existing files are treated.
type Options struct {
	Force bool // overwrite what is in the way
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
		plan.Steps = append(plan.Steps, Step{Path: path, Action: Edit, after: content})
	}
	sort.Slice(plan.Steps, func(i, j int) bool { return plan.Steps[i].Path < plan.Steps[j].Path })
	return plan, nil
}

func planFile(dir, path string, content []byte, opts Options) (Step, error) {
	before, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Step{Path: path, Action: Create, after: content}, nil
	case err != nil:
		return Step{}, fmt.Errorf("read %q: %w", path, err)
	case bytes.Equal(before, content):
		return Step{Path: path, Action: Keep, Note: "already as it should be"}, nil
	}
	if opts.Own != "" && strings.HasPrefix(path, opts.Own+"/") {
		return Step{Path: path, Action: Refresh, after: content}, nil
	}
	if merge, ok := mergers[path]; ok && !opts.Force {
		return planMerge(path, merge, before, content)
	}
	if opts.Force {
		return Step{Path: path, Action: Overwrite, after: content}, nil
	}
	for _, own := range opts.Keep {
		if own == path {
			return Step{Path: path, Action: Keep}, nil
		}
	}
	return Step{Path: path, Action: Conflict}, nil
}

func planMerge(path string, merge merger, before, content []byte) (Step, error) {
	after, note, err := merge(before, content)
	switch {
	case err != nil:
		return Step{}, fmt.Errorf("merge %q: %w", path, err)
	case bytes.Equal(before, after):
		return Step{Path: path, Action: Keep, Note: note}, nil
	}
	return Step{Path: path, Action: Merge, Note: note, after: after}, nil
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

// Apply writes what the plan says. It refuses a plan with conflicts.
func (p *Plan) Apply() error {
	if paths := p.Conflicts(); len(paths) > 0 {
		return fmt.Errorf("%q is in the way", paths[0])
	}
	for _, step := range p.Steps {
		if step.after == nil {
			continue // kept
		}
		if err := write(filepath.Join(p.Dir, filepath.FromSlash(step.Path)), step.after); err != nil {
			return err
		}
	}
	return nil
}

// write replaces a file in one step, so that a killed process leaves the old text or the new.
func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".svc-draft-*")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(content)
	if closeErr := draft.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.Chmod(draft.Name(), mode); err != nil {
		return err
	}
	return os.Rename(draft.Name(), path)
}
