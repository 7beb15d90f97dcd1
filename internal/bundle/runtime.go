package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// RuntimeTable is dist/edge/runtime.json: the modules of the runtime, which scripts on the edge contain as they are.
type RuntimeTable struct {
	// Core is what every worker has.
	Core RuntimePart `json:"core"`
	// Host is what every worker has in the local engine.
	Host RuntimePart `json:"host"`
	// Extensions are what a worker has if its code names them.
	Extensions []RuntimePart `json:"extensions"`
}

// RuntimePart is the core of the runtime, or an extension.
type RuntimePart struct {
	Name string `json:"name"`
	// Words are the words in the code of a worker that add the extension.
	Words []string `json:"words,omitempty"`
	// Members are the members of what the words name, if data has the words as keys, too: see readsMember.
	Members []string `json:"members,omitempty"`
	// Exports are the exports of "@svc/sdk" that the part has. A use of one adds the extension, too. The core also has
	// createWorker.
	Exports []string `json:"exports,omitempty"`
	// Modules are the file of the part, and those that it imports.
	Modules []string `json:"modules"`
}

const (
	// RuntimeTableFile is the table's file in dist.
	RuntimeTableFile = "edge/runtime.json"
	// RuntimeModulesFile has the text of each module by its name. One file, since npm installs every file of a package
	// by itself, and a check reads the table alone.
	RuntimeModulesFile = "edge/modules.json"
	// ExtendExport is the function of an extension that adds it.
	ExtendExport = "extend"
)

// Global is the global with the exports of a part.
func (p *RuntimePart) Global() string {
	if p.Name == coreName {
		return SDKGlobal
	}
	return SDKGlobal + "_" + p.Name
}

// coreName is the name of the core.
const coreName = "core"

// Runtime is the runtime of one copy of the SDK, for the edge: modules that are uploaded as they are.
type Runtime struct {
	table RuntimeTable
	// modules are the modules by their names in the table, renamed.
	modules map[string]RuntimeModule
}

// RuntimeModule is a module of the runtime. Its name contains a hash of the whole runtime, which stack frames show.
type RuntimeModule struct {
	Name string
	Text []byte
}

// Runtime reads the runtime of the SDK.
func (s *SDK) Runtime() (*Runtime, error) {
	table, texts, err := s.readModules()
	if err != nil {
		return nil, err
	}
	r := &Runtime{table: *table, modules: map[string]RuntimeModule{}}
	hash := sha256.New()
	for _, name := range table.names() {
		text := []byte(texts[name])
		fmt.Fprintln(hash, name, len(text))
		hash.Write(text)
		r.modules[name] = RuntimeModule{Text: text}
	}
	sum := hex.EncodeToString(hash.Sum(nil))[:8]
	var renames []string
	for name := range r.modules {
		renames = append(renames, `"./`+name+`"`, `"./`+moduleName(name, sum)+`"`)
	}
	rename := strings.NewReplacer(renames...)
	for name, module := range r.modules {
		r.modules[name] = RuntimeModule{moduleName(name, sum), []byte(rename.Replace(string(module.Text)))}
	}
	return r, nil
}

// moduleName returns the name of a module in scripts: runtime-<hash>.js for the core, runtime-<part>-<hash>.js for
// others.
func moduleName(name, sum string) string {
	part := strings.TrimSuffix(name, ".js")
	if part == coreName {
		return "runtime-" + sum + ".js"
	}
	return "runtime-" + part + "-" + sum + ".js"
}

// readTable reads the table of the SDK.
func (s *SDK) readTable() (*RuntimeTable, error) {
	table := &RuntimeTable{}
	if err := s.readRuntimeFile(RuntimeTableFile, table); err != nil {
		return nil, err
	}
	for _, part := range table.parts() {
		if !isConstant(part.Global()) || len(part.Modules) == 0 {
			return nil, fmt.Errorf("cannot read the runtime of @svc/sdk: invalid part %q in %s", part.Name, RuntimeTableFile)
		}
	}
	for _, name := range table.names() {
		if name != path.Base(name) || !strings.HasSuffix(name, ".js") {
			return nil, fmt.Errorf("cannot read the runtime of @svc/sdk: invalid module %q in %s", name, RuntimeTableFile)
		}
	}
	return table, nil
}

// readModules reads the table of the SDK and the texts of its modules.
func (s *SDK) readModules() (table *RuntimeTable, texts map[string]string, err error) {
	if table, err = s.readTable(); err != nil {
		return nil, nil, err
	}
	if err = s.readRuntimeFile(RuntimeModulesFile, &texts); err != nil {
		return nil, nil, err
	}
	for _, name := range table.names() {
		if texts[name] == "" {
			return nil, nil, fmt.Errorf("cannot read the runtime of @svc/sdk: no module %q in %s", name, RuntimeModulesFile)
		}
	}
	return table, texts, nil
}

// readRuntimeFile decodes a file of dist.
func (s *SDK) readRuntimeFile(name string, into any) error {
	text, err := s.File("dist/" + name)
	if err != nil {
		return fmt.Errorf("cannot read the runtime of @svc/sdk: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("cannot read the runtime of @svc/sdk: %s: %w", name, err)
	}
	return nil
}

// parts returns the core and the extensions.
func (t *RuntimeTable) parts() []RuntimePart { return append([]RuntimePart{t.Core}, t.Extensions...) }

// names returns the names of all modules, sorted.
func (t *RuntimeTable) names() []string {
	var names []string
	for _, part := range t.parts() {
		names = append(names, part.Modules...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// partsOf returns the parts of the runtime that the script of a worker needs: the core, and the extensions that its
// code names.
func (t *RuntimeTable) partsOf(code []byte) []RuntimePart {
	return slices.DeleteFunc(t.parts(), func(part RuntimePart) bool {
		return part.Name != coreName && !part.isNamedIn(code)
	})
}

// ExtensionsOf returns the names of the extensions that a worker with this code needs.
func (s *SDK) ExtensionsOf(code []byte) ([]string, error) {
	table, err := s.readTable()
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, part := range table.partsOf(code)[1:] {
		names = append(names, part.Name)
	}
	return names, nil
}

// PartsOf returns the parts that a worker with this code needs.
func (r *Runtime) PartsOf(code []byte) []RuntimePart { return r.table.partsOf(code) }

// ModulesOf returns the modules of the parts. The first one is that of the core.
func (r *Runtime) ModulesOf(parts []RuntimePart) []RuntimeModule {
	var names []string
	for _, part := range parts {
		for _, name := range part.Modules {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	modules := make([]RuntimeModule, len(names))
	for i, name := range names {
		modules[i] = r.modules[name]
	}
	return modules
}

// ModuleOf returns the name of a part's module.
func (r *Runtime) ModuleOf(part RuntimePart) string { return r.modules[part.Modules[0]].Name }
