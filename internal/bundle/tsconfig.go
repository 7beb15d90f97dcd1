package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/bundle/packagejson"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
)

// ourCompilerOptions makes class fields of TypeScript constructor assignments: goja refuses fields named get, set or
// async, and other ways to lower them would also lower #private members.
const ourCompilerOptions = `{"useDefineForClassFields":false}`

// OwnTsconfig is the tsconfig.json that `svc types` writes.
const OwnTsconfig = ".svc/tsconfig.json"

// maxExtends is how many files a tsconfig.json extends, directly and indirectly, and how many missing ones it names.
const maxExtends = 50

// maxPaths is how many patterns and targets the `paths` of a tsconfig.json have. Each import tries those that match.
const maxPaths = 2_000

// compilerOptions are the options that change what esbuild does.
var compilerOptions = []string{
	"jsx", "jsxFactory", "jsxFragmentFactory", "jsxImportSource", "experimentalDecorators", "target", "strict",
	"alwaysStrict", "importsNotUsedAsValues", "preserveValueImports", "verbatimModuleSyntax",
}

// Tsconfig is the user's tsconfig.json with those that it extends. esbuild gets the result as text, so that it opens
// none of them.
type Tsconfig struct {
	options map[string]json.RawMessage
	baseURL string // absolute, "" for none
	// paths maps patterns to absolute paths. They are relative to pathsDir until all files are read.
	paths    map[string][]string
	pathsDir string
}

// raw returns the tsconfig.json for esbuild.
func (c *Tsconfig) raw() string {
	if c == nil {
		return `{"compilerOptions":` + ourCompilerOptions + `}`
	}
	options := map[string]any{}
	for key, value := range c.options {
		options[key] = value
	}
	if c.paths != nil {
		options["paths"] = c.paths
	}
	if c.baseURL != "" {
		options["baseUrl"] = c.baseURL
	}
	options["useDefineForClassFields"] = false
	text, err := json.Marshal(map[string]any{"compilerOptions": options})
	if err != nil {
		return (*Tsconfig)(nil).raw() // a decoded value is encodable
	}
	return string(text)
}

// withAutomaticJSX returns raw with JSX compiled for React, whatever the user's tsconfig.json sets.
func (c *Tsconfig) withAutomaticJSX() string {
	other := Tsconfig{options: map[string]json.RawMessage{}}
	if c != nil {
		other = *c
		other.options = maps.Clone(c.options)
	}
	maps.DeleteFunc(other.options, func(name string, _ json.RawMessage) bool { return strings.HasPrefix(name, "jsx") })
	other.options["jsx"] = json.RawMessage(`"react-jsx"`)
	return other.raw()
}

// targets returns the paths that `paths` and `baseUrl` can map an import to.
func (c *Tsconfig) targets(path string) []string {
	if c == nil || isRelative(path) {
		return nil
	}
	var targets []string
	for pattern, to := range c.paths {
		prefix, suffix, wild := strings.Cut(pattern, "*")
		if !wild && pattern != path || len(path) < len(prefix)+len(suffix) ||
			!strings.HasPrefix(path, prefix) || !strings.HasSuffix(path, suffix) {
			continue
		}
		matched := path[len(prefix) : len(path)-len(suffix)]
		for _, target := range to {
			targets = append(targets, filepath.Clean(strings.Replace(target, "*", matched, 1)))
		}
	}
	if c.baseURL != "" && !filepath.IsAbs(path) {
		targets = append(targets, filepath.Join(c.baseURL, path))
	}
	return targets
}

// ReadTsconfig reads the tsconfig.json of a folder (relative to the project): its own or the nearest one above, up to
// the workspace's. It returns nil if there is none, or if it has a fault.
func ReadTsconfig(files *projectfs.Root, folder string) (*Tsconfig, []Fault) {
	for dir := files.Path(folder); ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "tsconfig.json")
		if info, err := files.Stat(dir); dir != files.Workspace() && (err != nil || !info.IsDir()) {
			continue // the folder has a finding of its own
		}
		if _, err := files.Stat(path); err != nil && isMissing(err) {
			if dir == files.Workspace() || dir == filepath.Dir(dir) {
				return nil, nil
			}
			continue
		}
		r := &tsconfigReader{files: files, root: dir, open: map[string]bool{}}
		config := r.read(path)
		if len(r.faults) > 0 {
			return nil, r.faults
		}
		return config.finish(), nil
	}
}

