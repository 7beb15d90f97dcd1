package build

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/projectfs"
)

// listFile lists the generated files of a folder. No other file is ever deleted.
const listFile = ".svc-files"

// caches are folders that the vendors' tools create again. installed is created by npm and kept.
var (
	caches    = []string{".wrangler"}
	installed = []string{"node_modules", "package-lock.json"}
)

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
// changed: see ForeignError. No link in the workspace of the project leads it out.
func Replace(dir, project string, files []codegen.File) error {
	tree, name, err := projectfs.OpenOutput(dir, project)
	if err != nil {
		return err
	}
	defer func() { _ = tree.Close() }() // opened for reading only
	parent, err := tree.FolderTarget(path.Dir(name))
	if err != nil {
		return err
	}
	out := output{tree.Root(), path.Join(parent, path.Base(name)), dir}
	old, keep, err := out.owned()
	if err != nil {
		return err
	}
	if err := out.root.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	draft, remove, err := projectfs.DraftFolder(out.root, out.name)
	if err != nil {
		return err
	}
	defer remove()
	next := path.Join(draft, "next")
	if err := out.write(next, files); err != nil {
		return err
	}
	if !old {
		return out.root.Rename(next, out.name)
	}
	previous := path.Join(draft, "old")
	if err := out.root.Rename(out.name, previous); err != nil {
		return err
	}
	if err := out.root.Rename(next, out.name); err != nil {
		return errors.Join(err, out.root.Rename(previous, out.name))
	}
	for _, name := range keep {
		_ = out.root.Rename(path.Join(previous, name), path.Join(out.name, name)) // if this fails, npm installs again
	}
	return nil
}

// output is the folder to replace.
type output struct {
	root *os.Root
	name string // relative to root
	dir  string // as the caller named it
}

// owned reports whether the folder exists, and which installed files to keep. A file that was not generated is an
// error.
func (o output) owned() (exists bool, keep []string, err error) {
	info, err := o.root.Lstat(o.name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil, nil
	}
	if err == nil && !info.IsDir() {
		return true, nil, &ForeignError{Dir: o.dir}
	}
	if err != nil {
		return true, nil, err
	}
	list := o.generated()
	err = fs.WalkDir(o.root.FS(), o.name, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || at == o.name {
			return err
		}
		name := strings.TrimPrefix(at, o.name+"/")
		switch {
		case list != nil && slices.Contains(installed, entry.Name()):
			keep = append(keep, name)
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() && list != nil && slices.Contains(caches, entry.Name()):
			return fs.SkipDir
		case entry.IsDir(), list != nil && name == listFile, list[name]:
			return nil
		}
		return &ForeignError{o.dir, name}
	})
	return true, keep, err
}

// generated returns the files listed in the folder, or nil if it has no list.
func (o output) generated() map[string]bool {
	text, err := projectfs.ReadIn(o.root, path.Join(o.name, listFile))
	if err != nil {
		return nil
	}
	list := map[string]bool{}
	for name := range strings.Lines(string(text)) {
		list[strings.TrimSuffix(name, "\n")] = true
	}
	return list
}

// write writes the files and their list to the folder next. A file that is unchanged since the former build is
// hard-linked, because most files are, and creating files is slow. Shared files are links to one of them.
func (o output) write(next string, files []codegen.File) error {
	names := make([]string, 0, len(files))
	folders := map[string]bool{next: true}
	for _, file := range files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return fmt.Errorf("generated path %q is outside the output folder", file.Path)
		}
		names = append(names, file.Path)
		folders[path.Dir(path.Join(next, file.Path))] = true
	}
	for folder := range folders {
		if err := o.root.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	slices.Sort(names)
	first, others := firstOfShared(files)
	list := codegen.File{Path: listFile, Data: []byte(strings.Join(names, "\n") + "\n")}
	err := forEach(append(first, list), func(file *codegen.File) error {
		former, name := path.Join(o.name, file.Path), path.Join(next, file.Path)
		if o.holds(former, file.Data) && o.root.Link(former, name) == nil {
			return nil
		}
		return o.root.WriteFile(name, file.Data, 0o644)
	})
	if err != nil {
		return err
	}
	return forEach(others, func(link *linked) error {
		name := path.Join(next, link.file.Path)
		if o.root.Link(path.Join(next, link.to), name) == nil {
			return nil
		}
		return o.root.WriteFile(name, link.file.Data, 0o644) // the file system has no links, or no more of this file
	})
}

// linked is a file with the content of another one.
type linked struct {
	file *codegen.File
	to   string
}

// firstOfShared returns the files without those that have the same content as one of them.
func firstOfShared(files []codegen.File) (first []codegen.File, others []linked) {
	paths := map[string]string{}
	for i := range files {
		file := &files[i]
		name := path.Base(file.Path)
		if to := paths[name]; file.Shared && to != "" {
			others = append(others, linked{file, to})
			continue
		}
		if file.Shared {
			paths[name] = file.Path
		}
		first = append(first, *file)
	}
	return first, others
}

// holds reports whether a regular file has exactly this content.
func (o output) holds(name string, text []byte) bool {
	info, err := o.root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(text)) {
		return false
	}
	file, err := projectfs.OpenIn(o.root, name)
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
