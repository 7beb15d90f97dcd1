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

	"github.com/appsvc/svc/internal/codegen"
)

// listFile lists the generated files of a folder. No other file is ever deleted.
const listFile = ".svc-files"

// caches are folders that the vendors' tools create again. installed is created by npm and kept.
var (
	caches    = []string{".wrangler"}
	installed = []string{"node_modules", "package-lock.json"}
)

// stale is the age after which the folder of a killed build is removed. No build takes that long.
const stale = time.Hour

// ForeignError is a folder with a file that was not generated or, if Name is empty, a path that is not a folder.
type ForeignError struct {
	Dir, Name string
}

func (e *ForeignError) Error() string {
	if e.Name == "" {
		return e.Dir + " is not a folder"
	}
	return fmt.Sprintf("%s contains %s, which svc did not create", e.Dir, e.Name)
}

// Replace writes the files to dir and replaces those of an earlier call. The folder contains the old files or the
// new ones at any time, except between two renames, when it does not exist. A folder with other files is not
// changed: see ForeignError.
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
	defer func() { _ = os.RemoveAll(fresh) }() // contains generated files only
	sweep(parent, prefix, fresh)
	next := filepath.Join(fresh, "next")
	if err := write(next, dir, files); err != nil {
		return err
	}
	if !old {
		return os.Rename(next, dir)
	}
	previous := filepath.Join(fresh, "old")
	if err := os.Rename(dir, previous); err != nil {
		return err
	}
	if err := os.Rename(next, dir); err != nil {
		return errors.Join(err, os.Rename(previous, dir))
	}
	for _, name := range keep {
		_ = os.Rename(filepath.Join(previous, name), filepath.Join(dir, name)) // if this fails, npm installs again
	}
	return nil
}

// owned reports whether dir exists, and which installed files to keep. A file that was not generated is an error.
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

// generated returns the files listed in dir, or nil if dir has no list.
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

// write writes the files and their list. A file that is unchanged since the former build is hard-linked, because
// most files are, and creating files is slow.
func write(dir, former string, files []codegen.File) error {
	names := make([]string, 0, len(files))
	folders := map[string]bool{dir: true}
	for _, file := range files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return fmt.Errorf("generated path %q is outside the output folder", file.Path)
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
	return forEach(append(slices.Clone(files), list), func(file *codegen.File) error {
		name := filepath.FromSlash(file.Path)
		if holdsText(filepath.Join(former, name), file.Data) &&
			os.Link(filepath.Join(former, name), filepath.Join(dir, name)) == nil {
			return nil
		}
		return os.WriteFile(filepath.Join(dir, name), file.Data, 0o644)
	})
}

// holdsText reports whether a regular file has exactly this content.
func holdsText(path string, text []byte) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(text)) {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }() // opened for reading only
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

// forEach calls do for each item on all cores and joins the errors.
func forEach[T any](items []T, do func(*T) error) error {
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

// sweep removes folders that killed builds left in parent. It compares file times, so it needs no clock.
func sweep(parent, prefix, fresh string) {
	now, err := os.Stat(fresh)
	if err != nil {
		return
	}
	entries, err := os.ReadDir(parent)
	if err != nil {
		return // cleaning up is optional
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), prefix) &&
			now.ModTime().Sub(info.ModTime()) > stale {
			_ = os.RemoveAll(filepath.Join(parent, entry.Name()))
		}
	}
}
