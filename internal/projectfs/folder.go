package projectfs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// OwnFolder is the folder of svc in a project: link, journals, locks, state, builds and types.
const OwnFolder = ".svc"

// Folder is a folder of svc in a project, such as .svc/state. Every folder on the way is a border that no link leads
// out of, so a link in .svc can neither leave the project nor reach its sources. A Folder holds nothing open.
type Folder struct{ project, name string }

// Own returns a folder below OwnFolder. It does not have to exist.
func Own(project, name string) Folder { return Folder{project, path.Join(OwnFolder, name)} }

// Sub returns a folder in the folder.
func (f Folder) Sub(name string) Folder { return Folder{f.project, path.Join(f.name, name)} }

// Path returns the path of the folder, for messages.
func (f Folder) Path() string { return filepath.Join(f.project, filepath.FromSlash(f.name)) }

// File returns the path of a file in the folder, for messages.
func (f Folder) File(name string) string { return filepath.Join(f.Path(), name) }

// ReadFile reads a regular file of at most MaxFile bytes.
func (f Folder) ReadFile(name string) (text []byte, err error) {
	err = f.in(name, 0, func(root *os.Root) error {
		text, err = ReadIn(root, name)
		return err
	})
	return text, err
}

// WriteFile replaces a file by rename: a reader sees the old content or the new one, also after a kill. It creates the
// folder.
func (f Folder) WriteFile(name string, text []byte, mode fs.FileMode) error {
	return f.in(name, mode, func(root *os.Root) error { return replace(root, name, text, mode) })
}

// WriteDurable is WriteFile for content that must survive a crash of the machine.
func (f Folder) WriteDurable(name string, text []byte, mode fs.FileMode) error {
	return f.in(name, mode, func(root *os.Root) error {
		d, err := newDraft(root, name, text, mode)
		if err != nil {
			return err
		}
		if err = d.Sync(); err == nil {
			err = d.Commit()
		}
		return errors.Join(err, d.Close())
	})
}

// OpenFile opens a regular file that is not replaced: a lock, a log or a database. With os.O_CREATE it creates the
// folder.
func (f Folder) OpenFile(name string, flag int, mode fs.FileMode) (file *os.File, err error) {
	if flag&os.O_CREATE == 0 {
		mode = 0
	}
	err = f.in(name, mode, func(root *os.Root) error {
		file, err = openRegular(root, name, flag, mode)
		return err
	})
	return file, err
}

// Stat describes a file. A link is not followed.
func (f Folder) Stat(name string) (info fs.FileInfo, err error) {
	err = f.in(name, 0, func(root *os.Root) error {
		info, err = root.Lstat(name)
		return err
	})
	return info, err
}

// Rename renames a file within the folder.
func (f Folder) Rename(from, to string) error {
	return f.in(from, 0, func(root *os.Root) error { return root.Rename(from, to) })
}

// Remove removes a file.
func (f Folder) Remove(name string) error {
	return f.in(name, 0, func(root *os.Root) error { return root.Remove(name) })
}

// ReadDir lists the folder, sorted by name.
func (f Folder) ReadDir() (entries []fs.DirEntry, err error) {
	err = f.in("", 0, func(root *os.Root) error {
		entries, err = fs.ReadDir(root.FS(), ".")
		return err
	})
	return entries, err
}

// Sync makes the names of new files durable.
func (f Folder) Sync() error {
	return f.in("", 0, func(root *os.Root) error {
		opened, err := root.Open(".")
		if err != nil {
			return err
		}
		_ = opened.Sync() // not supported on every system
		return opened.Close()
	})
}

// in calls do with the opened folder. If mode is not 0, it creates the folder for files of that mode. Errors name the
// file relative to the project.
func (f Folder) in(file string, mode fs.FileMode, do func(*os.Root) error) error {
	root, err := os.OpenRoot(f.project)
	if err != nil {
		return err
	}
	at := ""
	for part := range strings.SplitSeq(f.name, "/") {
		at = path.Join(at, part)
		var next *os.Root
		if next, err = enter(root, part, mode); err != nil {
			break
		}
		_ = root.Close() // opened for reading only
		root = next
	}
	if err == nil {
		at = path.Join(at, file)
		err = do(root)
	}
	_ = root.Close() // opened for reading only
	return located(at, err)
}

// enter opens a folder in a folder. It is not root.OpenRoot alone, which waits for a named pipe.
func enter(root *os.Root, name string, mode fs.FileMode) (*os.Root, error) {
	if mode != 0 {
		// Who may read the files may search the folder.
		if err := root.Mkdir(name, mode|mode>>2&0o111|0o100); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	info, err := root.Stat(name)
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: name, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return nil, err
	}
	return root.OpenRoot(name)
}

// openRegular opens a file that is regular or new. It does not wait for a named pipe, and does not open a hard link for
// writing, since the other name can be outside of the project.
func openRegular(root *os.Root, name string, flag int, mode fs.FileMode) (*os.File, error) {
	file, err := root.OpenFile(name, flag|syscall.O_NONBLOCK, mode)
	if errors.Is(err, syscall.ENXIO) { // a pipe without a reader, or a socket
		return nil, &Error{Path: name, Kind: ErrNotRegular, Reason: "it is a named pipe or a socket: expected a file"}
	}
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(name, info)
	}
	if err == nil && flag&(os.O_WRONLY|os.O_RDWR) != 0 && isLinked(info) {
		err = &Error{Path: name, Kind: ErrOutside, Reason: "it is a hard link: expected a file with one name, so remove it"}
	}
	if err != nil {
		_ = file.Close() // nothing was written
		return nil, err
	}
	return file, nil
}

func notRegular(name string, info fs.FileInfo) error {
	return &Error{Path: name, Kind: ErrNotRegular, Reason: "it is " + kindOf(info.Mode()) + ": expected a file"}
}

// located names the file of an error relative to the project.
func located(name string, err error) error {
	var system *fs.PathError
	// The package os does not export this error.
	if errors.As(err, &system) && system.Err.Error() == "path escapes from parent" {
		return &Error{Path: name, Kind: ErrOutside, Reason: "it is a symbolic link that leads out of its folder"}
	}
	return named(name, err)
}

// OpenIn opens a regular file of a folder for reading.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	return openRegular(root, name, os.O_RDONLY, 0)
}

// ReadIn reads a regular file of at most MaxFile bytes.
func ReadIn(root *os.Root, name string) ([]byte, error) {
	file, err := OpenIn(root, name)
	if err != nil {
		return nil, err
	}
	return readAll(file, name, MaxFile)
}

// readAll reads and closes a file of at most limit bytes, which another process may be appending to.
func readAll(file *os.File, name string, limit int64) ([]byte, error) {
	defer func() { _ = file.Close() }() // opened for reading only
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = tooLarge(name, limit)
	}
	return text, err
}
