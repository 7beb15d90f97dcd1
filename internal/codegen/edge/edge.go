// Package edge writes the scripts for the edge platform: the modules of workers, their bindings and wrangler.jsonc.
//
// It is pure: internal/bundle builds the bundles, and internal/deploy or the vendor's tool uploads the scripts.
// Start at WorkerModules and AppModules; bindings.go has the tables of bindings.
package edge

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Names of the modules of every script.
const (
	// MainModule is the entry point.
	MainModule = "worker.js"
	// HostModule connects the runtime to the platform: dist/host/workerd.js of the SDK, or workerd-app.js.
	HostModule = "svc-host.js"
)

// StepEntrypoint is the named entrypoint of a user worker that runs steps for the app worker.
const StepEntrypoint = "SvcEntrypoint"

// Module is one ES module of a script.
type Module struct {
	Name string
	Text []byte
}

// Bundle is JavaScript that defines a global: `var <Global> = (() => …)();`
type Bundle struct {
	Global string
	Text   []byte
	// Mapped is set if the bundle has a source map, which the last line of the module names.
	Mapped bool
}

// WorkerModules returns the modules of a user worker: its bundle, whose default export is the result of createWorker,
// with a footer.
func WorkerModules(host []byte, bundle Bundle) []Module {
	footer := "const { handler, " + StepEntrypoint + " } = serveWorker(" + bundle.Global + ".default);\n" +
		"export default handler;\nexport { " + StepEntrypoint + " };\n"
	if bundle.Mapped {
		footer += "//# sourceMappingURL=" + SourceMapModule + "\n"
	}
	return modules(host, "serveWorker", bundle.Text, footer)
}

// AppParts are the parameters of an app worker.
type AppParts struct {
	// Manifest is the project's manifest and Profile the vendor profile, both as JSON.
	Manifest, Profile json.RawMessage
}

// AppModules returns the modules of an app worker: the SDK's script with the app's manifest.
func AppModules(host []byte, app Bundle, parts AppParts) []Module {
	return modules(host, "serveApp", app.Text,
		"const { handler, InstallActor, PortalActor, ProjectActor } = serveApp("+AppCall(app.Global, parts)+");\n"+
			"export default handler;\nexport { InstallActor, PortalActor, ProjectActor };\n")
}

// AppCall returns the expression that makes the app worker.
func AppCall(global string, parts AppParts) string {
	return global + ".createAppWorker({ manifest: " + literal(parts.Manifest) + ", profile: " + literal(parts.Profile) +
		" })"
}

// literal returns JSON as an expression. As an object literal, a key __proto__ would set the prototype.
func literal(text []byte) string {
	quoted, _ := json.Marshal(string(text)) // a string always marshals
	return "JSON.parse(" + string(quoted) + ")"
}

// modules puts the script before the import, which may be anywhere, so that its source map stays valid.
func modules(host []byte, serve string, script []byte, footer string) []Module {
	imported := "\nimport { " + serve + " } from './" + HostModule + "';\n"
	main := slices.Concat(bytes.TrimSuffix(script, []byte("\n")), []byte(imported), []byte(footer))
	return []Module{{MainModule, main}, {HostModule, host}}
}
