package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/tsscan"
)

// Most modules of all cards together, and most imports in them. Each import is searched at several paths.
const (
	maxModules = 2_000
	maxImports = 10_000
)

// extensions complete the path of an import, in the order in which a bundler tries them.
var extensions = []string{
	"", ".tsx", ".ts", ".jsx", ".js", ".mjs", ".json", "/index.tsx", "/index.ts", "/index.jsx", "/index.js",
}

// copyModules copies a module and the modules that it imports by relative paths. Each keeps its path, so that imports
// and the history of the repository stay valid.
func (r *run) copyModules(c *component, entry string) error {
	if _, err := r.copyModule(c, entry); err != nil {
		return c.doc.errorOf("config.entrypoint", fmt.Sprintf("cannot read the entrypoint %q: %s", entry,
			projectfs.Reason(err)), "correct the path, which starts in the source folder")
	}
	r.packages(c, path.Dir(entry))
	waiting := []string{entry}
	for len(waiting) > 0 {
		file := waiting[0]
		waiting = waiting[1:]
		for _, imported := range relativeImports(string(r.out.Files[file])) {
			if reason := r.modulesEnd(); reason != "" {
				r.out.Notes = append(r.out.Notes, Note{Kind: Omitted, File: file, UID: c.UID, Reason: reason})
				return nil
			}
			if found, isNew := r.copyImport(c, file, imported); isNew {
				waiting = append(waiting, found)
			}
		}
	}
	return nil
}

// modulesEnd returns why no further import is followed, "" for none.
func (r *run) modulesEnd() string {
	r.imports++
	const rest = ": copy what the card imports from here on yourself"
	switch {
	case r.imports > maxImports:
		return fmt.Sprintf("svc follows at most %d imports", maxImports) + rest
	case len(r.out.Files) >= maxModules:
		return fmt.Sprintf("svc copies at most %d modules", maxModules) + rest
	case r.bytes >= maxText:
		return errTooLarge.Error() + rest
	}
	return ""
}

func (r *run) copyModule(c *component, file string) (isNew bool, err error) {
	if r.out.Files[file] != nil {
		return false, nil
	}
	text, err := r.read(file)
	if err != nil {
		return false, err
	}
	if text == nil {
		text = []byte{}
	}
	r.out.Files[file] = text
	return true, nil
}

// copyImport copies what a module imports. A missing one is a note, because svc check reports it where it is.
func (r *run) copyImport(c *component, file, imported string) (found string, isNew bool) {
	target := path.Join(path.Dir(file), imported)
	candidates := []string{}
	if stem, isScript := strings.CutSuffix(target, ".js"); isScript {
		candidates = append(candidates, stem+".ts", stem+".tsx")
	}
	for _, extension := range extensions {
		candidates = append(candidates, target+extension)
	}
	reason := "does not exist"
	for _, candidate := range candidates {
		isNew, err := r.copyModule(c, candidate)
		if err == nil {
			return candidate, isNew
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, projectfs.ErrNotRegular) {
			reason = projectfs.Reason(err)
		}
	}
	r.out.Notes = append(r.out.Notes, Note{
		Kind: Omitted, File: file, UID: c.UID, Reason: fmt.Sprintf("the import %q cannot be copied: %s", imported, reason),
	})
	return "", false
}

// relativeImports returns the relative paths after the words from, import and require.
func relativeImports(text string) []string {
	var paths []string
	scanner := tsscan.New(text)
	last := ""
	for {
		token, more := scanner.Next()
		if !more {
			return paths
		}
		written := text[token.Start:token.End]
		switch token.Kind {
		case tsscan.Space, tsscan.Comment:
		case tsscan.String:
			if inner := strings.Trim(written, `'"`); last != "" && strings.HasPrefix(inner, ".") {
				paths = append(paths, inner)
			}
			last = ""
		case tsscan.Word:
			last = ""
			if written == "from" || written == "import" || written == "require" {
				last = written
			}
		default:
			if written != "(" {
				last = ""
			}
		}
	}
}

// packages takes the dependencies of the nearest package.json of a card.
func (r *run) packages(c *component, folder string) {
	for ; folder != "." && folder != "/"; folder = path.Dir(folder) {
		file := path.Join(folder, "package.json")
		text, err := r.read(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var listed struct {
			Dependencies map[string]string `json:"dependencies"`
		}
		if err == nil {
			err = json.Unmarshal(text, &listed)
		}
		if err != nil {
			r.out.Notes = append(r.out.Notes, Note{
				Kind: Omitted, File: file, UID: c.UID, Reason: "its dependencies cannot be read: " + reason.Of(err),
			})
		}
		for _, name := range slices.Sorted(maps.Keys(listed.Dependencies)) {
			version := listed.Dependencies[name]
			if taken, has := r.out.Packages[name]; has && taken != version {
				r.out.Notes = append(r.out.Notes, Note{
					Kind: Changed, File: file,
					Reason: fmt.Sprintf("%s has the version %q, but all cards share %q", name, version, taken),
				})
				continue
			}
			r.out.Packages[name] = version
		}
		return
	}
}
