package importer

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
)

// Limits of the search for metadata: entries of folders, and levels of folders below the sources.
const (
	maxEntries = 20_000
	maxFolders = 8
)

// maxText is how many bytes of files an import reads, and so keeps in memory.
const maxText = 32 << 20

// errTooLarge is the error of read after maxText.
var errTooLarge = fmt.Errorf("svc reads at most %d MB of a project", maxText>>20)

// component is a component of the vendor's project.
type component struct {
	UID  string `json:"uid"`
	Type string `json:"type"`
	doc  *document
}

// project is the vendor's project.
type project struct {
	file       codegen.ProjectFile
	doc        *document
	components []*component
	// other are the remaining files with a role in the vendor's project.
	other []string
}

// inventory reads the project file and finds the components.
func (r *run) inventory() (*project, error) {
	p := &project{}
	var err error
	if p.doc, err = r.document(r.Profile.ProjectFile); err != nil {
		return nil, err
	}
	if err := p.doc.decode(&p.file); err != nil {
		return nil, err
	}
	if err := p.checkFile(); err != nil {
		return nil, err
	}
	files, err := r.list(p.file.SrcDir)
	if err != nil {
		return nil, err
	}
	isLegacy, err := r.legacy(p, files)
	if err != nil || isLegacy {
		return p, err
	}
	profile := strings.TrimSuffix(r.Profile.ProjectFile, "project.json") + "profile." // hsprofile.<name>.json
	for _, file := range files {
		if strings.HasPrefix(path.Base(file), profile) {
			p.other = append(p.other, file)
		}
		if !strings.HasSuffix(file, r.Profile.MetaFileSuffix) {
			continue
		}
		doc, err := r.document(file)
		if err != nil {
			return nil, err
		}
		c := &component{doc: doc}
		if err := doc.decode(c); err != nil {
			return nil, err
		}
		if wanted, known := r.folder(p, c); known && path.Dir(file) != wanted {
			r.note(Omitted, c, "", fmt.Sprintf("the vendor's tools skip it, because it is not in %s", wanted))
			continue
		}
		p.components = append(p.components, c)
	}
	return p, p.validate(r)
}

// checkFile checks the members of the project file, and cleans srcDir.
func (p *project) checkFile() error {
	for _, required := range []struct{ key, value string }{
		{"name", p.file.Name}, {"srcDir", p.file.SrcDir}, {"platformVersion", p.file.PlatformVersion},
	} {
		if strings.TrimSpace(required.value) == "" {
			return p.doc.errorOf(required.key, required.key+" is missing or empty", "add it, as the vendor's tools do")
		}
	}
	p.file.SrcDir = path.Clean(filepath.ToSlash(p.file.SrcDir))
	if !filepath.IsLocal(filepath.FromSlash(p.file.SrcDir)) {
		return p.doc.errorOf("srcDir", fmt.Sprintf("srcDir %q is outside the project", p.file.SrcDir),
			"name a folder of the project")
	}
	return nil
}

// folder returns the folder of a component's type.
func (r *run) folder(p *project, c *component) (folder string, known bool) {
	for _, one := range r.Components {
		if one.Type == c.Type {
			return path.Join(p.file.SrcDir, "app", one.Folder), true
		}
	}
	return "", false
}

// read reads a file, unless the files before it have too many bytes.
func (r *run) read(file string) ([]byte, error) {
	if r.bytes >= maxText {
		return nil, errTooLarge
	}
	text, err := r.Root.ReadFile(file)
	r.bytes += len(text)
	return text, err
}

// document reads and parses a JSON file.
func (r *run) document(file string) (*document, error) {
	text, err := r.read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{File: file, What: "the file does not exist", Fix: "name the folder of a project of the CRM"}
	}
	if err != nil {
		return nil, &Error{File: file, What: projectfs.Reason(err), Fix: "correct the file, or remove it"}
	}
	return parse(file, text)
}