// finish makes the targets of `paths` absolute. Those that are neither absolute nor relative need a baseUrl.
func (c *Tsconfig) finish() *Tsconfig {
	for pattern, targets := range c.paths {
		absolute := []string{}
		for _, target := range targets {
			switch {
			case filepath.IsAbs(target):
				absolute = append(absolute, target)
			case c.baseURL != "":
				absolute = append(absolute, filepath.Join(c.baseURL, target))
			case isRelative(target):
				absolute = append(absolute, filepath.Join(c.pathsDir, target))
			}
		}
		c.paths[pattern] = absolute
	}
	return c
}

type tsconfigReader struct {
	files  *projectfs.Root
	root   string // the folder of the first file, which ${configDir} means
	open   map[string]bool
	count  int
	faults []Fault
}

// read returns the settings of a file over those that it extends. It returns nil after a fault.
func (r *tsconfigReader) read(path string) *Tsconfig {
	text, err := r.text(path)
	if err != nil {
		r.faults = append(r.faults, Unread(relative(r.files.Dir(), path), projectfs.Reason(err)))
		return nil
	}
	var file struct {
		Extends         json.RawMessage
		CompilerOptions map[string]json.RawMessage
	}
	plain := PlainJSON(text)
	if nestsTooDeep(plain) {
		r.fail(path, text, 0, fmt.Sprintf("brackets nest more than %d deep", maxNesting))
		return nil
	}
	if err := json.Unmarshal(plain, &file); err != nil {
		r.syntax(path, text, err)
		return nil
	}
	config := &Tsconfig{options: map[string]json.RawMessage{}}
	r.open[path] = true
	for _, base := range stringsOf(file.Extends) {
		if r.count++; r.count == maxExtends+1 {
			at := max(strings.Index(string(text), `"`+base+`"`), 0)
			r.fail(path, text, at, fmt.Sprintf("extends more than %d files", maxExtends))
		}
		if r.count > maxExtends {
			break
		}
		r.extend(config, path, text, base)
	}
	delete(r.open, path)
	r.apply(config, filepath.Dir(path), file.CompilerOptions)
	targets := 0
	for _, to := range config.paths {
		targets += 1 + len(to)
	}
	if targets > maxPaths {
		at := max(strings.Index(string(text), `"paths"`), 0)
		r.fail(path, text, at, fmt.Sprintf("paths has more than %d patterns and targets", maxPaths))
	}
	return config
}

// text reads a file. The project names all but the one that `svc types` writes.
func (r *tsconfigReader) text(path string) ([]byte, error) {
	if path == r.files.Path(OwnTsconfig) {
		return r.files.ReadFile(path)
	}
	return r.files.ReadImport(path)
}

// extend adds the settings of a file that another one extends. A missing file is ignored, as by esbuild.
func (r *tsconfigReader) extend(config *Tsconfig, from string, text []byte, name string) {
	at := max(strings.Index(string(text), `"`+name+`"`), 0)
	for _, path := range r.candidates(filepath.Dir(from), name) {
		info, err := r.files.Stat(path)
		if err != nil && isMissing(err) || err == nil && info.IsDir() || r.open[path] {
			continue
		}
		if _, err := r.text(path); err != nil {
			r.fail(from, text, at, fmt.Sprintf("cannot extend %q: %s", name, projectfs.Reason(err)))
			return
		}
		if base := r.read(path); base != nil {
			config.cover(base)
		}
		return
	}
}

// candidates returns the files that a value of `extends` can mean, the first match last in no order but TypeScript's.
func (r *tsconfigReader) candidates(dir, name string) []string {
	if name == "." || name == ".." {
		name += "/tsconfig.json"
	}
	local := filepath.FromSlash(name)
	switch {
	case filepath.IsAbs(local):
		return []string{local, local + ".json"}
	case isRelative(name):
		path := filepath.Join(dir, local)
		return []string{path, path + ".json"}
	}
	var paths []string
	for at := dir; ; at = filepath.Dir(at) {
		path := filepath.Join(at, "node_modules", local)
		folder := filepath.Join(at, "node_modules", filepath.FromSlash(packageName(name)))
		paths = append(paths, r.exported(folder, "."+strings.TrimPrefix(name, packageName(name)))...)
		paths = append(paths, filepath.Join(path, "tsconfig.json"), path, path+".json")
		if at == r.files.Workspace() || at == filepath.Dir(at) {
			return paths
		}
	}
}

