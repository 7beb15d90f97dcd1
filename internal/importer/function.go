package importer

import (
	"cmp"
	"fmt"
	"path"
	"strings"
)

// appFunction is the configuration of a serverless function. svc makes no such component.
type appFunction struct {
	Entrypoint string `json:"entrypoint"`
	Endpoint   *struct {
		Path    string   `json:"path"`
		Methods []string `json:"methods"`
	} `json:"endpoint,omitempty"`
	SecretKeys []string `json:"secretKeys"`
}

// importFunctions writes a card backend for each serverless function.
func importFunctions(r *run) error {
	for _, c := range r.of(functionType) {
		config, err := take[appFunction](r, c)
		if err != nil {
			return err
		}
		source := path.Join(r.project.file.SrcDir, path.Join("/", config.Entrypoint))
		r.importFunction(c, c.UID, source)
		if config.Endpoint != nil {
			r.note(Omitted, c, "config.endpoint", fmt.Sprintf("a card backend has no public endpoint such as %s %s",
				strings.Join(config.Endpoint.Methods, ", "), config.Endpoint.Path))
		}
		r.noteSecrets(c, "config.secretKeys", config.SecretKeys)
	}
	return nil
}

// importFunction writes the card backend of a function.
func (r *run) importFunction(c *component, title, source string) {
	name := r.names.of("backend", title)
	source = cmp.Or(source, "the old function")
	o := object{{"label", title}, {"handler", throwing(name, source)}}
	r.capability(module{name, "backends", "cardBackend", o, nil}, source)
	r.note(Changed, c, "", fmt.Sprintf(
		"the function becomes the card backend %q, which cards call with callBackend", name.id))
}

// noteSecrets notes the secrets that handlers read from ctx.env.
func (r *run) noteSecrets(c *component, member string, secrets []string) {
	if len(secrets) > 0 {
		r.note(Changed, c, member, "handlers read secrets from ctx.env; set them with 'svc secrets set': "+
			strings.Join(secrets, ", "))
	}
}
