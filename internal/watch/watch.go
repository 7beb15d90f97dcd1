// Package watch reports changes of files below a folder. It is the only importer of fsnotify.
//
// fsnotify watches single folders. This package watches trees, adds new folders and merges the burst of events of one
// save into one change. Start at New.
package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/appsvc/svc/internal/projectfs"
)

const (
	// quiet ends a burst: editors write, rename and chmod within a few ms. A later event begins another round.
	quiet = 5 * time.Millisecond
	// maxBurst ends a burst that continues, such as that of a package manager.
	maxBurst = 300 * time.Millisecond
)

// Watcher watches one tree. One goroutine reads its channels.
type Watcher struct {
	root    string
	ignore  func(path string) bool
	outputs []fs.FileInfo
	read    atomic.Pointer[known] // see Read
	ignored ignored
	names   names // of the goroutine
	notify  *fsnotify.Watcher
	changes chan []string
	failed  chan error
	done    chan struct{} // closed by Close
}

// ignoredFolders are not watched: they are large and have no user code.
var ignoredFolders = []string{"node_modules", ".git", ".svc"}

// New watches the tree below root, an absolute folder. ignore reports files whose changes do not count; nil ignores
// none. Changes of the outputs of this process do not count either: a round would cause the next one. Close the watcher
// when done.
func New(root string, ignore func(path string) bool, outputs ...fs.FileInfo) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, explain(err)
	}
	if ignore == nil {
		ignore = func(string) bool { return false }
	}
	w := &Watcher{
		root: root, ignore: ignore, notify: notify, changes: make(chan []string), failed: make(chan error, 1),
		done: make(chan struct{}), outputs: outputs, ignored: newIgnored(),
	}
	if _, err := w.add(root); err != nil {
		_ = notify.Close() // it watches nothing yet
		return nil, explain(err)
	}
	go w.run()
	return w, nil
}

// Changes delivers the changed files of each burst: absolute paths, sorted. A nil list means that events were lost
// and any file may have changed. Close closes the channel.
func (w *Watcher) Changes() <-chan []string { return w.changes }

// Failed delivers the error that ended the watcher.
func (w *Watcher) Failed() <-chan error { return w.failed }

// Close ends the watcher. Call it once.
func (w *Watcher) Close() error {
	close(w.done)
	return w.notify.Close()
}

// Follow also watches the folders of single files outside of the tree. The nearest folder above stands for a missing
// one.
func (w *Watcher) Follow(files []string) error {
	watched := w.notify.WatchList()
	for _, file := range files {
		for dir := filepath.Dir(file); !slices.Contains(watched, dir); dir = filepath.Dir(dir) {
			err := w.notify.Add(dir)
			if err == nil {
				watched = append(watched, dir)
				break
			}
			if !errors.Is(err, fs.ErrNotExist) {
				return explain(err)
			}
		}
	}
	return nil
}

// add watches a folder and all folders below, and returns the files in them.
func (w *Watcher) add(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && path == w.root:
			return err
		case err != nil: // deleted meanwhile, or not readable
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.IsDir():
			files = append(files, path)
			w.names.set(path, false, true)
			return nil
		case path != w.root && slices.Contains(ignoredFolders, entry.Name()):
			return fs.SkipDir
		}
		w.names.set(path, true, true)
		if err := w.notify.Add(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
	return files, err
}

// run merges events into changes until Close.
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
			if !w.deliver(burst.take()) {
				return
			}
		case <-w.ignored.matter:
			for _, file := range w.ignored.take() {
				burst.add(file)
			}
		}
	}
}

// deliver delivers the files of a burst that count; nil means that any may count. It returns false after Close.
func (w *Watcher) deliver(unread map[string]bool) bool {
	var files []string
	if unread != nil {
		for file, isUnread := range unread {
			if isUnread {
				w.ignored.add(file, true) // first, because a round may say meanwhile that it has read the file
				unread[file] = !w.mayRead(file)
			}
			if unread[file] && w.knowsNames() {
				w.names.update(file)
				delete(unread, file)
			}
		}
		if files = w.names.changes(unread); len(files) == 0 {
			return true
		}
	}
	select {
	case w.changes <- files:
		w.names.delivered(files, unread)
		w.ignored.clear() // what was written before, the next round reads
		return true
	case <-w.done:
		return false
	}
}

func (w *Watcher) fail(err error) { w.failed <- explain(err) }

// note adds an event to the burst.
func (w *Watcher) note(b *burst, event fsnotify.Event) error {
	if event.Op == fsnotify.Chmod {
		return nil // indexers and backups change attributes often
	}
	if event.Name == w.root && event.Has(fsnotify.Remove|fsnotify.Rename) {
		return fmt.Errorf("the folder %s no longer exists", w.root)
	}
	switch isWrite := !event.Has(fsnotify.Create | fsnotify.Remove | fsnotify.Rename); {
	case !w.counts(event.Name):
		return nil
	case isWrite:
		w.changed(b, event.Name, false)
		return nil
	}
	if event.Has(fsnotify.Create) {
		if info, err := os.Lstat(event.Name); err == nil && info.IsDir() && w.inTree(event.Name) {
			files, err := w.add(event.Name)
			if err != nil {
				return err
			}
			for _, file := range files { // written before the folder was watched
				switch {
				case !w.counts(file):
				case w.knowsNames():
					w.changed(b, file, true)
				default:
					b.add(file)
				}
			}
		}
	}
	w.changed(b, event.Name, true)
	return nil
}

// changed adds a file to the burst if it counts. isNew says that its name has appeared or vanished.
func (w *Watcher) changed(b *burst, file string, isNew bool) {
	if w.mayRead(file) {
		b.add(file)
		return
	}
	if isNew && !w.knowsNames() {
		b.addUnread(file)
		return
	}
	if isNew {
		w.names.update(file)
	}
	w.ignored.add(file, isNew)
	if w.mayRead(file) { // a round has ended meanwhile
		b.add(file)
	}
}

// inTree reports whether a path is in the tree, and not beside a single file that is watched.
func (w *Watcher) inTree(path string) bool {
	name, err := filepath.Rel(w.root, path)
	return err == nil && filepath.IsLocal(name)
}

// counts reports whether a change of the path counts.
func (w *Watcher) counts(path string) bool {
	name := filepath.Base(path)
	switch {
	case slices.Contains(ignoredFolders, name), projectfs.IsDraft(name): // what svc writes gets its name by a rename
		return false
	case strings.HasSuffix(name, "~"), strings.HasSuffix(name, ".swp"), strings.HasSuffix(name, ".swx"),
		strings.HasPrefix(name, ".#"), name == "4913": // temporary files of editors
		return false
	}
	return !w.ignore(path) && !w.isOutput(path)
}

// explain adds a fix to the one error that users meet.
func explain(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) {
		return fmt.Errorf(
			"cannot watch more folders (%w): raise fs.inotify.max_user_watches and fs.inotify.max_user_instances", err,
		)
	}
	return err
}
