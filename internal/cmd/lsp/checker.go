package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/lsp"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/watch"
)

// checkRequest asks a disposable process to check an app.
type checkRequest struct {
	Dir       cmdutil.Path `json:"dir"`
	Untrusted bool         `json:"untrusted,omitempty"`
	// Unsaved are texts of open files by path.
	Unsaved map[string]string `json:"unsaved,omitempty"`
}

// checkResponse is what the process found. It may be hostile: see judged.
type checkResponse struct {
	lsp.Checked
	// Failure is why the check failed, "" if it has a result.
	Failure string `json:"failure,omitempty"`
}

// maxResponse is the size of the largest response that is read, in bytes.
const maxResponse = 16 << 20

// Checks checks apps for editors.
var Checks = cmdutil.Work[checkRequest, checkResponse]{
	Name: "findings", Largest: maxResponse, Silent: true, Spare: new(disposable.Spare),
	Do: func(ctx context.Context, env *cli.Env, wanted *checkRequest) (*checkResponse, error) {
		return wanted.check(ctx, env), ctx.Err()
	},
}

func (r *checkRequest) check(ctx context.Context, env *cli.Env) *checkResponse {
	if disposable.Joined() { // else the process goes on
		heap.OneShot()
	}
	profile, problems, err := appbuild.ChooseProfile(string(r.Dir), "")
	if err != nil {
		return &checkResponse{Failure: oneLine(err)}
	}
	loaded, findings, err := appbuild.Check(ctx, env, project.Options{
		Dir: string(r.Dir), Profile: profile, Untrusted: r.Untrusted, Unsaved: r.Unsaved, Problems: problems,
	})
	if loaded == nil {
		return &checkResponse{Failure: oneLine(err)}
	}
	if err != nil { // a rule crashed; the findings of the others are worth showing
		env.Fail(err)
	}
	return &checkResponse{Checked: lsp.Checked{Findings: findings, Files: loaded.Files, Index: indexOf(loaded)}}
}

// oneLine returns an error as editors show it.
func oneLine(err error) string {
	var known *cli.Error
	if !errors.As(err, &known) {
		return reason.Of(err)
	}
	text := known.What
	if known.Why != "" {
		text += ": " + known.Why
	}
	if known.Fix != "" {
		text += "; " + known.Fix
	}
	return text
}

// checker implements lsp.Checker.
type checker struct {
	env       *cli.Env
	untrusted bool
}

// IsApp implements lsp.Checker.
func (c *checker) IsApp(dir string) bool {
	return projectfs.IsApp(dir)
}

// AppOf implements lsp.Checker. A file of a package is not the user's to edit.
func (c *checker) AppOf(file string) string {
	dir := projectfs.NearestApp(filepath.Dir(file), c.env.Getenv("HOME"))
	if !c.IsApp(dir) {
		return ""
	}
	name, err := filepath.Rel(dir, file)
	if err != nil || !cmdutil.IsOwnSource(filepath.ToSlash(name)) {
		return ""
	}
	return dir
}

// Check implements lsp.Checker.
func (c *checker) Check(ctx context.Context, dir string, unsaved map[string]string) (*lsp.Checked, error) {
	found, err := Checks.Ask(ctx, c.env, &checkRequest{Dir: cmdutil.Path(dir), Untrusted: c.untrusted, Unsaved: unsaved})
	switch {
	case err != nil:
		return nil, errors.New(oneLine(err))
	case found.Failure != "":
		return nil, errors.New(found.Failure)
	}
	judge(found)
	return &found.Checked, nil
}

// judge removes what a hostile process could do harm with: edits of files that are no source code of the app, and of
// text that no rule writes.
func judge(found *checkResponse) {
	for i := range found.Findings {
		f := &found.Findings[i]
		f.Fixes = slices.DeleteFunc(f.Fixes, func(one diag.Fix) bool {
			return slices.ContainsFunc(one.Edits, func(edit diag.Edit) bool {
				return !cmdutil.IsOwnSource(edit.File) || !cmdutil.IsEditText(edit.NewText)
			})
		})
	}
}

// Watch implements lsp.Checker.
func (c *checker) Watch(ctx context.Context, dir string, changed func()) error {
	real, err := projectfs.Real(dir) // a watcher does not follow links
	if err != nil {
		return err
	}
	watcher, err := watch.New(real, nil)
	if err != nil {
		return cmdutil.WatchError(err, "save files in the editor")
	}
	defer func() { _ = watcher.Close() }() // nothing is written
	// The last check may have been of unsaved text, so that only the names of files say whether they count.
	watcher.JudgeByName()
	for {
		select {
		case _, open := <-watcher.Changes():
			if !open {
				return nil
			}
			changed()
		case err := <-watcher.Failed():
			return cmdutil.WatchError(err, "save files in the editor")
		case <-ctx.Done():
			return nil
		}
	}
}
