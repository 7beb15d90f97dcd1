package scaffold

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/scaffold"
)

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
	text = scaffold.AddImport(text, fmt.Sprintf("import { %s } from '%s';", name.Camel, module))
	worker, at := scaffold.DefaultExport(text)
	a.edits[file] = []byte(scaffold.AddStatement(text, at, worker+".use("+name.Camel+");"))
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
	if name, _ := scaffold.DefaultExport(text); name == "" {
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
