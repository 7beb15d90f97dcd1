// This file uploads a script: one multipart body with metadata and modules, deployed at once.

package edgeapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
)

// Types of modules.
const (
	ModuleESM       = "application/javascript+module"
	ModuleSourceMap = "application/source-map"
	ModuleText      = "text/plain"
	ModuleData      = "application/octet-stream"
	ModuleWasm      = "application/wasm"
)

// Module is one part of a script.
type Module struct {
	Name string
	// Type is one of the Module constants.
	Type string
	Text []byte
}

// Upload is a script as it is uploaded.
type Upload struct {
	Metadata Metadata
	Modules  []Module
}

// Metadata is what the platform must know besides the modules. A nil member is left out.
type Metadata struct {
	MainModule         string    `json:"main_module"`
	CompatibilityDate  string    `json:"compatibility_date"`
	CompatibilityFlags []string  `json:"compatibility_flags,omitempty"`
	Bindings           []Binding `json:"bindings"`
	// KeepBindings are the types of bindings that stay as the last version has them: see KeepSecrets.
	KeepBindings  []string       `json:"keep_bindings,omitempty"`
	Migrations    *Migrations    `json:"migrations,omitempty"`
	Limits        *Limits        `json:"limits,omitempty"`
	Observability *Observability `json:"observability,omitempty"`
	// Tags stay with the script: a deploy's own tell whose it is.
	Tags        []string     `json:"tags,omitempty"`
	Annotations *Annotations `json:"annotations,omitempty"`
}

// KeepSecrets are the types of bindings that hold secrets, for Metadata.KeepBindings.
func KeepSecrets() []string { return []string{BindingSecret, "secret_key"} }

// Migrations are steps for the classes of Durable Objects, applied when the script's tag is OldTag.
type Migrations struct {
	OldTag string          `json:"old_tag,omitempty"`
	NewTag string          `json:"new_tag"`
	Steps  []MigrationStep `json:"steps"`
}

// MigrationStep makes or deletes classes. Deleting a class deletes what its objects keep.
type MigrationStep struct {
	NewSQLiteClasses []string `json:"new_sqlite_classes,omitempty"`
	DeletedClasses   []string `json:"deleted_classes,omitempty"`
}

// Limits of one request.
type Limits struct {
	CPUMs int `json:"cpu_ms,omitempty"`
}

// Observability says whether the platform keeps a script's logs.
type Observability struct {
	Enabled bool `json:"enabled"`
}

// Annotations are notes on one version.
type Annotations struct {
	Message string `json:"workers/message,omitempty"`
	Tag     string `json:"workers/tag,omitempty"`
}

// Uploaded is what the platform made of an upload.
type Uploaded struct {
	ETag string
	// VersionID names the new version, as Versions lists it.
	VersionID string
	// StartupMs is how long the script took to start, in milliseconds.
	StartupMs int
}

// Upload makes a new version of a script, or a new script, and sends all traffic to it. A binding of type
// inherit that the last version does not have is refused. With migrations a broken connection is not tried
// again: whether they were applied, Service tells.
func (c *Client) Upload(ctx context.Context, script string, upload Upload) (Uploaded, error) {
	body, contentType, err := upload.encode()
	if err != nil {
		return Uploaded{}, fmt.Errorf("the upload of script %q: %w", script, err)
	}
	var result struct {
		ETag         string `json:"etag"`
		DeploymentID string `json:"deployment_id"`
		StartupMs    int    `json:"startup_time_ms"`
	}
	err = c.call(ctx, request{
		method: http.MethodPut, path: c.scriptPath(script, "?excludeScript=true&bindings_inherit=strict"),
		body: body, contentType: contentType, timeout: uploadTimeout,
		once: upload.Metadata.Migrations != nil, secrets: upload.secrets(),
	}, &result)
	return Uploaded{ETag: result.ETag, VersionID: hyphened(result.DeploymentID), StartupMs: result.StartupMs}, err
}

// secrets are the texts that no error may repeat.
func (u Upload) secrets() []string {
	var texts []string
	for _, binding := range u.Metadata.Bindings {
		if binding.Type == BindingSecret && binding.Text != nil {
			texts = append(texts, *binding.Text)
		}
	}
	return texts
}

// encode writes the body. The order of its parts and its boundary depend on the content alone, so that
// the same upload has the same bytes.
func (u Upload) encode() (body []byte, contentType string, err error) {
	metadata, err := json.Marshal(u.Metadata)
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.SetBoundary(u.boundary(metadata)); err != nil {
		return nil, "", err
	}
	if err := writePart(w, `form-data; name="metadata"`, "application/json", metadata); err != nil {
		return nil, "", err
	}
	for _, module := range u.Modules {
		if strings.ContainsAny(module.Name, "\"\\\r\n") {
			return nil, "", fmt.Errorf("module name %q: quotes, backslashes and line breaks cannot be in it", module.Name)
		}
		disposition := fmt.Sprintf(`form-data; name="%s"; filename="%s"`, module.Name, module.Name)
		if err := writePart(w, disposition, module.Type, module.Text); err != nil {
			return nil, "", err
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", err
	}
	return b.Bytes(), w.FormDataContentType(), nil
}

func writePart(w *multipart.Writer, disposition, contentType string, text []byte) error {
	part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {contentType}})
	if err != nil {
		return err
	}
	_, err = part.Write(text)
	return err
}
