// Package edge writes what the edge platform runs: the modules of workers, and the bindings they need.
//
// It is pure: texts in, texts out. Who builds the bundles is internal/bundle, who uploads is not decided
// here. Start at WorkerModules and AppModules; bindings.go has the tables of bindings.
package edge

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Names of the modules of every script.
const (
	// MainModule is the module that the platform starts.
	MainModule = "worker.js"
	// HostModule connects the runtime to the platform: dist/host/workerd.js of the SDK, or workerd-app.js.
	HostModule = "svc-host.js"
)

// StepEntrypoint is the named entrypoint of a user worker through which the app worker runs its steps.
const StepEntrypoint = "SvcEntrypoint"

// Module is one ES module of a script.
type Module struct {
	Name string
	Text []byte
}

// Bundle is JavaScript in the form in which it defines a global: `var <Global> = (() => …)();`
type Bundle struct {
	Global string
	Text   []byte
	// Mapped says that a source map goes with it, which the module names in its last line.
	Mapped bool
}

// WorkerModules are the modules of a user worker: its bundle, whose default export is what createWorker
// gave, and a footer.
func WorkerModules(host []byte, bundle Bundle) []Module {
	footer := "const { handler, " + StepEntrypoint + " } = serveWorker(" + bundle.Global + ".default);\n" +
		"export default handler;\nexport { " + StepEntrypoint + " };\n"
	if bundle.Mapped {
		footer += "//# sourceMappingURL=" + SourceMapModule + "\n"
	}
	return modules(host, "serveWorker", bundle.Text, footer)
}

// AppParts are what an app worker is made for.
type AppParts struct {
	// Manifest is that of the project, Profile the vendor's spelling; both JSON.
	Manifest, Profile json.RawMessage
}

// AppModules are the modules of an app worker: the SDK's own script, which knows the app by its manifest.
func AppModules(host []byte, app Bundle, parts AppParts) []Module {
	return modules(host, "serveApp", app.Text,
		"const { handler, InstallActor, PortalActor, ProjectActor } = serveApp("+AppCall(app.Global, parts)+");\n"+
			"export default handler;\nexport { InstallActor, PortalActor, ProjectActor };\n")
}

// AppCall is the expression that makes the app worker.
func AppCall(global string, parts AppParts) string {
	return global + ".createAppWorker({ manifest: " + literal(parts.Manifest) + ", profile: " + literal(parts.Profile) +
		" })"
}

// literal is JSON as an expression. As it stands it would be another object where a key is __proto__.
func literal(text []byte) string {
	quoted, _ := json.Marshal(string(text)) // a string always marshals
	return "JSON.parse(" + string(quoted) + ")"
}

// modules puts the script first, so that its source map fits as it is: imports may stand anywhere.
func modules(host []byte, serve string, script []byte, footer string) []Module {
	main := slices.Concat(
		bytes.TrimSuffix(script, []byte("\n")), []byte("\nimport { "+serve+" } from './"+HostModule+"';\n"), []byte(footer),
	)
	return []Module{{MainModule, main}, {HostModule, host}}
}
