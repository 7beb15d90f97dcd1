package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
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

// listFile lists the generated files of a folder, one per line. No other file is ever deleted. With Keep, a tab and the
// digest of the file follow.
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

// EditedError is a folder with generated files that were edited, for Keep.
type EditedError struct {
	Dir   string
	Names []string
}

func (e *EditedError) Error() string {
	return fmt.Sprintf("%s contains edits in %s", e.Dir, strings.Join(e.Names, ", "))
}

// Edits says what Replace does with generated files that were edited.
type Edits bool

// Overwrite writes them again. Keep returns an *EditedError.
const (
	Overwrite Edits = false
	Keep      Edits = true
)

// Replace writes the files to dir and replaces those of an earlier call. The folder contains the old files or the
// new ones at any time, except between two renames, when it does not exist. A folder with other files is not
// changed: see ForeignError. Nothing is written if all files are the same. No link in the workspace of the project
// leads it out.
func Replace(dir, project string, files []codegen.File, edits Edits) error {
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
	former, err := out.former()
	if err != nil {
		return err
	}
	entries, err := out.entries(files, former, edits)
	if err == nil && former != nil && edits == Keep {
		err = out.refuseEdits(entries)
	}
	if err != nil || !slices.ContainsFunc(entries, func(e entry) bool { return !e.held }) {
		return err // the list is one of the entries, so the folder has no other files
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
	if err := out.write(next, entries); err != nil {
		return err
	}
	if former == nil {
		return out.root.Rename(next, out.name)
	}
	previous := path.Join(draft, "old")
	if err := out.root.Rename(out.name, previous); err != nil {
		return err
	}
	if err := out.root.Rename(next, out.name); err != nil {
		return errors.Join(err, out.root.Rename(previous, out.name))
	}
	for _, name := range former.installed {
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

// formerBuild is what the folder to replace contains.
type formerBuild struct {
	// files are the names of regular files, relative to the folder.
	files map[string]bool
	// installed are the files and folders to keep.
	installed []string
}

// former returns what the folder contains, or nil if it does not exist. A file that was not generated is an error.
func (o output) former() (*formerBuild, error) {
	info, err := o.root.Lstat(o.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.IsDir() {
		return nil, &ForeignError{Dir: o.dir}
	}
	if err != nil {
		return nil, err
	}
	found, list := &formerBuild{files: map[string]bool{}}, o.generated()
	return found, fs.WalkDir(o.root.FS(), o.name, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || at == o.name {
			return err
		}
		name := strings.TrimPrefix(at, o.name+"/")
		switch {
		case list != nil && slices.Contains(installed, entry.Name()):
			found.installed = append(found.installed, name)
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() && list != nil && slices.Contains(caches, entry.Name()):
			return fs.SkipDir
		case entry.IsDir(), list != nil && name == listFile, list[name]:
			found.files[name] = entry.Type().IsRegular()
			return nil
		}
		return &ForeignError{o.dir, name}
	})
}

// generated returns the files listed in the folder, or nil if it has no list.
func (o output) generated() map[string]bool {
	text, err := projectfs.ReadIn(o.root, path.Join(o.name, listFile))
	if err != nil {
		return nil
	}
	list := map[string]bool{}
	for name := range listed(text) {
		list[name] = true
	}
	return list
}

// listed returns the files of a list with their digests; "" for a file without one.
func listed(text []byte) iter.Seq2[string, string] {
	return func(yield func(name, digest string) bool) {
		for line := range strings.Lines(string(text)) {
			name, digest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !yield(name, digest) {
				return
			}
		}
	}
}

// refuseEdits returns an error if a listed file has neither the content that it was written with nor the next one.
func (o output) refuseEdits(entries []entry) error {
	text, err := projectfs.ReadIn(o.root, path.Join(o.name, listFile))
	if err != nil {
		return nil //nolint:nilerr // a folder that was not generated has been refused already
	}
	held := map[string]bool{}
	for _, e := range entries {
		held[e.Path] = e.held
	}
	edited := &EditedError{Dir: o.dir}
	for name, digest := range listed(text) {
		now, err := projectfs.ReadIn(o.root, path.Join(o.name, name))
		if digest != "" && !held[name] && err == nil && digestOf(now) != digest {
			edited.Names = append(edited.Names, name)
		}
	}
	if len(edited.Names) == 0 {
		return nil
	}
	return edited
}

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// entry is a file to write.
type entry struct {
	codegen.File
	// like is the path of the first file with the same content, or "".
	like string
	// held reports that the former build has the same file.
	held bool
}

// entries returns the files, and the list of their names. It finds out which of them the former build has.
func (o output) entries(files []codegen.File, former *formerBuild, edits Edits) ([]entry, error) {
	entries := make([]entry, 0, len(files)+1)
	names := make([]string, 0, len(files))
	first := map[string]string{} // paths of shared files
	for _, file := range files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return nil, fmt.Errorf("generated path %q is outside the output folder", file.Path)
		}
		one := entry{File: file}
		if name := path.Base(file.Path); file.Shared {
			if one.like = first[name]; one.like == "" {
				first[name] = file.Path
			}
		}
		name := file.Path
		if edits == Keep {
			name += "\t" + digestOf(file.Data)
		}
		names, entries = append(names, name), append(entries, one)
	}
	slices.Sort(names)
	list := codegen.File{Path: listFile, Data: []byte(strings.Join(names, "\n") + "\n")}
	entries = append(entries, entry{File: list})
	if former == nil {
		return entries, nil
	}
	return entries, forEach(entries, func(e *entry) error {
		e.held = former.files[e.Path] && o.holds(path.Join(o.name, e.Path), e.Data)
		return nil
	})
}

// write writes the entries to the folder next. A file that is unchanged since the former build is hard-linked, because
// most files are, and creating files is slow. Shared files are links to one of them.
func (o output) write(next string, entries []entry) error {
	folders := map[string]bool{}
	for _, e := range entries {
		folders[path.Dir(path.Join(next, e.Path))] = true
	}
	for folder := range folders {
		if err := o.root.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	// The files that others are links to come first.
	for _, linked := range []bool{false, true} {
		err := forEach(entries, func(e *entry) error {
			from, name := "", path.Join(next, e.Path)
			switch {
			case (e.like != "") != linked:
				return nil
			case linked:
				from = path.Join(next, e.like)
			case e.held:
				from = path.Join(o.name, e.Path)
			}
			if from != "" && o.root.Link(from, name) == nil {
				return nil
			}
			return o.root.WriteFile(name, e.Data, 0o644) // new, or the file system has no links, or no more of this file
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether a file has exactly this content.
func (o output) holds(name string, text []byte) bool {
	file, err := projectfs.OpenIn(o.root, name)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }() // opened for reading only
	if info, err := file.Stat(); err != nil || info.Size() != int64(len(text)) {
		return false
	}
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
