// This file puts generated files in a folder: all of them or none.

package build

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/codegen"
)

// listFile lists, in a folder that was generated, what was: nothing else is ever deleted.
const listFile = ".svc-files"

// caches are folders that the vendor's tools leave behind, and make again; installed is what npm does, which
// stays where it is.
var (
	caches    = []string{".wrangler"}
	installed = []string{"node_modules", "package-lock.json"}
)

// stale is the age from which a folder that a killed build left behind is taken away, if no other build can be
// at work in it any more.
const stale = time.Hour

// ForeignError says that a folder holds something that was not generated; with an empty Name, that it is no folder.
type ForeignError struct {
	Dir, Name string
}

func (e *ForeignError) Error() string {
	if e.Name == "" {
		return e.Dir + " is no folder"
	}
	return fmt.Sprintf("%s holds %s, which svc has not made", e.Dir, e.Name)
}

// Replace puts the files in dir, in the place of those that an earlier call has put there. The folder holds
// the old files or the new ones at any time, or, for the moment between two renames, is not there. A folder
// that holds anything else is left alone: see ForeignError.
func Replace(dir string, files []codegen.File) error {
	old, keep, err := owned(dir)
	if err != nil {
		return err
	}
	parent, prefix := filepath.Dir(dir), "."+filepath.Base(dir)+"-new-"
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(fresh) }() // what is left of it holds generated files only
	sweep(parent, prefix, fresh)
	next := filepath.Join(fresh, "next")
	if err := write(next, dir, files); err != nil {
		return err
	}
	if !old {
		return os.Rename(next, dir)
	}
	aside := filepath.Join(fresh, "old")
	if err := os.Rename(dir, aside); err != nil {
		return err
	}
	if err := os.Rename(next, dir); err != nil {
		return errors.Join(err, os.Rename(aside, dir))
	}
	for _, name := range keep {
		_ = os.Rename(filepath.Join(aside, name), filepath.Join(dir, name)) // without it, npm installs once more
	}
	return nil
}

// owned reports whether dir is there, and what is installed in it. It is an error when it holds what was not
// generated.
func owned(dir string) (exists bool, keep []string, err error) {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil, nil
	}
	if err == nil && !info.IsDir() {
		return true, nil, &ForeignError{Dir: dir}
	}
	if err != nil {
		return true, nil, err
	}
	list := generated(dir)
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		switch {
		case list != nil && slices.Contains(installed, entry.Name()):
			keep = append(keep, rel)
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() && list != nil && slices.Contains(caches, entry.Name()):
			return fs.SkipDir
		case entry.IsDir(), list != nil && name == listFile, list[name]:
			return nil
		}
		return &ForeignError{dir, name}
	})
	return true, keep, err
}

// generated are the files that were generated into dir; nil when none ever were.
func generated(dir string) map[string]bool {
	text, err := os.ReadFile(filepath.Join(dir, listFile))
	if err != nil {
		return nil
	}
	list := map[string]bool{}
	for name := range strings.Lines(string(text)) {
		list[strings.TrimSuffix(name, "\n")] = true
	}
	return list
}

// write writes the files and their list. A file that the former folder has already is linked: most are the
// same from one build to the next, and a disk makes new files slowly.
func write(dir, former string, files []codegen.File) error {
	names := make([]string, 0, len(files))
	folders := map[string]bool{dir: true}
	for _, file := range files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return fmt.Errorf("the generated path %q leads out of its folder", file.Path)
		}
		names = append(names, file.Path)
		folders[filepath.Dir(filepath.Join(dir, filepath.FromSlash(file.Path)))] = true
	}
	for folder := range folders {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	slices.Sort(names)
	list := codegen.File{Path: listFile, Data: []byte(strings.Join(names, "\n") + "\n")}
	return side(append(slices.Clone(files), list), func(file *codegen.File) error {
		name := filepath.FromSlash(file.Path)
		if holdsText(filepath.Join(former, name), file.Data) &&
			os.Link(filepath.Join(former, name), filepath.Join(dir, name)) == nil {
			return nil
		}
		return os.WriteFile(filepath.Join(dir, name), file.Data, 0o644)
	})
}

// holdsText reports whether a plain file holds exactly the text.
func holdsText(path string, text []byte) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(text)) {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }() // it was only read
	part := make([]byte, min(len(text), 64<<10))
	for len(text) > 0 {
		n, err := io.ReadFull(file, part[:min(len(part), len(text))])
		if err != nil || !bytes.Equal(part[:n], text[:n]) {
			return false
		}
		text = text[n:]
	}
	return true
}

// side does something with each item, on all cores, and gives the errors.
func side[T any](items []T, do func(*T) error) error {
	var next atomic.Int64
	errs := make([]error, runtime.GOMAXPROCS(0))
	var waiting sync.WaitGroup
	for core := range errs {
		waiting.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(items)) && errs[core] == nil; i = next.Add(1) - 1 {
				errs[core] = do(&items[i])
			}
		})
	}
	waiting.Wait()
	return errors.Join(errs...)
}

// sweep removes what builds that were killed long ago have left beside the folder. Ages are told by the disk's
// own clock.
func sweep(parent, prefix, fresh string) {
	now, err := os.Stat(fresh)
	if err != nil {
		return
	}
	entries, err := os.ReadDir(parent)
	if err != nil {
		return // nothing can be tidied up, and nothing has to be
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), prefix) &&
			now.ModTime().Sub(info.ModTime()) > stale {
			_ = os.RemoveAll(filepath.Join(parent, entry.Name()))
		}
	}
}
