package projectfs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"
)

const (
	// MaxFile is the size of the largest file that is read, in bytes. Worker scripts of 10 MB are the most that the edge
	// accepts.
	MaxFile = 10 << 20
	// maxRead is the sum of the sizes of the files that a Root reads, in bytes. A project with its packages has far less,
	// and it fits in memory.
	maxRead = 512 << 20
)

// ReadFile reads a file that the product names. The name is as for Path.
func (r *Root) ReadFile(name string) ([]byte, error) { return r.readFile(name, byProduct) }

// ReadText reads a file that the product names. It fails if the text is not UTF-8.
func (r *Root) ReadText(name string) (string, error) {
	text, err := r.readFile(name, byProduct)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(text) {
		return "", &Error{Path: name, Kind: ErrNotUTF8, Reason: "it is not UTF-8 text"}
	}
	return string(WithoutMark(text)), nil
}

// WithoutMark removes the byte order mark, with which some editors begin a file in UTF-8.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// ReadImport reads a file that the project names. Unlike ReadFile, it refuses files that can contain secrets.
func (r *Root) ReadImport(name string) ([]byte, error) { return r.readFile(name, byProject) }

// Judge returns the real path of a file that the project names, or why ReadImport would refuse it. It does not open the
// file.
func (r *Root) Judge(name string) (string, error) {
	real, info, err := r.resolve(r.Path(name), byProject)
	if err == nil {
		err = readable(name, info)
	}
	return real, named(name, err)
}

// Stat describes a file or folder that the product names. Links are followed.
func (r *Root) Stat(name string) (fs.FileInfo, error) {
	r.Expect(name)
	_, info, err := r.resolve(r.Path(name), byProduct)
	return info, named(name, err)
}

// Lists returns why a path cannot be listed as a folder, such as a pipe, which never answers. It returns nil for a
// folder that can be listed, wherever it is, and for a missing one.
func (r *Root) Lists(name string) error {
	path := r.Path(name)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil
	case errors.Is(err, syscall.ELOOP):
		return circle(name)
	case err != nil:
		return &Error{Path: name, Kind: err, Reason: Reason(err)}
	case !info.IsDir():
		return notFolder(name, info)
	}
	folder, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return &Error{Path: name, Kind: err, Reason: Reason(err)}
	}
	return folder.Close()
}

// ReadDir lists a folder that the product names, sorted by name. The types of entries are those of links. The
// extensions are those of the files that the caller looks for, which are inputs; it also looks for folders.
func (r *Root) ReadDir(name string, extensions ...string) ([]fs.DirEntry, error) {
	r.expectIn(r.Path(name), extensions)
	real, info, err := r.resolve(r.Path(name), byProduct)
	if err != nil {
		return nil, named(name, err)
	}
	if !info.IsDir() {
		return nil, notFolder(name, info)
	}
	entries, err := os.ReadDir(real) // only names, and os.Root would describe each file
	return entries, named(name, err)
}

func (r *Root) readFile(name string, from origin) ([]byte, error) {
	text, err := r.readPath(r.Path(name), from)
	return text, named(name, err)
}

func (r *Root) readPath(path string, from origin) ([]byte, error) {
	if text, found, err := r.readUnsaved(path, from); found || err != nil {
		return text, err
	}
	file, info, err := r.openFile(path, from)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // opened for reading only
	if err := r.count(path, info.Size()); err != nil {
		return nil, err
	}
	text := make([]byte, info.Size()+1) // one more, to see that it ends
	n, err := io.ReadFull(file, text)
	switch {
	case err == nil:
		return nil, &Error{Path: path, Kind: ErrTooLarge, Reason: "it grows while it is read"}
	case err != io.EOF && err != io.ErrUnexpectedEOF: //nolint:errorlint // io.ReadFull returns them as they are
		return nil, err
	}
	return text[:n], nil
}

// count adds a file to what was read. A file counts once, so that a Root can live as long as a server.
func (r *Root) count(path string, size int64) error {
	if _, counted := r.counted.LoadOrStore(path, nil); counted || r.read.Add(size) <= maxRead {
		return nil
	}
	return &Error{Path: path, Kind: ErrBudget, Reason: fmt.Sprintf(
		"the project and its packages have more than %d MB", maxRead>>20,
	)}
}

// openFile opens a regular file of at most MaxFile bytes for reading.
func (r *Root) openFile(path string, from origin) (*os.File, fs.FileInfo, error) {
	real, info, err := r.resolve(path, from)
	r.note(path, real, err)
	if err == nil {
		err = readable(path, info)
	}
	if err != nil {
		return nil, nil, err
	}
	// The path can change after it was judged. os.Root stays inside, and O_NONBLOCK does not wait for a pipe.
	if folder := r.opened.folder(r, filepath.Dir(real)); folder != nil {
		file, now, err := openReadable(folder, filepath.Base(real), path)
		if err == nil && os.SameFile(info, now) {
			return file, now, nil
		}
		if err == nil {
			_ = file.Close() // of a folder that was replaced
		}
	}
	root, rel := r.holder(real)
	return openReadable(root, rel, path)
}

func openReadable(root *os.Root, name, path string) (*os.File, fs.FileInfo, error) {
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil {
		err = readable(path, info)
	}
	if err != nil {
		_ = file.Close() // opened for reading only
		return nil, nil, err
	}
	return file, info, nil
}

// resolve follows the links of an absolute path, and judges where they lead.
func (r *Root) resolve(path string, from origin) (real string, info fs.FileInfo, err error) {
	if real, info, err = r.follow(path); err != nil {
		var system *fs.PathError
		switch {
		case !within(r.workspace, path): // whether it exists is not the project's business
			err = &Error{Path: path, Kind: ErrOutside, Reason: r.outside()}
		case !errors.As(err, &system):
			err = circle(path) // the error of filepath.EvalSymlinks for too many links
		}
		return "", nil, err
	}
	if err := r.judge(path, real, from, info.IsDir()); err != nil {
		return "", nil, err
	}
	return real, info, nil
}

// follow returns the real path of a file. It follows the links of each folder once, and those of a file each time.
func (r *Root) follow(path string) (real string, info fs.FileInfo, err error) {
	dir := filepath.Dir(path)
	known, found := r.folders.Load(dir)
	if !found {
		if known, err = filepath.EvalSymlinks(dir); err != nil {
			return "", nil, err
		}
		r.folders.Store(dir, known)
	}
	real = filepath.Join(known.(string), filepath.Base(path)) //nolint:forcetypeassert // only strings are stored
	info, err = os.Lstat(real)
	isShort := strings.Contains(real, "~") // can be a short name of Windows
	if err == nil && info.Mode()&fs.ModeSymlink == 0 && !isShort {
		return real, info, nil
	}
	if err == nil {
		real, err = filepath.EvalSymlinks(path)
	}
	if err == nil {
		info, err = os.Lstat(real)
	}
	return real, info, err
}

// holder returns the opened folder that contains a real path, and the path in it. A path outside of both gets one that
// os.Root refuses.
func (r *Root) holder(real string) (*os.Root, string) {
	root, dir := r.dir, r.project
	if !within(dir, real) {
		root, dir = r.around, r.workspace
	}
	rel, err := filepath.Rel(dir, real)
	if err != nil {
		return root, ".." // another volume
	}
	return root, rel
}
