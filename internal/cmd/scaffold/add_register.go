package scaffold

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/lazyregexp"
	"github.com/appsvc/svc/internal/scaffold"
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
	imported := fmt.Sprintf("import { %s } from './src/%s/%s';", name.Camel, folders[a.opts.kind], name.Kebab)
	switch a.opts.kind {
	case "object":
		return a.inConfig("objects", name.Camel, imported)
	case "event":
		return a.inConfig("events", name.Camel, imported)
	case "card":
		if err := a.inConfig("cards", a.cardElement(), "import { card } from '@svc/sdk';"); err != nil {
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

// inConfig adds an element to a list of defineApp's options, with its import.
func (a *addition) inConfig(list, element, imported string) error {
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
	if list != "cards" || !importsCard().MatchString(text) {
		text = scaffold.AddImport(text, imported)
	}
	a.edits[file] = []byte(text)
	return nil
}

// oneLine joins the lines of an element.
func oneLine(element string) string { return strings.Join(strings.Fields(element), " ") }

var importsCard = lazyregexp.New(`import\s*\{[^}]*\bcard\b[^}]*\}\s*from\s*['"]@svc/sdk['"]`)

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
	offset := scaffold.Offset(text, span.Line, span.Column)
	if span.File != a.app.ConfigFile || offset < 0 {
		return "", fmt.Errorf("%s is declared in %s", list, span.File)
	}
	if at == a.app.App.At {
		return scaffold.AddMember(text, offset, member)
	}
	return scaffold.AddElement(text, offset, element)
}

// refuseTakenWord rejects a name that the code of a file already uses.
func (a *addition) refuseTakenWord(file, text string) error {
	word := a.opts.name.Camel
	taken := regexp.MustCompile(`(?m)(?:^|[^.\w$])` + word + `(?:[^\w$:]|$)`)
	if !taken.MatchString(scaffold.Mask(text)) {
		return nil
	}
	return cli.Usage(fmt.Sprintf("%s already uses the name %q", file, word), "choose another name")
}
