package bundle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// RuntimeScripts are the modules of a runtime as scripts, for an engine without modules.
type RuntimeScripts struct {
	table *RuntimeTable
	texts map[string]string
}

// RuntimeScript is a module of the runtime as a script. It takes what it imports from RuntimeModules, adds its exports
// there, and defines the global of its part.
type RuntimeScript struct {
	Name, Code string
	// imports are the modules that must run before.
	imports []string
}

// RuntimeModules is the global with the exports of the modules that have run, by name. A host defines it, empty, before
// the first script runs, and deletes it after the last.
const RuntimeModules = "__svc_modules"

// RuntimeScripts reads the runtime of the SDK.
func (s *SDK) RuntimeScripts() (*RuntimeScripts, error) {
	table, texts, err := s.readModules()
	return &RuntimeScripts{table, texts}, err
}

// Of returns the scripts of the core, of the local engine's host if it is wanted, and of the extensions, in an order
// in which they can run.
func (r *RuntimeScripts) Of(host bool, extensions []string) ([]RuntimeScript, error) {
	parts := r.table.parts()
	if host {
		parts = slices.Insert(parts, 1, r.table.Host)
	}
	var scripts []RuntimeScript
	seen := map[string]bool{}
	var add func(string) error
	add = func(name string) error {
		if seen[name] {
			return nil
		}
		seen[name] = true
		script, err := r.script(name)
		for _, imported := range script.imports {
			err = cmp.Or(err, add(imported))
		}
		scripts = append(scripts, script)
		return err
	}
	for _, part := range parts {
		if part.Name == coreName || part.Name == r.table.Host.Name || slices.Contains(extensions, part.Name) {
			if err := add(part.Modules[0]); err != nil {
				return nil, err
			}
		}
	}
	return scripts, nil
}

// Extensions returns the names of all extensions.
func (r *RuntimeScripts) Extensions() []string {
	names := make([]string, len(r.table.Extensions))
	for i, extension := range r.table.Extensions {
		names[i] = extension.Name
	}
	return names
}

var (
	// importClause matches an import in a minified module by esbuild, exportEnd the exports at its end.
	importClause = lazyregexp.New(`^import(?:\{([\w$ ,]*)\}from)?"\./([\w.-]+)";`)
	exportEnd    = lazyregexp.New(`^export\{([\w$ ,]*)\};\s*$`)
)

// script returns a module as a script. No binding of the runtime changes after its module has run, so that importers
// can copy it: sources export no `let`.
func (r *RuntimeScripts) script(name string) (script RuntimeScript, err error) {
	text := r.texts[name]
	var code strings.Builder
	code.WriteString("(()=>{\"use strict\";")
	for {
		clause := importClause().FindStringSubmatch(text)
		if clause == nil {
			break
		}
		text = text[len(clause[0]):]
		script.imports = append(script.imports, clause[2])
		fmt.Fprintf(&code, "const{%s}=%s[%q];", strings.ReplaceAll(clause[1], " as ", ":"), RuntimeModules, clause[2])
	}
	start := max(strings.LastIndex(text, "export{"), 0)
	end := exportEnd().FindStringSubmatch(text[start:])
	if end == nil {
		return script, fmt.Errorf("cannot read the runtime of @svc/sdk: the module %q has another form", name)
	}
	code.WriteString(text[:start])
	fmt.Fprintf(&code, "\n%s%s[%q]={", r.global(name), RuntimeModules, name)
	for _, export := range strings.FieldsFunc(end[1], func(c rune) bool { return c == ',' }) {
		local, exported, renamed := strings.Cut(export, " as ")
		if !renamed {
			exported = local
		}
		fmt.Fprintf(&code, "%s:%s,", exported, local)
	}
	code.WriteString("}})();")
	script.Name, script.Code = name, code.String()
	return script, nil
}

// global returns the assignment to the global of the part that begins with a module.
func (r *RuntimeScripts) global(module string) string {
	for _, part := range append(r.table.parts(), r.table.Host) {
		if len(part.Modules) > 0 && part.Modules[0] == module {
			return "globalThis." + part.Global() + "="
		}
	}
	return ""
}
