package importer

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/templates"
)

// workerName is the name of the one worker of an imported app.
const workerName = "main"

// config is the app definition.
type config struct {
	app      object
	webhooks object
	objects  []appObject
	cards    []object
	servers  []any
	// lists are the declarations in files of their own, by their option in defineApp.
	lists map[string][]named
	// imports are the import statements of these files.
	imports []string
}

// module is a declaration in a file of its own.
type module struct {
	named
	// folder is that of the file, in src. function is the SDK's that declares.
	folder, function string
	options          object
	// imports are other functions of the SDK that the options use.
	imports []string
}

// configFolders are the folders of declarations by their option in defineApp.
var configFolders = map[string]string{"objects": "objects", "objectAssociations": "associations", "events": "events"}

// add lists a declaration in an option of defineApp.
func (c *config) add(option string, name named) {
	if c.lists == nil {
		c.lists = map[string][]named{}
	}
	c.lists[option] = append(c.lists[option], name)
	statement := fmt.Sprintf("import { %s } from './src/%s/%s';\n", name.word, configFolders[option], name.id)
	c.imports = append(c.imports, statement)
}

// capability writes a capability that the worker registers, with a comment about the endpoint that served it before.
func (r *run) capability(m module, endpoint string) {
	r.worker = append(r.worker, m)
	r.module(m, "// Before the import, "+comment(publicPart(endpoint))+" served it.\n")
}

// module writes the file of a declaration, with a comment above it.
func (r *run) module(m module, head string) {
	words := append([]string{m.function}, m.imports...)
	slices.Sort(words)
	body := literal(callOf{m.function, []any{m.id, m.options}}, "", len("export const  = ")+len(m.word))
	r.out.Files["src/"+m.folder+"/"+m.id+".ts"] = fmt.Appendf(
		nil, "import { %s } from '@svc/sdk';\n\n%sexport const %s = %s;\n", strings.Join(words, ", "), head, m.word, body)
}

// stub returns a handler from a format with the message that names the old endpoint.
func stub(name named, format, endpoint string) code {
	message := name.id + " is not implemented: port it from " + comment(publicPart(endpoint))
	return code(fmt.Sprintf(format, templates.Quote(message)))
}

// throwing returns a handler that fails, so that the caller tries again later.
func throwing(name named, endpoint string) code {
	return stub(name, "() => {\n    throw new Error(%s);\n  }", endpoint)
}

// publicPart returns a URL without what may be secret: credentials, query and fragment. Other texts are unchanged.
func publicPart(endpoint string) string {
	u, err := url.Parse(comment(endpoint))
	if err != nil || u.Host == "" {
		before, _, _ := strings.Cut(strings.ReplaceAll(endpoint, "#", "?"), "?")
		return before[strings.LastIndexByte(before, '@')+1:]
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// write writes svc.config.ts and the worker.
func (r *run) write() {
	c := &r.config
	o, words := c.app, []string{"defineApp"}
	for _, option := range []string{"objects", "objectAssociations", "events"} {
		var list []any
		for _, name := range c.lists[option] {
			list = append(list, code(name.word))
		}
		o.set(option, list)
	}
	var cards []any
	for _, card := range c.cards {
		cards = append(cards, callOf{"card", []any{card}})
	}
	if len(cards) > 0 {
		words = append(words, "card")
	}
	if len(c.servers) > 0 {
		words = append(words, "mcpServer")
	}
	o.set("cards", cards)
	o.set("mcpServers", c.servers)
	o.set("webhooks", c.webhooks)
	slices.Sort(words)
	r.out.Files["svc.config.ts"] = fmt.Appendf(nil, "import { %s } from '@svc/sdk';\n%s\nexport default defineApp(%s);\n",
		strings.Join(words, ", "), strings.Join(c.imports, ""), literal(o, "", longestLine))

	if len(r.worker) == 0 {
		return // a worker without capabilities would be a script without a purpose
	}
	var text strings.Builder
	text.WriteString("import { defineWorker } from '@svc/sdk';\n")
	for _, one := range r.worker {
		fmt.Fprintf(&text, "import { %s } from '../%s/%s';\n", one.word, one.folder, one.id)
	}
	fmt.Fprintf(&text, "\nconst worker = defineWorker('%s');\n", workerName)
	for _, one := range r.worker {
		fmt.Fprintf(&text, "worker.use(%s);\n", one.word)
	}
	text.WriteString("\nexport default worker;\n")
	r.out.Files["src/workers/"+workerName+".ts"] = []byte(text.String())
}