// exported returns the files that a package names for an import.
func (r *tsconfigReader) exported(folder, path string) []string {
	text, err := r.files.ReadImport(filepath.Join(folder, "package.json"))
	var manifest struct {
		Tsconfig string `json:"tsconfig"`
		Exports  any    `json:"exports"`
	}
	if err != nil || nestsTooDeep(text) || json.Unmarshal(text, &manifest) != nil {
		return nil
	}
	targets := packagejson.Targets(manifest.Exports, path)
	if path == "." && manifest.Tsconfig != "" {
		targets = append(targets, manifest.Tsconfig)
	}
	for i, target := range targets {
		targets[i] = filepath.Join(folder, filepath.FromSlash(target))
	}
	return targets
}

// cover replaces settings by those of another file.
func (c *Tsconfig) cover(by *Tsconfig) {
	for key, value := range by.options {
		c.options[key] = value
	}
	if by.baseURL != "" {
		c.baseURL = by.baseURL
	}
	if by.paths != nil {
		c.paths, c.pathsDir = by.paths, by.pathsDir
	}
}

// apply replaces settings with the compilerOptions of a file in dir.
func (r *tsconfigReader) apply(c *Tsconfig, dir string, options map[string]json.RawMessage) {
	own := &Tsconfig{options: map[string]json.RawMessage{}}
	for _, key := range compilerOptions {
		if value, set := options[key]; set {
			own.options[key] = value
		}
	}
	var baseURL string
	if json.Unmarshal(options["baseUrl"], &baseURL) == nil && baseURL != "" {
		if own.baseURL = r.inConfigDir(baseURL); !filepath.IsAbs(own.baseURL) {
			own.baseURL = filepath.Join(dir, filepath.FromSlash(own.baseURL))
		}
	}
	var paths map[string]json.RawMessage
	if json.Unmarshal(options["paths"], &paths) == nil && paths != nil {
		own.paths, own.pathsDir = map[string][]string{}, dir
		for pattern, raw := range paths {
			var targets []string
			if json.Unmarshal(raw, &targets) != nil || strings.Count(pattern, "*") > 1 {
				continue
			}
			for i, target := range targets {
				targets[i] = r.inConfigDir(target)
			}
			own.paths[pattern] = targets
		}
	}
	c.cover(own)
}

// inConfigDir replaces "${configDir}" at the start of a path.
func (r *tsconfigReader) inConfigDir(path string) string {
	if rest, found := strings.CutPrefix(path, "${configDir}"); found {
		return filepath.Join(r.root, filepath.FromSlash(rest))
	}
	return path
}

// syntax reports a malformed file in the words of esbuild, which names what it expected.
func (r *tsconfigReader) syntax(path string, text []byte, err error) {
	result := api.Transform("", api.TransformOptions{TsconfigRaw: string(text), LogLevel: api.LogLevelSilent})
	for _, message := range result.Errors {
		if message.Location != nil {
			message.Location.File, message.Location.Namespace = path, "file"
			r.faults = append(r.faults, Fault{
				Kind: Syntax, Text: lowerFirst(message.Text), Span: span(r.files.Dir(), message.Location),
			})
			return
		}
	}
	offset := 0
	var malformed *json.SyntaxError
	if errors.As(err, &malformed) {
		offset = int(malformed.Offset) - 1
	}
	r.fail(path, text, offset, "expected an object with compilerOptions")
}

func (r *tsconfigReader) fail(path string, text []byte, offset int, reason string) {
	before := string(text[:min(max(offset, 0), len(text))])
	line := 1 + strings.Count(before, "\n")
	column := 1 + utf16Len(before[strings.LastIndexByte(before, '\n')+1:])
	r.faults = append(r.faults, Fault{Kind: Syntax, Text: reason, Span: diag.Span{
		File: relative(r.files.Dir(), path), Line: line, Column: column, EndLine: line, EndColumn: column,
	}})
}

// stringsOf returns a JSON string or the strings of a list.
func stringsOf(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}
