package projectfs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// maxBelowDepth is how deep AppsBelow looks. An app of a monorepo is in its second folder, such as apps/crm.
	maxBelowDepth = 2
	// maxBelowFolders is how many folders AppsBelow looks at: it only helps after a mistake, and must not take long in
	// a home folder.
	maxBelowFolders = 500
	// maxBelowApps is how many apps AppsBelow returns: enough for a message.
	maxBelowApps = 3
)

// AppsBelow returns the first few apps in the folders of dir and in their folders, sorted, relative to dir with forward
// slashes. It neither follows links nor looks into hidden folders and installed packages.
func AppsBelow(dir string) []string {
	s := &appSearch{dir: dir}
	s.folder("", maxBelowDepth)
	slices.Sort(s.apps)
	return s.apps
}

// appSearch is one call of AppsBelow.
type appSearch struct {
	dir    string
	looked int // folders
	apps   []string
}

// folder searches the folders of a folder.
func (s *appSearch) folder(name string, depth int) {
	for _, entry := range s.entries(name) {
		if s.looked == maxBelowFolders || len(s.apps) == maxBelowApps {
			return
		}
		if !entry.IsDir() || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" {
			continue
		}
		s.looked++
		switch at := path.Join(name, entry.Name()); {
		case IsApp(s.path(at)):
			s.apps = append(s.apps, at)
		case depth > 1:
			s.folder(at, depth-1)
		}
	}
}

func (s *appSearch) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// entries lists a folder as far as the search goes. It returns nothing for one that cannot be listed.
func (s *appSearch) entries(name string) []fs.DirEntry {
	folder, err := os.Open(s.path(name))
	if err != nil {
		return nil
	}
	defer func() { _ = folder.Close() }() // opened for reading only
	entries, _ := folder.ReadDir(maxBelowFolders)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries
}
