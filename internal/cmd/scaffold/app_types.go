package scaffold

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/fixture"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/scaffold"
	"github.com/appsvc/svc/internal/templates"
)

// appTypesFile has the types that an app's own declarations give to the modules of the SDK.
const appTypesFile = "types/app.d.ts"

const appTypesHead = "// Written by svc types from the declarations of the app. It changes with them.\nexport {};\n"

// typesQuestion asks for the types of an app.
type typesQuestion struct {
	Dir     cmdutil.Path `json:"dir"`
	Profile string       `json:"profile"`
}

// typesAnswer is the module of appTypesFile, or why there is none.
type typesAnswer struct {
	Module  string `json:"module"`
	Problem string `json:"problem"`
	// Capabilities are the names that a fixture can have for those of the app.
	Capabilities []string `json:"capabilities"`
}

// AppTypes writes the types of an app. The command may have credentials, so it does not run the app's code itself.
var AppTypes = cmdutil.Work[typesQuestion, typesAnswer]{Name: "types", Do: func(
	ctx context.Context, _ *cli.Env, q *typesQuestion,
) (*typesAnswer, error) {
	app, err := project.Load(ctx, project.Options{Dir: string(q.Dir), Profile: q.Profile, Manifest: true})
	if err != nil {
		return nil, cmdutil.LoadError(err)
	}
	text := app.Manifest("")
	switch {
	case text == nil && len(app.Faults()) > 0:
		return &typesAnswer{Problem: firstProblem(app)}, nil
	case text == nil:
		return &typesAnswer{}, nil
	}
	module, err := appTypes(text, app)
	if err != nil {
		return &typesAnswer{Problem: reason.Of(err) + "; 'svc check' says where"}, nil
	}
	return &typesAnswer{Module: module, Capabilities: capabilityNames(app)}, nil
}}

// addAppTypes replaces the empty types of an app by those of its declarations. An app that does not load keeps the
// empty ones, and a note explains why.
func addAppTypes(
	ctx context.Context, env *cli.Env, files templates.Files, dir string, profile *platform.Profile,
) error {
	answer, err := AppTypes.Ask(ctx, env, &typesQuestion{cmdutil.Path(dir), profile.Name})
	switch {
	case err != nil:
		return err
	case answer.Problem != "":
		env.Notef("  no types of this app's declarations: %s", cli.OneLine(answer.Problem))
	case answer.Module != "":
		files[ownFolder+"/"+appTypesFile] = []byte(answer.Module)
		files[ownFolder+"/"+fixture.SchemaFile] = fixture.Schema(answer.Capabilities)
	}
	return nil
}

// refreshAppTypes writes the types of an app that has types, so that new cards compile.
func refreshAppTypes(dir string, app *declared.Project) error {
	text := app.Manifest("")
	if _, err := readSource(dir, ownFolder+"/"+appTypesFile); err != nil || text == nil {
		return nil // svc types writes them
	}
	module, err := appTypes(text, app)
	if err != nil {
		return nil // svc check reports what is wrong with the app
	}
	return writeTypes(dir, templates.Files{
		ownFolder + "/" + appTypesFile:       []byte(module),
		ownFolder + "/" + fixture.SchemaFile: fixture.Schema(capabilityNames(app)),
	})
}

// typeNewApp writes the types of an app whose files have just been written, so that they compile.
func typeNewApp(ctx context.Context, env *cli.Env, dir string, profile *platform.Profile) error {
	files := templates.Files{}
	if err := addAppTypes(ctx, env, files, dir, profile); err != nil || len(files) == 0 {
		return err
	}
	return writeTypes(dir, files)
}

func writeTypes(dir string, files templates.Files) error {
	plan, err := scaffold.Make(dir, files, scaffold.Options{Own: ownFolder})
	if err != nil {
		return err
	}
	defer func() { _ = plan.Close() }() // opened for reading only
	return plan.Apply()
}

// capabilityNames returns the names of the app's capabilities with and without their worker.
func capabilityNames(app *declared.Project) (names []string) {
	for _, c := range devserver.Capabilities(app) {
		names = append(names, c.Name(), c.ID)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// appTypes returns the module of appTypesFile for an app with this manifest. The error is about the app's declarations.
func appTypes(text []byte, app *declared.Project) (string, error) {
	m, err := manifest.Decode(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(appTypesHead)
	b.WriteString(bindingTypes(app))
	var backends strings.Builder
	for _, worker := range m.Workers {
		for _, c := range worker.Capabilities {
			if c.Kind == manifest.KindCardBackend {
				fmt.Fprintf(&backends, "    readonly %s: {\n      readonly input: %s;\n      readonly output: %s;\n    };\n",
					propertyKey(c.ID()), inputType(c.CardBackend.Input), outputType(c.CardBackend.Output))
			}
		}
	}
	if backends.Len() > 0 {
		b.WriteString("\ndeclare module '@svc/sdk/ui' {\n  interface CardBackends {\n" + backends.String() + "  }\n}\n")
	}
	return b.String(), nil
}

// bindingTypes returns the members of ctx.env: the declared secrets, and the other names in .dev.vars.
func bindingTypes(app *declared.Project) string {
	var members strings.Builder
	secrets := app.Secrets()
	for _, name := range secrets {
		fmt.Fprintf(&members, "    /** A secret that the app or a source declares. */\n    readonly %s: string;\n",
			propertyKey(name))
	}
	for _, name := range app.Bindings {
		if !slices.Contains(secrets, name) {
			fmt.Fprintf(&members, "    /** A binding of .dev.vars. */\n    readonly %s: string;\n", propertyKey(name))
		}
	}
	if members.Len() == 0 {
		return ""
	}
	return "\ndeclare module '@svc/sdk' {\n  interface WorkerEnv {\n" + members.String() + "  }\n}\n"
}

// inputType returns the type of the input that a caller passes. Fields with a default may be missing.
func inputType(fields []manifest.Field) string {
	members := make([]string, len(fields))
	for i, f := range fields {
		optional := "?"
		if f.Required {
			optional = ""
		}
		members[i] = propertyKey(f.Name) + optional + ": " + valueType(f.Type, f.Options)
	}
	return objectType(members)
}

// outputType returns the type of a result. A backend without output fields may return any value.
func outputType(fields []manifest.OutputField) string {
	if len(fields) == 0 {
		return "unknown"
	}
	members := make([]string, len(fields))
	for i, f := range fields {
		members[i] = propertyKey(f.Name) + "?: " + valueType(f.Type, nil)
	}
	return objectType(members)
}

func objectType(members []string) string {
	if len(members) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(members, "; ") + " }"
}

// valueType returns the type of a field's values in TypeScript.
func valueType(fieldType string, options []manifest.Option) string {
	switch {
	case fieldType == "number":
		return "number"
	case fieldType == "bool":
		return "boolean"
	case fieldType == "json":
		return "unknown"
	case len(options) == 0:
		return "string"
	}
	choices := make([]string, len(options))
	for i, o := range options {
		choices[i] = quoted(o.Value)
	}
	return strings.Join(choices, " | ")
}

var identifier = lazyregexp.New(`^[A-Za-z_$][\w$]*$`)

// propertyKey returns a name as the key of a member in TypeScript.
func propertyKey(name string) string {
	if identifier().MatchString(name) {
		return name
	}
	return quoted(name)
}

// quoted returns a text as a string literal of TypeScript. JSON escapes what would end it.
func quoted(text string) string {
	literal, _ := json.Marshal(text) // a string has no error
	return string(literal)
}
