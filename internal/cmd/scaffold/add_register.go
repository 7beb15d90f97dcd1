package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/tsedit"
)

// addition collects new files and edits of existing files.
type addition struct {
	opts  *addOptions
	app   *declared.Project
	files map[string][]byte
	edits map[string][]byte
	// config is the text of the config.
	config string
	// worker is the name of the worker that registers the capability, "" for none.
	worker string
	// scopes are added to the config, and missing could not be added.
	scopes, missing []string
}

func newAddition(opts *addOptions, app *declared.Project) *addition {
	return &addition{opts: opts, app: app, files: map[string][]byte{}, edits: map[string][]byte{}}
}

// registration is where declarations of a kind are registered.
type registration struct {
	folder string // below src
	// list is the option of defineApp that lists the declaration, "" for none.
	list string
	// worker is the capability that a worker registers, "" for none.
	worker declared.Kind
	scopes []string
}

var registrations = map[string]registration{
	"tool":        {folder: "tools", worker: declared.Tool},
	"card":        {folder: "backends", list: "cards", worker: declared.CardBackend},
	"trigger":     {folder: "triggers", worker: declared.Trigger},
	"sync":        {folder: "syncs", worker: declared.Sync},
	"source":      {folder: "sources", worker: declared.Sync, scopes: []string{"crm.objects.contacts.write"}},
	"object":      {folder: "objects", list: "objects", scopes: components.AppObjectScopes},
	"association": {folder: "associations", list: "objectAssociations"},
	"event":       {folder: "events", list: "events", scopes: []string{components.AppEventScope}},
	"mcp":         {folder: "mcp", list: "mcpServers"},
}

// register adds the edits that register the declaration.
func (a *addition) register() error {
	name, where := a.opts.name, registrations[a.opts.kind]
	var err error
	if a.config, err = readSource(a.opts.dir, a.app.ConfigFile); err != nil {
		return err
	}
	var edits []tsedit.Edit
	switch {
	case where.list == "cards":
		edits, err = a.inConfig(where.list, a.cardElement(), "card", "@svc/sdk")
	case where.list != "":
		edits, err = a.inConfig(where.list, name.Camel, name.Camel, fmt.Sprintf("./src/%s/%s", where.folder, name.Kebab))
	}
	if err != nil {
		return err
	}
	a.editConfig(edits, where.scopes)
	if where.worker == "" {
		return nil
	}
	return a.inWorker(where)
}

// editConfig applies the edits of the config, and adds the scopes that the app does not request.
func (a *addition) editConfig(edits []tsedit.Edit, needed []string) {
	options := a.app.App.Options
	for _, scope := range needed {
		requested := func(v *declared.Value) bool { return v.Text == scope }
		if !slices.ContainsFunc(slices.Concat(options.Get("scopes").Items, options.Get("optionalScopes").Items), requested) {
			a.missing = append(a.missing, scope)
		}
	}
	span := a.app.Locator.Locate(options.Get("scopes").At)
	before := tsedit.Offset(a.config, span.Line, span.Column)
	slices.SortFunc(edits, func(x, y tsedit.Edit) int { return cmp.Compare(x.Start, y.Start) })
	text, at := tsedit.Apply(a.config, edits...), before
	for _, edit := range edits {
		if edit.Start <= before {
			at += len(edit.Text) - (edit.End - edit.Start)
		}
	}
	for len(a.missing) > 0 && span.File == a.app.ConfigFile && before >= 0 {
		edits := tsedit.AppendString(text, at, a.missing[0])
		if edits == nil {
			break // not a plain list: the user adds them
		}
		text = tsedit.Apply(text, edits...)
		a.scopes, a.missing = append(a.scopes, a.missing[0]), a.missing[1:]
	}
	if text != a.config {
		a.edits[a.app.ConfigFile] = []byte(text)
	}
}

func (a *addition) cardElement() string {
	name := a.opts.name
	return fmt.Sprintf(`card({
  id: '%s',
  name: '%s',
  location: 'crm.record.tab',
  objectTypes: ['contacts'],
  entrypoint: 'src/cards/%s.tsx',
  backend: '%s',
})`, name.Kebab, name.Sentence, name.Pascal, name.Kebab)
}

// inConfig adds an element to a list of defineApp's options, and imports its name from a module.
func (a *addition) inConfig(list, element, name, module string) ([]tsedit.Edit, error) {
	file := a.app.ConfigFile
	if list != "cards" {
		if err := a.refuseTakenWord(file, a.config); err != nil {
			return nil, err
		}
	}
	edits, err := a.addToConfig(list, element)
	if err != nil {
		return nil, &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot edit %s safely", file), Why: err.Error(),
			Fix: fmt.Sprintf(
				"write %s: [] in the options of defineApp and run the command again, or add it by hand: %s", list, oneLine(element),
			),
		}
	}
	return append(edits, tsedit.AddImport(a.config, name, module)...), nil
}

