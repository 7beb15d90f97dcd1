package projectfs

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// maxBelowDepth is how deep a search looks. A member of a monorepo is in its second folder, such as apps/crm.
	maxBelowDepth = 2
	// maxBelowFolders is how many folders a search looks at: it only helps after a mistake, and must not take long in a
	// home folder.
	maxBelowFolders = 500
	// maxBelowApps is how many apps AppsBelow returns: enough for a message.
	maxBelowApps = 3
)

// AppsBelow returns the first few apps in the folders of dir and in their folders, sorted, relative to dir with forward
// slashes. It neither follows links nor looks into hidden folders and installed packages.
func AppsBelow(dir string) []string {
	apps := below(dir, maxBelowApps, IsApp)
	slices.Sort(apps)
	return apps
}

// MemberBelow returns the folder of the workspace with the package of a name, relative to the workspace with forward
// slashes, "" if there is none in its folders and in their folders.
func (r *Root) MemberBelow(name string) string {
	found := below(r.workspace, 1, func(dir string) bool {
		var manifest struct{ Name string }
		text, err := r.ReadImport(filepath.Join(dir, packageFile))
		return err == nil && json.Unmarshal(WithoutMark(text), &manifest) == nil && manifest.Name == name
	})
	return strings.Join(found, "")
}

func below(dir string, most int, is func(path string) bool) []string {
	s := &search{dir: dir, most: most, is: is}
	s.folder("", maxBelowDepth)
	return s.found
}

// search looks for folders of a kind below another one.
type search struct {
	dir    string
	most   int // results
	is     func(path string) bool
	looked int // folders
	found  []string
}

// folder searches the folders of a folder.
func (s *search) folder(name string, depth int) {
	for _, entry := range s.entries(name) {
		if s.looked == maxBelowFolders || len(s.found) == s.most {
			return
		}
		if !entry.IsDir() || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" {
			continue
		}
		s.looked++
		switch at := path.Join(name, entry.Name()); {
		case s.is(s.path(at)):
			s.found = append(s.found, at)
		case depth > 1:
			s.folder(at, depth-1)
		}
	}
}

func (s *search) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// entries lists a folder as far as the search goes. It returns nothing for one that cannot be listed.
func (s *search) entries(name string) []fs.DirEntry {
	folder, err := os.Open(s.path(name))
	if err != nil {
		return nil
	}
	defer func() { _ = folder.Close() }() // opened for reading only
	entries, _ := folder.ReadDir(maxBelowFolders)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries
}
