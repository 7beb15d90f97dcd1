package watch

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// names are the names in the tree. A file that no round reads counts only if its name appears or vanishes: it is no
// change that a program replaces the file with another one.
type names struct {
	// present are the files and folders that exist, true for folders.
	present map[string]bool
	// idle are files whose appearing and vanishing have begun the last rounds, without a change of a file that counts.
	// They begin no other round until there is one: programs make and remove such files after each round.
	idle map[string]bool
}

// changes returns the files of a burst that count, sorted. unread is as burst.take returns it.
func (n *names) changes(unread map[string]bool) []string {
	files := []string{} // nil has a meaning of its own
	for _, file := range slices.Sorted(maps.Keys(unread)) {
		wasFolder, existed := n.present[file]
		isFolder, exists := n.update(file)
		switch {
		case !unread[file], wasFolder, isFolder:
		case existed == exists, n.idle[file]:
			continue
		}
		files = append(files, file)
	}
	return files
}

// delivered says that the files of a burst begin a round.
func (n *names) delivered(files []string, unread map[string]bool) {
	isOnly := len(files) > 0 && !slices.ContainsFunc(files, func(file string) bool {
		return !unread[file] || n.present[file]
	})
	if !isOnly {
		n.idle = nil
		return
	}
	if n.idle == nil {
		n.idle = map[string]bool{}
	}
	for _, file := range files {
		n.idle[file] = true
	}
}

// update notes whether a file exists now.
func (n *names) update(file string) (isFolder, exists bool) {
	isFolder, exists = describe(file)
	n.set(file, isFolder, exists)
	return isFolder, exists
}

func (n *names) set(file string, isFolder, exists bool) {
	switch {
	case !exists:
		delete(n.present, file)
	case n.present == nil:
		n.present = map[string]bool{file: isFolder}
	default:
		n.present[file] = isFolder
	}
}

func describe(file string) (isFolder, exists bool) {
	info, err := os.Lstat(file)
	return err == nil && info.IsDir(), !errors.Is(err, fs.ErrNotExist)
}