// list returns the files below a folder, sorted, without packages, hidden folders and what links to folders lead to.
func (r *run) list(folder string) ([]string, error) {
	var files []string
	entries := 0
	var visit func(folder string, depth int) error
	visit = func(folder string, depth int) error {
		found, err := r.Root.ReadDir(folder)
		if err != nil {
			return &Error{File: folder, What: projectfs.Reason(err), Fix: "correct srcDir, or the folder"}
		}
		if entries += len(found); entries > maxEntries || depth > maxFolders {
			return &Error{
				File: folder, What: fmt.Sprintf("more than %d files, or folders deeper than %d levels", maxEntries, maxFolders),
				Fix: "remove what is not part of the project",
			}
		}
		for _, entry := range found {
			name := path.Join(folder, entry.Name())
			switch {
			case strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules":
			case entry.IsDir():
				if err := visit(name, depth+1); err != nil {
					return err
				}
			case r.leavesOut(name, entry):
			default:
				files = append(files, name)
			}
		}
		return nil
	}
	err := visit(folder, 0)
	slices.Sort(files)
	return files, err
}

// leavesOut reports whether an entry of a folder is a link that is not followed, and notes it.
func (r *run) leavesOut(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 || strings.HasSuffix(name, r.Profile.MetaFileSuffix) {
		return false
	}
	reason := "svc follows no link to a folder: replace it with the folder, and import again"
	info, err := r.Root.Stat(name)
	switch {
	case errors.Is(err, projectfs.ErrOutside):
		reason = projectfs.Reason(err) + ": replace the link with what it leads to, and import again"
	case err != nil || !info.IsDir():
		return false
	}
	r.out.Notes = append(r.out.Notes, Note{Kind: Omitted, File: name, Reason: reason})
	return true
}

// singular are the types of which a project has at most one component.
var singular = []string{"app", "webhooks"}

// validate rejects what the vendor's parser rejects.
func (p *project) validate(r *run) error {
	uids, types := map[string]*component{}, map[string]*component{}
	for _, c := range p.components {
		first := uids[c.UID]
		switch {
		case c.doc.translated && c.Type == functionType:
			continue // earlier versions identify functions by name
		case !codegen.IsUID(c.UID):
			return c.doc.errorOf("uid", fmt.Sprintf("invalid uid %q: expected 1 to %d letters, digits, _ . and -",
				c.UID, platform.UIDLength.Value), "correct it; replace variables such as ${NAME} with their values")
		case first != nil:
			return c.doc.errorOf("uid", fmt.Sprintf("duplicate uid %q: %s has it", c.UID, first.doc.file),
				"give one of the two another uid")
		case slices.Contains(singular, c.Type) && types[c.Type] != nil:
			return c.doc.errorOf("type", fmt.Sprintf("a second component of the type %q: %s is one", c.Type,
				types[c.Type].doc.file), "remove one of the two")
		case c.doc.root.member("config") == nil && c.Type != "":
			return c.doc.errorOf("", "config is missing", "add it, as the vendor's templates do")
		}
		uids[c.UID], types[c.Type] = c, c
	}
	if types["app"] == nil {
		return &Error{
			File: path.Join(p.file.SrcDir, "app"), What: "the project has no app",
			Fix: "import a project with an app component: " + path.Join(p.file.SrcDir, "app", "app"+r.Profile.MetaFileSuffix),
		}
	}
	return nil
}

// of returns the components of a type.
func (r *run) of(kind string) []*component {
	var found []*component
	for _, c := range r.project.components {
		if c.Type == kind {
			found = append(found, c)
		}
	}
	return found
}

// functionType is the type of serverless functions, which become card backends.
const functionType = "app-function"

// omitUnknown notes the components that svc does not make, and keys beside the configuration.
func (r *run) omitUnknown() {
	r.project.doc.root.missing("", plain(r.project.file), func(member string) {
		member = strings.TrimPrefix(member, ".")
		r.out.Notes = append(r.out.Notes, Note{
			Kind: Omitted, File: r.project.doc.file, Line: r.project.doc.root.lineOf(member), Member: member, Reason: noOption,
		})
	})
	for _, c := range r.project.components {
		if _, known := r.folder(r.project, c); !known && c.Type != functionType {
			r.note(Omitted, c, "", fmt.Sprintf("svc makes no component of the type %q; move it to a project of its own, "+
				"as the first deploy removes it from this one", c.Type))
		}
		for _, key := range []string{"dependencies", "permissions"} {
			if n := c.doc.root.member(key); n != nil && !n.isEmpty() {
				r.note(Omitted, c, key, noOption)
			}
		}
	}
	for _, file := range r.project.other {
		r.out.Notes = append(r.out.Notes, Note{
			Kind: Omitted, File: file, Reason: "svc has no variables by profile; use environments in svc.config.ts",
		})
	}
}
