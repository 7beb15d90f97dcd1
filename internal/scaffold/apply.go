package scaffold

import (
	"bytes"
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
	after  []byte
}

// ErrChanged reports that another program, such as an editor, has changed a file since it was read.
var ErrChanged = errors.New("another program has changed it meanwhile")

// ErrCreated reports that another program, such as a second svc, has created a file since the plan was made.
var ErrCreated = errors.New("another program has created it meanwhile")

// Apply writes the files of the plan. A plan with conflicts is an error. So is a file of the user that changed since
// the plan was made. It writes all files to drafts first, so that a full disk or a missing permission changes nothing.
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
	for _, step := range p.inOrder() {
		if err := p.commit(step, drafts[step.target]); err != nil {
			return err
		}
		p.applied = append(p.applied, change{path: step.target, before: step.before, after: step.after})
	}
	return nil
}

// inOrder returns the steps that change a file, new files first. Of several processes with plans for one folder, one
// creates the first file that they share, and the others fail before they change anything else.
func (p *Plan) inOrder() []Step {
	steps := slices.DeleteFunc(slices.Clone(p.Steps), func(step Step) bool { return step.after == nil })
	slices.SortStableFunc(steps, func(a, b Step) int { return a.rank() - b.rank() })
	return steps
}

func (s *Step) rank() int {
	switch {
	case s.isOwn:
		return 2
	case s.before != nil:
		return 1
	}
	return 0
}

func (p *Plan) commit(step Step, draft *projectfs.Draft) error {
	switch {
	case step.isOwn:
	case step.before == nil:
		err := draft.Create()
		if errors.Is(err, fs.ErrExist) {
			err = &fs.PathError{Op: "create", Path: step.target, Err: ErrCreated}
		}
		return err
	default:
		if err := p.expect(step.target, step.before); err != nil {
			return err
		}
	}
	return draft.Commit()
}

// Path returns the path of a file that an error of Apply names.
func (p *Plan) Path(name string) string {
	return filepath.Join(p.tree.Root().Name(), filepath.FromSlash(name))
}

// expect returns an error if a file has another content.
func (p *Plan) expect(target string, content []byte) error {
	now, err := p.tree.ReadFile(target)
	if err == nil && !bytes.Equal(now, content) {
		err = &fs.PathError{Op: "write", Path: target, Err: ErrChanged}
	}
	return err
}

// Undo reverts the changes of Apply. A file that changed since stays, and is an error.
func (p *Plan) Undo() error {
	var failed []error
	for _, done := range slices.Backward(p.applied) {
		failed = append(failed, p.revert(done))
	}
	p.applied = nil
	return errors.Join(failed...)
}

func (p *Plan) revert(done change) error {
	if done.folder {
		_ = p.tree.Root().Remove(done.path) // it stays if it is not empty
		return nil
	}
	if err := p.expect(done.path, done.after); err != nil {
		return err
	}
	if done.before == nil {
		return p.tree.Root().Remove(done.path)
	}
	return p.tree.WriteFile(done.path, done.before)
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
		err := p.tree.Root().Mkdir(at, 0o755)
		if errors.Is(err, fs.ErrExist) {
			continue // of another program
		}
		if err != nil {
			return err
		}
		p.applied = append(p.applied, change{path: at, folder: true})
	}
	return nil
}
