package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// Checker finds and checks apps. A check may take seconds, so it has a goroutine of its own.
type Checker interface {
	// IsApp reports whether a folder is that of an app.
	IsApp(dir string) bool
	// AppOf returns the folder of the app that a file belongs to, "" for none.
	AppOf(file string) string
	// Check checks the app in a folder, with unsaved texts by path, until ctx ends.
	Check(ctx context.Context, dir string, unsaved map[string]string) (*Checked, error)
	// Watch calls changed after each change of the files of an app, until ctx ends.
	Watch(ctx context.Context, dir string, changed func()) error
}

// Checked is the result of a check. Paths are relative to the app's folder, with forward slashes.
type Checked struct {
	Findings []diag.Finding
	// Files are the source files of the app, also those outside of its folder.
	Files []string
	Index Index
}

type pause = time.Duration

const (
	// typingPause is how long the user must not type before the app is checked.
	typingPause pause = 200 * time.Millisecond
	// maxApps is how many apps the server checks. Each has a watcher of its files.
	maxApps = 20
)

// app is an app in whose folder files are open. Only the server's goroutine uses it.
type app struct {
	server *Server
	dir    string
	// real is dir without links, as files of Checked.Files are named.
	real string
	// pinned means that the editor has the folder open, not only files in it.
	pinned bool
	// timer runs until the next check is due. It is nil if none is to come.
	timer *time.Timer
	due   bool
	// stop ends the check that runs. It is nil without one.
	stop context.CancelFunc
	// checked is the last result, nil before the first one. versions are those of the documents that it is about.
	checked  *Checked
	versions map[string]int
	// published are the diagnostics of each URI that this app has found last.
	published map[string]publishDiagnostics
	unwatch   context.CancelFunc
}

// open returns the app in a folder, nil if there are too many.
func (s *Server) open(dir string) *app {
	if known := s.apps[dir]; known != nil {
		return known
	}
	if len(s.apps) >= maxApps {
		s.Log("%s is not checked: more than %d apps are open", dir, maxApps)
		return nil
	}
	real, err := projectfs.Real(dir)
	if err != nil {
		real = dir
	}
	watching, unwatch := context.WithCancel(s.ctx)
	a := &app{server: s, dir: dir, real: real, published: map[string]publishDiagnostics{}, unwatch: unwatch}
	s.apps[dir] = a
	changed := func() { s.send(func() { a.schedule(0) }) }
	go func() {
		if err := s.Checker.Watch(watching, dir, changed); err != nil && watching.Err() == nil {
			s.send(func() { s.Log("%v: findings follow open files only", err) })
		}
	}()
	return a
}

// isOpen reports whether the server still has the app. What started before it was closed may end later.
func (a *app) isOpen() bool { return a.server.apps[a.dir] == a }

// schedule has the app checked after a pause, with the texts of then. A check that runs ends: its text is outdated.
func (a *app) schedule(pause pause) {
	if !a.isOpen() {
		return
	}
	if a.stop != nil {
		a.stop()
	}
	if a.timer != nil {
		a.timer.Stop()
	}
	a.due = false
	var timer *time.Timer
	timer = time.AfterFunc(pause, func() {
		a.server.send(func() {
			if a.timer == timer { // else there was another change meanwhile
				a.hurry()
			}
		})
	})
	a.timer = timer
}

// hurry has the check that the timer waits for start now.
func (a *app) hurry() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer, a.due = nil, true
		a.start()
	}
}

// start starts the check that is due, unless another one is still ending, which starts it then.
func (a *app) start() {
	if !a.due || a.stop != nil || !a.isOpen() {
		return
	}
	a.due = false
	ctx, stop := context.WithCancel(a.server.ctx)
	a.stop = stop
	texts, versions := a.server.documents.of(a)
	go func() {
		checked, err := a.server.Checker.Check(ctx, a.dir, texts)
		a.server.send(func() {
			isOutdated := ctx.Err() != nil || !a.isOpen()
			stop()
			a.stop = nil
			if !isOutdated {
				a.finish(checked, versions, err)
			}
			a.start()
			a.server.resume()
		})
	}()
}

// finish takes the result of a check.
func (a *app) finish(checked *Checked, versions map[string]int, err error) {
	if err != nil {
		a.server.report(a.dir + ": " + reason.Of(err))
		return
	}
	a.checked, a.versions = checked, versions
	a.publish()
	a.server.logTrace("checked %s: %d findings", a.dir, len(checked.Findings))
	if _, all := a.server.documents.of(a); len(all) > len(versions) {
		a.schedule(0) // it imports an open file that it did not import before
	}
}

// isCurrent reports whether the last result is about the texts that the editor shows, or none will come.
func (a *app) isCurrent() bool { return a.timer == nil && !a.due && a.stop == nil }

// reads reports whether a check reads a file: it is in the app's folder, or the app imports it.
func (a *app) reads(path string) bool {
	name := a.name(path)
	return filepath.IsLocal(name) || a.checked != nil && slices.Contains(a.checked.Files, name)
}

func (a *app) hasDocuments() bool {
	for _, doc := range a.server.documents {
		if filepath.IsLocal(a.name(doc.path)) {
			return true
		}
	}
	return false
}

// name returns the path of a file relative to the app's folder, with forward slashes.
func (a *app) name(path string) string {
	for _, dir := range []string{a.dir, a.real} {
		if name, err := filepath.Rel(dir, path); err == nil && (filepath.IsLocal(name) || dir == a.real) {
			return filepath.ToSlash(name)
		}
	}
	return path
}

// uri returns the URI of a file of a result, as the editor names it if it is open.
func (a *app) uri(name string) string {
	path := filepath.Join(a.dir, filepath.FromSlash(name))
	if strings.HasPrefix(name, "../") {
		path = filepath.Join(a.real, filepath.FromSlash(name))
	}
	for _, doc := range a.server.documents {
		if doc.path == path || a.name(doc.path) == name {
			return doc.uri
		}
	}
	return uriOf(path)
}

// close ends what the app has started.
func (a *app) close() {
	a.unwatch()
	if a.stop != nil {
		a.stop()
	}
	if a.timer != nil {
		a.timer.Stop()
	}
}

// retire closes the app, and removes its findings from the editor.
func (a *app) retire() {
	a.close()
	published := a.published
	a.published = nil
	for uri := range published {
		a.server.publish(uri, nil)
	}
}

// appOf returns the app of a document: the innermost whose folder contains it, else the first that imports it. It is
// nil if there is none.
func (s *Server) appOf(doc *document) (found *app) {
	contains := func(a *app) bool { return filepath.IsLocal(a.name(doc.path)) }
	for _, dir := range slices.Sorted(maps.Keys(s.apps)) {
		a := s.apps[dir]
		if contains(a) || found == nil && a.reads(doc.path) {
			found = a // an inner folder follows the one that contains it
		}
	}
	return found
}
