// Package watch tells when files below a folder change.
//
// It is the only importer of fsnotify, which watches single folders: this package watches trees, adds
// folders as they appear, and gathers the burst of events that one save makes into one change. It says
// that something changed and which files; what that means is its caller's business.
// Start at New.
package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// quiet ends a burst: editors write, rename and chmod within a few milliseconds.
	quiet = 30 * time.Millisecond
	// patience ends a burst that does not, such as a package manager at work.
	patience = 300 * time.Millisecond
)

// Watcher watches one tree. Its channels are read by one goroutine.
type Watcher struct {
	root    string
	ignore  func(path string) bool
	notify  *fsnotify.Watcher
	changes chan []string
	failed  chan error
	done    chan struct{} // closed by Close
}

// ignoredFolders are never watched: they are large, and nothing of the user's source is in them.
var ignoredFolders = []string{"node_modules", ".git", ".svc"}

// New watches the tree below root, an absolute folder. ignore says which files do not count; nil means
// none. Close it when done.
func New(root string, ignore func(path string) bool) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, explain(err)
	}
	if ignore == nil {
		ignore = func(string) bool { return false }
	}
	w := &Watcher{
		root: root, ignore: ignore, notify: notify, changes: make(chan []string), failed: make(chan error, 1),
		done: make(chan struct{}),
	}
	if _, err := w.add(root); err != nil {
		_ = notify.Close() // nothing was watched yet
		return nil, explain(err)
	}
	go w.run()
	return w, nil
}

// Changes delivers the changed files of a burst, sorted, absolute; it is closed by Close. A nil list
// says that events were lost and anything may have changed.
func (w *Watcher) Changes() <-chan []string { return w.changes }

// Failed delivers the error that ended the watching.
func (w *Watcher) Failed() <-chan error { return w.failed }

// Close ends the watching. It is called once.
func (w *Watcher) Close() error {
	close(w.done)
	return w.notify.Close()
}

// Follow also watches the folders of single files that lie outside of the tree.
func (w *Watcher) Follow(files []string) error {
	for _, file := range files {
		dir := filepath.Dir(file)
		if slices.Contains(w.notify.WatchList(), dir) {
			continue
		}
		if err := w.notify.Add(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return explain(err)
		}
	}
	return nil
}

// add watches a folder and all below it, and returns the files that it holds already.
func (w *Watcher) add(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && path == w.root:
			return err
		case err != nil: // gone again, or not readable: nothing to watch
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.IsDir():
			files = append(files, path)
			return nil
		case path != w.root && slices.Contains(ignoredFolders, entry.Name()):
			return fs.SkipDir
		}
		if err := w.notify.Add(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
	return files, err
}

// run gathers events into changes until the watcher is closed.
func (w *Watcher) run() {
	defer close(w.changes)
	burst := &burst{files: map[string]bool{}}
	for {
		select {
		case event, open := <-w.notify.Events:
			if !open {
				return
			}
			if err := w.note(burst, event); err != nil {
				w.fail(err)
				return
			}
		case err, open := <-w.notify.Errors:
			if !open {
				return
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				w.fail(err)
				return
			}
			burst.lost = true
			burst.extend()
		case <-burst.end():
			select {
			case w.changes <- burst.take():
			case <-w.done:
				return
			}
		}
	}
}

func (w *Watcher) fail(err error) { w.failed <- explain(err) }

// note adds what an event says to the burst.
func (w *Watcher) note(b *burst, event fsnotify.Event) error {
	if event.Op == fsnotify.Chmod {
		return nil // indexers and backups touch attributes all the time
	}
	if event.Name == w.root && event.Has(fsnotify.Remove|fsnotify.Rename) {
		return fmt.Errorf("%s is gone", w.root)
	}
	if !w.counts(event.Name) {
		return nil
	}
	if event.Has(fsnotify.Create) {
		if info, err := os.Lstat(event.Name); err == nil && info.IsDir() {
			files, err := w.add(event.Name)
			if err != nil {
				return err
			}
			for _, file := range files { // written before the folder was watched
				if w.counts(file) {
					b.add(file)
				}
			}
		}
	}
	b.add(event.Name)
	return nil
}

// counts reports whether a change of the path matters.
func (w *Watcher) counts(path string) bool {
	name := filepath.Base(path)
	switch {
	case slices.Contains(ignoredFolders, name):
		return false
	case strings.HasSuffix(name, "~"), strings.HasSuffix(name, ".swp"), strings.HasSuffix(name, ".swx"),
		strings.HasPrefix(name, ".#"), name == "4913": // what editors leave beside a file while they save it
		return false
	}
	return !w.ignore(path)
}

// explain says what to do about the one error that users meet.
func explain(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		return fmt.Errorf(
			"the system allows no more watches (%w): raise fs.inotify.max_user_watches and fs.inotify.max_user_instances", err,
		)
	}
	return err
}
