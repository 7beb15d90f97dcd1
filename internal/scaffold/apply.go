package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// change is one change that Apply made, with what Undo needs.
type change struct {
	path   string
	folder bool
	before []byte // nil for a new file
}

// Apply writes the files of the plan. A plan with conflicts is an error. It writes all files to drafts first, so that a
// full disk or a missing permission changes nothing.
func (p *Plan) Apply() (err error) {
	if paths := p.Conflicts(); len(paths) > 0 {
		return fmt.Errorf("%q exists with different content", paths[0])
	}
	drafts := map[string]string{}
	defer func() {
		for _, draft := range drafts {
			_ = os.Remove(draft) // drafts that are left after a failure
		}
		if err != nil {
			err = errors.Join(err, p.Undo())
		}
	}()
	for _, step := range p.Steps {
		if step.after == nil {
			continue
		}
		if err := p.makeFolder(filepath.Dir(step.target)); err != nil {
			return err
		}
		if drafts[step.target], err = writeDraft(step.target, step.after); err != nil {
			return err
		}
	}
	for _, step := range p.Steps {
		if step.after == nil {
			continue
		}
		if err := os.Rename(drafts[step.target], step.target); err != nil {
			return err
		}
		delete(drafts, step.target)
		p.applied = append(p.applied, change{path: step.target, before: step.before})
	}
	return nil
}

// Undo reverts the changes of Apply.
func (p *Plan) Undo() error {
	var failed []error
	for _, done := range slices.Backward(p.applied) {
		var err error
		switch {
		case done.folder:
			_ = os.Remove(done.path) // it stays if it is not empty
		case done.before == nil:
			err = os.Remove(done.path)
		default:
			err = os.WriteFile(done.path, done.before, 0o644) // keeps the mode
		}
		failed = append(failed, err)
	}
	p.applied = nil
	return errors.Join(failed...)
}

// makeFolder creates a folder and its parents, and records the new ones.
func (p *Plan) makeFolder(path string) error {
	var missing []string
	for at := path; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || filepath.Dir(at) == at {
			break
		}
		missing = append(missing, at)
	}
	for _, folder := range slices.Backward(missing) {
		if err := os.Mkdir(folder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		p.applied = append(p.applied, change{path: folder, folder: true})
	}
	return nil
}

// writeDraft writes the new content of a file to a temporary file in the same folder, with the mode of the file.
func writeDraft(path string, content []byte) (name string, err error) {
	draft, err := os.CreateTemp(filepath.Dir(path), ".svc-draft-*")
	if err != nil {
		return "", err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	_, err = draft.Write(content)
	err = errors.Join(err, draft.Chmod(mode), draft.Close())
	return draft.Name(), err
}
