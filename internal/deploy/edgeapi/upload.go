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
)

// Module is one part of a script.
type Module struct {
	Name string
	// Type is one of the Module constants.
	Type string
	Text []byte
}

// Upload is a script to upload.
type Upload struct {
	Metadata Metadata
	Modules  []Module
}

// Metadata describes a script besides its modules. A nil member is omitted.
type Metadata struct {
	MainModule         string    `json:"main_module"`
	CompatibilityDate  string    `json:"compatibility_date"`
	CompatibilityFlags []string  `json:"compatibility_flags,omitempty"`
	Bindings           []Binding `json:"bindings"`
	// KeepBindings are the types of bindings that the new version takes from the last one: see KeepSecrets.
	KeepBindings  []string       `json:"keep_bindings,omitempty"`
	Migrations    *Migrations    `json:"migrations,omitempty"`
	Limits        *Limits        `json:"limits,omitempty"`
	Observability *Observability `json:"observability,omitempty"`
	// Tags stay with the script. Those of a deploy identify its owner.
	Tags        []string     `json:"tags,omitempty"`
	Annotations *Annotations `json:"annotations,omitempty"`
}

// KeepSecrets returns the types of secret bindings, for Metadata.KeepBindings.
func KeepSecrets() []string { return []string{BindingSecret, "secret_key"} }

// Migrations are steps for the classes of Durable Objects. They apply when the script's tag is OldTag.
type Migrations struct {
	OldTag string          `json:"old_tag,omitempty"`
	NewTag string          `json:"new_tag"`
	Steps  []MigrationStep `json:"steps"`
}

// MigrationStep creates or deletes classes. Deleting a class deletes the data of its objects.
type MigrationStep struct {
	NewSQLiteClasses []string `json:"new_sqlite_classes,omitempty"`
	DeletedClasses   []string `json:"deleted_classes,omitempty"`
}

// Limits are the limits of one request.
type Limits struct {
	CPUMs int `json:"cpu_ms,omitempty"`
}

// Observability enables the platform's log storage for a script.
type Observability struct {
	Enabled bool `json:"enabled"`
}

// Annotations describe one version.
type Annotations struct {
	Message string `json:"workers/message,omitempty"`
	Tag     string `json:"workers/tag,omitempty"`
}

// Uploaded is the result of an upload.
type Uploaded struct {
	ETag string
	// VersionID is the id of the new version.
	VersionID string
	// StartupMs is how long the script took to start, in milliseconds.
	StartupMs int
}

// Upload creates a new version of a script, or a new script, and sends all traffic to it. The API rejects a binding of
// type inherit that the last version lacks. With migrations it is not retried after a broken connection: Service shows
// whether they were applied.
func (c *Client) Upload(ctx context.Context, script string, upload Upload) (Uploaded, error) {
	body, contentType, err := upload.encode()
	if err != nil {
		return Uploaded{}, fmt.Errorf("cannot upload script %q: %w", script, err)
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

// UploadVersion creates a new version of an existing script without traffic, and returns its id. The API rejects
// migrations, tags and other settings that belong to no version. It is not retried after a broken connection: Versions
// shows whether it took effect.
func (c *Client) UploadVersion(ctx context.Context, script string, upload Upload) (string, error) {
	body, contentType, err := upload.encode()
	if err != nil {
		return "", fmt.Errorf("cannot upload script %q: %w", script, err)
	}
	var result struct {
		ID string `json:"id"`
	}
	err = c.call(ctx, request{
		method: http.MethodPost, path: c.scriptPath(script, "/versions?bindings_inherit=strict"),
		body: body, contentType: contentType, timeout: uploadTimeout, secrets: upload.secrets(),
	}, &result)
	return hyphened(result.ID), err
}

// secrets returns the texts that errors must not contain.
func (u Upload) secrets() []string {
	var texts []string
	for _, binding := range u.Metadata.Bindings {
		if binding.Type == BindingSecret && binding.Text != nil {
			texts = append(texts, *binding.Text)
		}
	}
	return texts
}

// encode returns the multipart body: metadata, then modules. The same upload has the same bytes.
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
			return nil, "", fmt.Errorf("invalid module name %q: it has quotes, backslashes or line breaks", module.Name)
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
