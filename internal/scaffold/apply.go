package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/appsvc/svc/internal/projectfs"
)

// change is one change that Apply made, with what Undo needs. Its path is relative to the tree's root.
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
	drafts := map[string]*projectfs.Draft{}
	defer func() {
		for _, draft := range drafts {
			err = errors.Join(err, draft.Close())
		}
		if err != nil {
			err = errors.Join(err, p.Undo())
		}
	}()
	for _, step := range p.Steps {
		if step.after == nil {
			continue
		}
		folder := path.Dir(step.target)
		if err := p.makeFolder(folder); err != nil {
			return err
		}
		if err := p.tree.Sweep(folder); err != nil {
			return err
		}
		if drafts[step.target], err = p.tree.Draft(step.target, step.after); err != nil {
			delete(drafts, step.target)
			return err
		}
	}
	for _, step := range p.Steps {
		if step.after == nil {
			continue
		}
		if err := drafts[step.target].Commit(); err != nil {
			return err
		}
		p.applied = append(p.applied, change{path: step.target, before: step.before})
	}
	return nil
}

// Path returns the path of a file that an error of Apply names.
func (p *Plan) Path(name string) string {
	return filepath.Join(p.tree.Root().Name(), filepath.FromSlash(name))
}

// Undo reverts the changes of Apply.
func (p *Plan) Undo() error {
	var failed []error
	for _, done := range slices.Backward(p.applied) {
		var err error
		switch {
		case done.folder:
			_ = p.tree.Root().Remove(done.path) // it stays if it is not empty
		case done.before == nil:
			err = p.tree.Root().Remove(done.path)
		default:
			err = p.tree.WriteFile(done.path, done.before)
		}
		failed = append(failed, err)
	}
	p.applied = nil
	return errors.Join(failed...)
}

// makeFolder creates a folder and its parents, and records the new ones.
func (p *Plan) makeFolder(folder string) error {
	var missing []string
	for at := folder; at != "."; at = path.Dir(at) {
		if _, err := p.tree.Root().Stat(at); err == nil {
			break
		}
		missing = append(missing, at)
	}
	for _, at := range slices.Backward(missing) {
		if err := p.tree.Root().Mkdir(at, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		p.applied = append(p.applied, change{path: at, folder: true})
	}
	return nil
}