// oneLine joins the lines of an element.
func oneLine(element string) string { return strings.Join(strings.Fields(element), " ") }

func (a *addition) addToConfig(list, element string) ([]tsedit.Edit, error) {
	at := a.app.App.At
	member := list + ": [" + element + "]"
	if strings.Contains(element, "\n") {
		member = list + ": [\n  " + strings.ReplaceAll(element, "\n", "\n  ") + ",\n]"
	}
	if value := a.app.App.Options.Get(list); !value.IsAbsent() {
		at = value.At
	}
	span := a.app.Locator.Locate(at)
	offset := tsedit.Offset(a.config, span.Line, span.Column)
	if span.File != a.app.ConfigFile || offset < 0 {
		return nil, fmt.Errorf("%s is declared in %s", list, span.File)
	}
	add, item, other := tsedit.AddElement, element, "the list is not an array literal"
	if at == a.app.App.At {
		add, item, other = tsedit.AddMember, member, "the options are not an object literal"
	}
	edits := add(a.config, offset, item)
	if edits == nil {
		return nil, errors.New(other)
	}
	return edits, nil
}

// refuseTakenWord rejects a name that the code of a file already uses.
func (a *addition) refuseTakenWord(file, text string) error {
	word := a.opts.name.Camel
	if !tsedit.Uses(text, word) {
		return nil
	}
	return cli.Usage(fmt.Sprintf("%s already uses the name %q", file, word), "choose another name")
}

// inWorker registers the capability on a worker with one `use` line. An app without a worker gets its first one.
func (a *addition) inWorker(where registration) error {
	name := a.opts.name
	worker, err := a.chooseWorker(where.worker)
	if err != nil {
		return err
	}
	module := fmt.Sprintf("../%s/%s", where.folder, name.Kebab)
	if worker == nil {
		a.worker = firstWorker
		a.files["src/workers/"+firstWorker+".ts"] = fmt.Appendf(nil,
			"import { defineWorker } from '@svc/sdk';\nimport { %s } from '%s';\n\nconst worker = defineWorker('%s');\n"+
				"worker.use(%s);\n\nexport default worker;\n", name.Camel, module, firstWorker, name.Camel)
		return nil
	}
	a.worker = worker.Worker.ID
	text, err := readSource(a.opts.dir, worker.Path)
	if err != nil {
		return err
	}
	if exported, _ := tsedit.DefaultExport(text); exported == "" {
		return cli.Usage(
			fmt.Sprintf("cannot edit %s safely: its default export is not a name", worker.Path),
			fmt.Sprintf("export a const, or register %s by hand with use", name.Camel),
		)
	}
	if err := a.refuseTakenWord(worker.Path, text); err != nil {
		return err
	}
	a.edits[worker.Path] = []byte(tsedit.Apply(text, tsedit.Use(text, name.Camel, module)...))
	return nil
}

// firstWorker is the name of the worker of an app that has none.
const firstWorker = "main"

// chooseWorker returns the worker of the flag, else the answer of the user, else the one with the most capabilities of
// the kind. It is nil if the app has no worker: each worker is a deployed script, so none is added beside others.
func (a *addition) chooseWorker(kind declared.Kind) (*declared.WorkerFile, error) {
	var workers []*declared.WorkerFile
	var names []string
	usual, most := "", -1
	for _, w := range a.app.Workers {
		if w.Worker == nil {
			continue
		}
		workers, names = append(workers, w), append(names, w.Worker.ID)
		count := 0
		for _, d := range a.app.Declarations {
			if d.Kind == kind && d.Worker != nil && d.Worker.ID == w.Worker.ID {
				count++
			}
		}
		if count > most || count == most && w.Worker.ID == firstWorker {
			usual, most = w.Worker.ID, count
		}
	}
	chosen := a.opts.worker
	if chosen == "" {
		chosen = usual
		if len(workers) > 1 && !a.opts.yes && !a.opts.asJSON && a.opts.env.CanPrompt() {
			var err error
			if chosen, err = cli.NewPrompter(a.opts.env).Ask(cli.Question{
				Flag: "--worker", Text: "Worker", Default: usual, Choices: names,
			}); err != nil {
				return nil, err
			}
		}
	}
	for _, w := range workers {
		if w.Worker.ID == chosen {
			return w, nil
		}
	}
	if chosen == "" {
		return nil, nil
	}
	if len(names) == 0 {
		return nil, cli.Usage(fmt.Sprintf("unknown worker %q: the app has none", chosen), "leave out --worker")
	}
	return nil, cli.Usage(
		fmt.Sprintf("unknown worker %q", chosen), cli.Suggest(chosen, names, "use one of "+strings.Join(names, ", ")),
	)
}
