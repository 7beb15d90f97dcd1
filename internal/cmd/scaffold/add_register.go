package scaffold

import (
	"errors"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/tsedit"
)

// addition collects new files and edits of existing files.
type addition struct {
	opts  *addOptions
	app   *declared.Project
	files map[string][]byte
	edits map[string][]byte
}

func newAddition(opts *addOptions, app *declared.Project) *addition {
	return &addition{opts: opts, app: app, files: map[string][]byte{}, edits: map[string][]byte{}}
}

// folders are the folders of declarations below src, by kind.
var folders = map[string]string{
	"tool": "tools", "card": "backends", "trigger": "triggers", "sync": "syncs", "object": "objects", "event": "events",
}

// register adds the edits that register the declaration.
func (a *addition) register() error {
	name := a.opts.name
	module := fmt.Sprintf("./src/%s/%s", folders[a.opts.kind], name.Kebab)
	switch a.opts.kind {
	case "object":
		return a.inConfig("objects", name.Camel, name.Camel, module)
	case "event":
		return a.inConfig("events", name.Camel, name.Camel, module)
	case "card":
		if err := a.inConfig("cards", a.cardElement(), "card", "@svc/sdk"); err != nil {
			return err
		}
	}
	return a.inWorker()
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
func (a *addition) inConfig(list, element, name, module string) error {
	file := a.app.ConfigFile
	text, err := readSource(a.opts.dir, file)
	if err != nil {
		return err
	}
	if list != "cards" {
		if err := a.refuseTakenWord(file, text); err != nil {
			return err
		}
	}
	text, err = a.addToConfig(text, list, element)
	if err != nil {
		return &cli.Error{
			Code: cli.ExitUsage, What: fmt.Sprintf("cannot edit %s safely", file), Why: err.Error(),
			Fix: fmt.Sprintf(
				"write %s: [] in the options of defineApp and run the command again, or add it by hand: %s", list, oneLine(element),
			),
		}
	}
	a.edits[file] = []byte(tsedit.Apply(text, tsedit.AddImport(text, name, module)...))
	return nil
}

// oneLine joins the lines of an element.
func oneLine(element string) string { return strings.Join(strings.Fields(element), " ") }

func (a *addition) addToConfig(text, list, element string) (string, error) {
	at := a.app.App.At
	member := list + ": [" + element + "]"
	if strings.Contains(element, "\n") {
		member = list + ": [\n  " + strings.ReplaceAll(element, "\n", "\n  ") + ",\n]"
	}
	if value := a.app.App.Options.Get(list); !value.IsAbsent() {
		at = value.At
	}
	span := a.app.Locator.Locate(at)
	offset := tsedit.Offset(text, span.Line, span.Column)
	if span.File != a.app.ConfigFile || offset < 0 {
		return "", fmt.Errorf("%s is declared in %s", list, span.File)
	}
	add, item, other := tsedit.AddElement, element, "the list is not an array literal"
	if at == a.app.App.At {
		add, item, other = tsedit.AddMember, member, "the options are not an object literal"
	}
	edits := add(text, offset, item)
	if edits == nil {
		return "", errors.New(other)
	}
	return tsedit.Apply(text, edits...), nil
}

// refuseTakenWord rejects a name that the code of a file already uses.
func (a *addition) refuseTakenWord(file, text string) error {
	word := a.opts.name.Camel
	if !tsedit.Uses(text, word) {
		return nil
	}
	return cli.Usage(fmt.Sprintf("%s already uses the name %q", file, word), "choose another name")
}

// inWorker registers the capability on a worker with one `use` line, or on a new worker.
func (a *addition) inWorker() error {
	name := a.opts.name
	file, err := a.workerFile()
	if err != nil {
		return err
	}
	module := fmt.Sprintf("../%s/%s", folders[a.opts.kind], name.Kebab)
	if file == "" {
		a.files["src/workers/"+name.Kebab+".ts"] = fmt.Appendf(nil,
			"import { defineWorker } from '@svc/sdk';\nimport { %s } from '%s';\n\n"+
				"export default defineWorker('%s', { use: [%s] });\n",
			name.Camel, module, name.Kebab, name.Camel)
		return nil
	}
	text, err := readSource(a.opts.dir, file)
	if err != nil {
		return err
	}
	if err := a.refuseTakenWord(file, text); err != nil {
		return err
	}
	a.edits[file] = []byte(tsedit.Apply(text, tsedit.Use(text, name.Camel, module)...))
	return nil
}

// workerFile returns the file of the worker to register on, or "" for a new worker. It needs a new worker if the
// default export of the existing one is not a name.
func (a *addition) workerFile() (string, error) {
	var names []string
	var found *declared.WorkerFile
	for _, w := range a.app.Workers {
		if w.Worker == nil {
			continue
		}
		names = append(names, w.Worker.ID)
		if w.Worker.ID == a.opts.worker || a.opts.worker == "" {
			found = w
		}
	}
	switch {
	case a.opts.worker != "" && found == nil:
		return "", cli.Usage(
			fmt.Sprintf("unknown worker %q", a.opts.worker),
			cli.Suggest(a.opts.worker, names, "use one of "+strings.Join(names, ", ")),
		)
	case found == nil || a.opts.worker == "" && len(names) > 1:
		return "", a.refuseTakenWorker(names)
	}
	text, err := readSource(a.opts.dir, found.Path)
	if err != nil {
		return "", err
	}
	if name, _ := tsedit.DefaultExport(text); name == "" {
		if a.opts.worker != "" {
			return "", cli.Usage(
				fmt.Sprintf("cannot edit %s safely: its default export is not a name", found.Path),
				fmt.Sprintf("export a const, or register %s by hand with use", a.opts.name.Camel),
			)
		}
		return "", a.refuseTakenWorker(names)
	}
	return found.Path, nil
}

// refuseTakenWorker rejects a new worker with the name of an existing one.
func (a *addition) refuseTakenWorker(names []string) error {
	for _, name := range names {
		if name == a.opts.name.Kebab {
			return cli.Usage(fmt.Sprintf("worker %q already exists", name), "choose a worker: --worker "+name)
		}
	}
	return nil
}
