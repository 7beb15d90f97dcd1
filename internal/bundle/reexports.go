package bundle

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/tsscan"
)

const (
	// maxReexportSteps limits the names on all paths along `export *`. esbuild follows each path: two files that both
	// re-export the next two are 2^n paths for n levels. A large library has some ten thousand names.
	maxReexportSteps = 500_000
	// reexportInterval is the number of new `export *` between two counts. It multiplies the paths by 2^4 at most.
	reexportInterval = 8
	// namesPerEdge is how many names of a file that is re-exported count as one more `export *`.
	namesPerEdge = 64
)

// reexports has the files that each file re-exports by `export *`.
type reexports struct {
	resolve func(string, api.ResolveOptions) api.ResolveResult
	// plainly resolves paths of files. The bundler's resolver reads every folder again: 15 ms in a large package.
	plainly func(dir, path string) string

	mu      sync.Mutex
	numbers map[string]int // of files, by path
	known   map[string]int // files by folder and specifier
	files   []reexported
	edges   int
	counted int // edges at the last count
}

// reexported is a file that re-exports others, or is re-exported.
type reexported struct {
	targets []int
	exports int // about how many names it exports by itself
	onPath  bool
}

func newReexports(build api.PluginBuild, plainly func(dir, path string) string) *reexports {
	return &reexports{resolve: build.Resolve, plainly: plainly, numbers: map[string]int{}, known: map[string]int{}}
}

// add records the `export *` of a file. It returns a fault if there are too many paths along them.
func (r *reexports) add(path, text string) []api.Message {
	found := starExports(text)
	targets := make([]int, 0, len(found))
	for _, one := range found {
		if target := r.target(path, one.specifier); target >= 0 {
			targets = append(targets, target)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	number, isKnown := r.numbers[path]
	if !isKnown {
		number = r.number(path)
	}
	r.files[number].exports, r.files[number].targets = strings.Count(text, "export"), targets
	if r.edges += len(targets); isKnown {
		r.edges += r.files[number].exports / namesPerEdge
	}
	if r.edges < r.counted+reexportInterval {
		return nil
	}
	r.counted = r.edges
	if r.isBounded() {
		return nil
	}
	problem := fmt.Sprintf("files re-export each other with `export *` in more than %d ways", maxReexportSteps)
	offset := 0
	if len(found) > 0 {
		offset = found[0].offset
	}
	fault := nestingFault(path, text, offset, problem)
	fault.PluginName = nestingPluginName
	return []api.Message{*fault}
}

// target returns the number of the file that a specifier leads to, or -1.
func (r *reexports) target(importer, specifier string) int {
	folder := filepath.Dir(importer)
	key := folder + "\x00" + specifier
	r.mu.Lock()
	number, known := r.known[key]
	r.mu.Unlock()
	if known {
		return number
	}
	file := r.plainly(folder, specifier)
	if file == "" {
		resolved := r.resolve(specifier, api.ResolveOptions{
			Importer: importer, ResolveDir: folder, Namespace: "file", Kind: api.ResolveJSImportStatement,
		})
		if len(resolved.Errors) == 0 {
			file = resolved.Path
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	number = -1
	if file != "" {
		number = r.number(file)
	}
	r.known[key] = number
	return number
}

// number returns the number of a file. The caller holds the mutex.
func (r *reexports) number(path string) int {
	number, known := r.numbers[path]
	if !known {
		number = len(r.files)
		r.numbers[path] = number
		r.files = append(r.files, reexported{})
	}
	return number
}

// isBounded follows every path, as esbuild does, which adds the names of a file to each file that the path comes from.
func (r *reexports) isBounded() bool {
	left := maxReexportSteps
	var follow func(int) bool
	follow = func(number int) bool {
		file := &r.files[number]
		if left -= 1 + file.exports; left < 0 {
			return false
		}
		if file.onPath {
			return true
		}
		file.onPath = true
		defer func() { file.onPath = false }()
		for _, target := range file.targets {
			if !follow(target) {
				return false
			}
		}
		return true
	}
	for number := range r.files {
		if len(r.files[number].targets) > 0 && !follow(number) {
			return false
		}
	}
	return true
}

// starExport is one `export * from "specifier"`.
type starExport struct {
	specifier string
	offset    int
}

// starExports finds the `export *` of a source, without those that have a name.
func starExports(text string) (found []starExport) {
	if !mayReexport(text) {
		return nil
	}
	var last [3]tsscan.Token // of code
	is := func(t tsscan.Token, word string) bool { return text[t.Start:t.End] == word }
	scanner := tsscan.New(text)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		if token.Kind == tsscan.Space || token.Kind == tsscan.Comment {
			continue
		}
		if token.Kind == tsscan.String && is(last[0], "export") && is(last[1], "*") && is(last[2], "from") {
			found = append(found, starExport{strings.Trim(text[token.Start:token.End], `"'`), last[0].Start})
		}
		last = [3]tsscan.Token{last[1], last[2], token}
	}
	return found
}

// mayReexport reports whether a source can have an `export *`: the word, then a star or a comment.
func mayReexport(text string) bool {
	for {
		at := strings.Index(text, "export")
		if at < 0 {
			return false
		}
		text = strings.TrimLeft(text[at+len("export"):], " \t\r\n")
		if strings.HasPrefix(text, "*") || strings.HasPrefix(text, "/") {
			return true
		}
	}
}
