// Package edge writes the scripts for the edge platform: the modules of workers, their bindings and wrangler.jsonc.
//
// It is pure: internal/bundle builds the bundles, and internal/deploy or the vendor's tool uploads the scripts.
// Start at WorkerModules and AppModules; bindings.go has the tables of bindings.
package edge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Names of the modules of every script.
const (
	// MainModule is the entry point.
	MainModule = "worker.js"
	// HostModule connects the runtime to the platform: dist/host/workerd.js of the SDK, or workerd-app.js.
	HostModule = "svc-host.js"
	// NodeModule has the modules of Node that a bundle uses.
	NodeModule = "svc-node.js"
)

// NodeFlag is the compatibility flag with which the platform has modules of Node.
const NodeFlag = "nodejs_compat"

// stepEntrypoint is the named entrypoint of a user worker that runs steps for the app worker.
const stepEntrypoint = "SvcEntrypoint"

// Module is one ES module of a script.
type Module struct {
	Name string
	Text []byte
	// Shared modules have the same text in every script that has one of this name.
	Shared bool
}

// Bundle is JavaScript that defines a global: `var <Global> = (() => …)();`
type Bundle struct {
	Global string
	Text   []byte
	// Node are the modules of Node that it gets from the global function NodeGlobal.
	Node       []string
	NodeGlobal string
	// MapURL is the URL of the bundle's source map, which the last line of the module names; "" without one.
	MapURL string
}

// RuntimePart is a part of the runtime, whose exports the bundle takes from a global.
type RuntimePart struct {
	// Module is the name of the part's module.
	Module, Global string
}

// WorkerRuntime is the runtime of a user worker.
type WorkerRuntime struct {
	// Core has createWorker. Extensions have extend, which adds them.
	Core       RuntimePart
	Extensions []RuntimePart
	// Modules are the modules of the parts, and what they import.
	Modules []Module
}

// WorkerModules returns the modules of a user worker: its bundle, whose default is the argument of createWorker, with a
// footer, the host's module and the runtime.
func WorkerModules(host []byte, bundle Bundle, runtime WorkerRuntime) []Module {
	var footer strings.Builder
	if len(bundle.Node) > 0 {
		footer.WriteString("import './" + NodeModule + "';\n")
	}
	for _, part := range append([]RuntimePart{runtime.Core}, runtime.Extensions...) {
		fmt.Fprintf(&footer, "import * as %s from './%s';\n", part.Global, part.Module)
	}
	for _, part := range runtime.Extensions {
		footer.WriteString(part.Global + ".extend();\n")
	}
	fmt.Fprintf(&footer, "const { handler, %s } = serveWorker(%s.createWorker(%s.default));\n"+
		"export default handler;\nexport { %[1]s };\n", stepEntrypoint, runtime.Core.Global, bundle.Global)
	if bundle.MapURL != "" {
		footer.WriteString("//# sourceMappingURL=" + bundle.MapURL + "\n")
	}
	own := modules(host, "serveWorker", bundle.Text, footer.String())
	own[1].Shared = true // all user workers have the same host
	if len(bundle.Node) > 0 {
		own = append(own, Module{Name: NodeModule, Text: nodeModule(bundle)})
	}
	return append(own, runtime.Modules...)
}

// nodeModule returns the module that defines the function with which a bundle gets modules of Node. It runs before the
// bundle, since worker.js imports it.
func nodeModule(bundle Bundle) []byte {
	var imports, table strings.Builder
	for i, name := range bundle.Node {
		fmt.Fprintf(&imports, "import m%d from 'node:%s';\n", i, name)
		fmt.Fprintf(&table, "  '%s': m%d,\n", name, i)
	}
	return fmt.Appendf(
		nil, "%sconst modules = {\n%s};\nglobalThis.%s = (name) => modules[name];\n", imports.String(), table.String(),
		bundle.NodeGlobal,
	)
}

// AppParts are the parameters of an app worker.
type AppParts struct {
	// Manifest is the project's manifest and Profile the vendor profile, both as JSON.
	Manifest, Profile json.RawMessage
}

// AppModules returns the modules of an app worker: the SDK's script with the app's manifest.
func AppModules(host []byte, app Bundle, parts AppParts) []Module {
	return modules(host, "serveApp", app.Text,
		"const { handler, InstallActor, PortalActor, ProjectActor } = serveApp("+appWorkerCall(app.Global, parts)+");\n"+
			"export default handler;\nexport { InstallActor, PortalActor, ProjectActor };\n")
}

// appWorkerCall returns the expression that makes the app worker.
func appWorkerCall(global string, parts AppParts) string {
	return global + appCall + literal(parts.Manifest) + profileArgument + literal(parts.Profile) + ") })"
}

// ReadAppParts returns the parameters in the main module of an app worker, and the code around them. ok is false for
// another module.
func ReadAppParts(main []byte) (parts AppParts, code []byte, ok bool) {
	start := bytes.LastIndex(main, []byte(appCall))
	if start < 0 {
		return AppParts{}, nil, false
	}
	rest := main[start+len(appCall):]
	for _, part := range []*json.RawMessage{&parts.Manifest, &parts.Profile} {
		var text string
		decoder := json.NewDecoder(bytes.NewReader(rest))
		if decoder.Decode(&text) != nil || !json.Valid([]byte(text)) {
			return AppParts{}, nil, false
		}
		*part, rest = json.RawMessage(text), rest[decoder.InputOffset():]
		if part == &parts.Manifest {
			if rest, ok = bytes.CutPrefix(rest, []byte(profileArgument)); !ok {
				return AppParts{}, nil, false
			}
		}
	}
	return parts, slices.Concat(main[:start], rest), true
}

// The parts of appWorkerCall around the parameters.
const (
	appCall         = ".createAppWorker({ manifest: JSON.parse("
	profileArgument = "), profile: JSON.parse("
)

// literal returns JSON as a string literal. As an object literal, a key __proto__ would set the prototype.
func literal(text []byte) string {
	quoted, _ := json.Marshal(string(text)) // a string always marshals
	return string(quoted)
}

// modules puts the script before the import, which may be anywhere, so that its source map stays valid.
func modules(host []byte, serve string, script []byte, footer string) []Module {
	imported := "\nimport { " + serve + " } from './" + HostModule + "';\n"
	main := slices.Concat(bytes.TrimSuffix(script, []byte("\n")), []byte(imported), []byte(footer))
	return []Module{{Name: MainModule, Text: main}, {Name: HostModule, Text: host}}
}
