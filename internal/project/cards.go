package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/projectfs"
)

// cards reads the module graph of every distinct entrypoint. A component that does not parse has its own problem. It
// counts as exporting a component, so that it gets no second finding. Positions in cards follow those of the shards.
func (l *loader) cards(declarations []*declared.Declaration, shards int) ([]*declared.CardModule, error) {
	var modules []*declared.CardModule
	byFile := map[string][]*declared.CardModule{}
	known := map[string]bool{} // entrypoints
	for _, d := range declarations {
		entrypoint := d.Options.Get("entrypoint")
		if d.Kind != declared.Card || !entrypoint.IsString() || known[entrypoint.Text] {
			continue
		}
		known[entrypoint.Text] = true
		module := &declared.CardModule{Entrypoint: entrypoint.Text}
		modules = append(modules, module)
		if l.cardFile(module, entrypoint.At) {
			byFile[module.File] = append(byFile[module.File], module)
		}
	}
	if l.bundling.Plain { // the rules of cards need packages
		for _, module := range modules {
			module.Exports = []string{"default"}
		}
		return modules, nil
	}
	return modules, l.readCards(byFile, shards)
}

// cardFile sets the file of a card, and reports whether it can be bundled. A missing file and a path out of the project
// are for the rules of cards. What else cannot be read is a problem here.
func (l *loader) cardFile(module *declared.CardModule, at declared.Mark) bool {
	file := path.Clean(strings.TrimPrefix(filepath.ToSlash(module.Entrypoint), "/"))
	info, err := l.root.Stat(file)
	if !filepath.IsLocal(file) || errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		module.Beside = l.filesBeside(module.Entrypoint)
		return false
	}
	module.File = file
	if _, err = l.root.Judge(file); err == nil {
		return true
	}
	module.Exports = []string{"default"}
	l.problems = append(l.problems, declared.Problem{
		Rule: ruleRefused, At: at,
		Message: fmt.Sprintf("cannot read the entrypoint %q: %s", module.Entrypoint, projectfs.Reason(err)),
	})
	return false
}

// filesBeside returns the files of code in the folder of an entrypoint, whichever slashes it has.
func (l *loader) filesBeside(entrypoint string) (files []string) {
	folder := path.Dir(path.Clean(strings.ReplaceAll(entrypoint, `\`, "/")))
	if !filepath.IsLocal(folder) {
		return nil
	}
	extensions := []string{".tsx", ".jsx", ".ts", ".js"}
	entries, _ := l.root.ReadDir(folder, extensions...) // without the folder, no file is near
	for _, entry := range entries {
		if slices.Contains(extensions, path.Ext(entry.Name())) {
			files = append(files, path.Join(folder, entry.Name()))
		}
	}
	return files
}

// readCards bundles the files, and again without those that fail.
func (l *loader) readCards(byFile map[string][]*declared.CardModule, shards int) error {
	files := make([]string, 0, len(byFile))
	for file := range byFile {
		files = append(files, file)
	}
	slices.Sort(files)
	for range maxRounds {
		files = slices.DeleteFunc(files, func(file string) bool {
			failed := slices.Contains(l.failed, file)
			for _, module := range byFile[file] {
				if failed {
					module.Exports = []string{"default"}
				}
			}
			return failed
		})
		if len(files) == 0 {
			return nil
		}
		graphs, faults := bundle.Cards(l.bundling, files)
		if len(faults) == 0 {
			l.fillCards(graphs, byFile)
			l.cardCode(graphs, shards)
			return nil
		}
		if err := l.takeOut(faults); err != nil {
			return err
		}
	}
	return fmt.Errorf("the bundler keeps failing for the cards %s", strings.Join(files, ", "))
}

func (l *loader) fillCards(graphs []bundle.Card, byFile map[string][]*declared.CardModule) {
	ranges := l.packageRanges(graphs)
	for _, graph := range graphs {
		for _, module := range byFile[graph.File] {
			module.Exports = graph.Exports
			module.Extends = graph.MayExtend()
			for _, one := range graph.Imports {
				module.Imports = append(module.Imports, declared.CardImport{
					Path: one.Path, Package: one.Package, Range: ranges[one.Package], In: one.Span.File, File: one.File,
					At: declared.At(one.Span),
				})
			}
		}
	}
}

// packageRanges returns the version ranges of the packages that cards import. An invalid package.json is a problem.
func (l *loader) packageRanges(graphs []bundle.Card) map[string]string {
	var packages []string
	for _, graph := range graphs {
		for _, one := range graph.Imports {
			if one.Package != "" {
				packages = append(packages, one.Package)
			}
		}
	}
	if len(packages) == 0 {
		return nil
	}
	ranges, err := bundle.PackageRanges(l.root, packages)
	if err != nil && !slices.Contains(l.failed, "package.json") {
		l.problems = append(l.problems, declared.Problem{
			Rule: ruleSyntax, At: startOf("package.json"), Message: err.Error(),
		})
	}
	return ranges
}
