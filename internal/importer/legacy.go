package importer

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/templates"
)

// legacyApp is app.json (a private app) or public-app.json of platform versions before 2025.2.
type legacyApp struct {
	Name        string             `json:"name"`
	Description string             `json:"description"`
	UID         string             `json:"uid"`
	Scopes      []string           `json:"scopes,omitempty"`
	Public      bool               `json:"public,omitempty"`
	AllowedURLs []string           `json:"allowedUrls,omitempty"`
	Auth        components.AppAuth `json:"auth,omitzero"`
	Support     *manifest.Support  `json:"support,omitempty"`
	Extensions  struct {
		CRM struct {
			Cards []fileReference `json:"cards,omitempty"`
		} `json:"crm,omitzero"`
	} `json:"extensions,omitzero"`
	Webhooks fileReference `json:"webhooks,omitzero"`
}

type fileReference struct {
	File string `json:"file"`
}

// legacyCard is the file of a card.
type legacyCard struct {
	Type string `json:"type"`
	Data struct {
		Title       string        `json:"title"`
		Description string        `json:"description,omitempty"`
		UID         string        `json:"uid"`
		Location    string        `json:"location"`
		Module      fileReference `json:"module"`
		ObjectTypes []struct {
			Name string `json:"name"`
		} `json:"objectTypes"`
	} `json:"data"`
}

// legacyWebhooks is the file of the webhooks.
type legacyWebhooks struct {
	Settings      components.WebhookSettings `json:"settings"`
	Subscriptions map[string][]struct {
		components.WebhookSubscription
		ObjectName string `json:"objectName,omitempty"`
	} `json:"subscriptions"`
}

// legacyFunctions is serverless.json.
type legacyFunctions struct {
	AppFunctions map[string]legacyFunction `json:"appFunctions"`
}

type legacyFunction struct {
	File     string   `json:"file"`
	Secrets  []string `json:"secrets,omitempty"`
	Endpoint *struct {
		Path    string   `json:"path"`
		Method  any      `json:"method,omitempty"`
		Methods []string `json:"methods,omitempty"`
	} `json:"endpoint,omitempty"`
}

// legacy translates a project of an earlier platform version to components. It reports whether the project is one.
func (r *run) legacy(p *project, files []string) (bool, error) {
	at := slices.IndexFunc(files, func(file string) bool {
		return path.Base(file) == "app.json" || path.Base(file) == "public-app.json"
	})
	if at < 0 {
		return false, nil
	}
	doc, app, err := read[legacyApp](r, files[at])
	if err != nil {
		return true, err
	}
	config := components.AppConfig{
		Name: app.Name, Description: app.Description, Distribution: "private", Auth: app.Auth, Support: app.Support,
		PermittedURLs: manifest.PermittedUrls{Fetch: app.AllowedURLs},
	}
	config.Auth.Type, config.Auth.RequiredScopes = "static", append(app.Scopes, app.Auth.RequiredScopes...)
	if path.Base(doc.file) == "public-app.json" {
		config.Auth.Type, config.Distribution = "oauth", "marketplace"
	}
	r.add(p, doc, app.UID, "app", config)
	folder := path.Dir(doc.file)
	for _, reference := range app.Extensions.CRM.Cards {
		if err := r.legacyCard(p, path.Join(folder, reference.File)); err != nil {
			return true, err
		}
	}
	if app.Webhooks.File != "" {
		if err := r.legacyWebhooks(p, path.Join(folder, app.Webhooks.File)); err != nil {
			return true, err
		}
	}
	for _, file := range files {
		if path.Base(file) == "serverless.json" {
			if err := r.legacyFunctions(p, file); err != nil {
				return true, err
			}
		}
	}
	return true, p.validate(r)
}

// read reads a file as a type, and notes its other keys.
func read[T any](r *run, file string) (*document, T, error) {
	var value T
	doc, err := r.document(file)
	if err == nil {
		err = doc.decode(&value)
	}
	if err != nil {
		return nil, value, err
	}
	doc.root.missing("", plain(value), func(member string) {
		r.note(Omitted, &component{doc: doc}, member[1:], noOption)
	})
	return doc, value, nil
}

// add adds a component in the form of the current platform version. In the earlier one a uid is unique among components
// of a type only, and a card needs none.
func (r *run) add(p *project, old *document, uid, kind string, config any) {
	wanted := uid
	if uid == "" {
		wanted = templates.Named(strings.TrimSuffix(path.Base(old.file), path.Ext(old.file))).Kebab
	}
	if slices.ContainsFunc(p.components, func(c *component) bool { return c.UID == wanted && kind != functionType }) {
		wanted += "-" + kind
	}
	if wanted != uid {
		r.note(Changed, &component{UID: uid, doc: old}, "", fmt.Sprintf(
			"uids are unique in a project: the one of this %s becomes %q", kind, wanted))
		uid = wanted
	}
	doc, err := parse(old.file, codegen.JSON(codegen.Metadata{UID: uid, Type: kind, Config: config}))
	if err != nil {
		panic("importer: " + err.Error()) // it was made here
	}
	doc.translated = true
	p.components = append(p.components, &component{UID: uid, Type: kind, doc: doc})
}

func (r *run) legacyCard(p *project, file string) error {
	doc, card, err := read[legacyCard](r, file)
	if err != nil {
		return err
	}
	config := components.CardConfig{
		Name: card.Data.Title, Description: card.Data.Description, Location: card.Data.Location,
		Entrypoint: path.Join("/", relativeTo(p.file.SrcDir, path.Join(path.Dir(file), card.Data.Module.File))),
	}
	for _, one := range card.Data.ObjectTypes {
		config.ObjectTypes = append(config.ObjectTypes, one.Name)
	}
	r.add(p, doc, card.Data.UID, "card", config)
	return nil
}

func (r *run) legacyWebhooks(p *project, file string) error {
	doc, old, err := read[legacyWebhooks](r, file)
	if err != nil {
		return err
	}
	subscriptions := map[string][]components.WebhookSubscription{}
	for _, section := range slices.Sorted(maps.Keys(old.Subscriptions)) {
		for _, one := range old.Subscriptions[section] {
			if one.ObjectName != "" {
				one.ObjectType = one.ObjectName
			}
			subscriptions[section] = append(subscriptions[section], one.WebhookSubscription)
		}
	}
	config := map[string]any{"settings": old.Settings, "subscriptions": subscriptions}
	r.add(p, doc, components.WebhooksUID, "webhooks", config)
	return nil
}

func (r *run) legacyFunctions(p *project, file string) error {
	doc, functions, err := read[legacyFunctions](r, file)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(functions.AppFunctions)) {
		one := functions.AppFunctions[name]
		config := appFunction{
			Entrypoint: relativeTo(p.file.SrcDir, path.Join(path.Dir(file), one.File)), SecretKeys: one.Secrets,
		}
		if one.Endpoint != nil {
			r.note(Omitted, &component{doc: doc}, "appFunctions."+name+".endpoint", fmt.Sprintf(
				"a card backend has no public endpoint such as %s", one.Endpoint.Path))
		}
		r.add(p, doc, name, functionType, config)
	}
	return nil
}

// relativeTo returns a path relative to the source folder.
func relativeTo(folder, file string) string {
	return strings.TrimPrefix(path.Join("/", file), path.Join("/", folder))
}
