package edgefake

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
)

// moduleTypes are the valid content types of a part.
var moduleTypes = map[string]bool{
	"application/javascript+module": true, "application/javascript": true, "application/source-map": true,
	"application/wasm": true, "text/plain": true, "application/octet-stream": true,
}

// maxScript is the maximum size of all modules, in bytes (edge docs, limits).
const maxScript = 64 << 20

// metadata has the members that the API documents. Others are rejected.
type metadata struct {
	MainModule         string                       `json:"main_module"`
	CompatibilityDate  string                       `json:"compatibility_date"`
	CompatibilityFlags []string                     `json:"compatibility_flags"`
	Bindings           []map[string]json.RawMessage `json:"bindings"`
	KeepBindings       []string                     `json:"keep_bindings"`
	Migrations         *migrations                  `json:"migrations"`
	Limits             json.RawMessage              `json:"limits"`
	Observability      json.RawMessage              `json:"observability"`
	Placement          json.RawMessage              `json:"placement"`
	TailConsumers      json.RawMessage              `json:"tail_consumers"`
	Logpush            bool                         `json:"logpush"`
	Tags               []string                     `json:"tags"`
	Annotations        map[string]string            `json:"annotations"`
}

// refusal is the error response to an upload.
type refusal struct {
	status, code int
	message      string
}

func (r *refusal) Error() string { return r.message }

func invalid(code int, format string, args ...any) error {
	return &refusal{http.StatusBadRequest, code, fmt.Sprintf(format, args...)}
}

func (f *Fake) upload(c *call) {
	name := c.r.PathValue("script")
	v, err := f.newVersion(name, c.r)
	var known *refusal
	if errors.As(err, &known) {
		c.refuse(known.status, known.code, known.message)
		return
	}
	c.answer(map[string]any{
		"id": name, "etag": v.etag(), "tag": "tag-of-" + name, "handlers": []string{"fetch"}, "has_modules": true,
		"deployment_id": v.id[:8] + v.id[9:13] + v.id[14:18] + v.id[19:23] + v.id[24:], "startup_time_ms": 7,
	})
}

// newVersion validates a whole upload before it changes anything.
func (f *Fake) newVersion(name string, r *http.Request) (*version, error) {
	if err := checkQuery(r.URL.Query()); err != nil {
		return nil, err
	}
	meta, modules, err := readParts(r)
	if err != nil {
		return nil, err
	}
	old := f.scripts[name]
	after := &script{classes: map[string]bool{}}
	if old != nil {
		copied := *old
		after = &copied
		after.classes = maps.Clone(old.classes)
	}
	if err := after.migrate(meta.Migrations); err != nil {
		return nil, err
	}
	if err := checkModules(meta, modules, after.classes); err != nil {
		return nil, err
	}
	bindings, err := f.bind(name, meta, old, after)
	if err != nil {
		return nil, err
	}
	v := &version{
		main: meta.MainModule, modules: modules, bindings: bindings, limits: meta.Limits,
		compatibilityDate: meta.CompatibilityDate, compatibilityFlags: meta.CompatibilityFlags,
		message: meta.Annotations["workers/message"], tag: meta.Annotations["workers/tag"], cause: "upload",
		migrationTag: after.migrationTag,
	}
	after.tags, after.observed, after.logpush, after.from = meta.Tags, meta.Observability, meta.Logpush, "api"
	f.scripts[name] = after
	f.publish(after, v)
	return v, nil
}

// add adds a version without traffic.
func (f *Fake) add(s *script, v *version) {
	id := f.newID()
	v.id = id[:8] + "-" + id[8:12] + "-" + id[12:16] + "-" + id[16:20] + "-" + id[20:]
	v.created, v.source = f.options.Now(), "api"
	s.versions = append(slices.Clip(s.versions), v)
}

// publish adds a version and sends it all traffic.
func (f *Fake) publish(s *script, v *version) {
	f.add(s, v)
	s.deployments = append(slices.Clip(s.deployments), deployment{
		id: f.newID(), created: v.created, cause: v.cause, message: v.message, shares: []share{{v.id, 100}},
	})
}

func checkQuery(query url.Values) error {
	for name, values := range query {
		switch {
		case name == "excludeScript" && values[0] == "true":
		case name == "bindings_inherit" && values[0] == "strict":
		default:
			return invalid(10026, "unknown query parameter %s=%s", name, values[0])
		}
	}
	return nil
}

func readParts(r *http.Request) (meta metadata, modules map[string]module, err error) {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return meta, nil, invalid(10025, "Content-Type must be multipart/form-data")
	}
	reader := multipart.NewReader(r.Body, parameters["boundary"])
	modules = map[string]module{}
	size := 0
	for number := 0; ; number++ {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return meta, nil, invalid(10025, "invalid multipart body: %v", err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return meta, nil, invalid(10025, "the body is incomplete")
		}
		if number == 0 {
			if err := readMetadata(part, text, &meta); err != nil {
				return meta, nil, err
			}
			continue
		}
		if size += len(text); size > maxScript {
			return meta, nil, &refusal{http.StatusRequestEntityTooLarge, 10027, "Your Worker exceeded the size limit of 64 MiB."}
		}
		if err := addModule(modules, part, text); err != nil {
			return meta, nil, err
		}
	}
	return meta, modules, nil
}

func readMetadata(part *multipart.Part, text []byte, into *metadata) error {
	if part.FormName() != "metadata" || part.FileName() != "" {
		return invalid(10021, "the first part must be metadata, not %q", part.FormName())
	}
	if kind := part.Header.Get("Content-Type"); kind != "" && kind != "application/json" {
		return invalid(10021, "metadata must be application/json, not %s", kind)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return invalid(10021, "metadata: %v", err)
	}
	return nil
}

func addModule(modules map[string]module, part *multipart.Part, text []byte) error {
	name := part.FormName()
	_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	switch {
	case err != nil || name == "" || parameters["filename"] != name:
		return invalid(10021, "a module's name and filename must be the same, not %q and %q", name, parameters["filename"])
	case !moduleTypes[part.Header.Get("Content-Type")]:
		return invalid(10021, "module %q has the unknown type %q", name, part.Header.Get("Content-Type"))
	}
	if _, twice := modules[name]; twice {
		return invalid(10021, "two modules have the name %q", name)
	}
	modules[name] = module{part.Header.Get("Content-Type"), text}
	return nil
}

var isDate = regexp.MustCompile(`^20\d\d-\d\d-\d\d$`)

// checkModules reports the errors that the platform finds when it starts the script.
func checkModules(meta metadata, modules map[string]module, classes map[string]bool) error {
	main, found := modules[meta.MainModule]
	switch {
	case !found:
		return invalid(10021, "main_module %q is not among the modules", meta.MainModule)
	case main.contentType != "application/javascript+module":
		return invalid(10021, "main_module %q is not an ES module", meta.MainModule)
	case !bytes.Contains(main.text, []byte("export")):
		return invalid(10021, "No event handlers were registered. This script does nothing.")
	case !isDate.MatchString(meta.CompatibilityDate):
		return invalid(10021, "compatibility_date %q is not a date", meta.CompatibilityDate)
	case len(meta.Annotations["workers/message"]) > 100 || len(meta.Annotations["workers/tag"]) > 100:
		return invalid(10021, "an annotation has more than 100 characters")
	}
	for annotation := range meta.Annotations {
		if annotation != "workers/message" && annotation != "workers/tag" {
			return invalid(10021, "unknown annotation %q", annotation)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		if !bytes.Contains(main.text, []byte(class)) {
			return invalid(
				10064, "New version of script does not export class '%s' which is depended on by existing Durable Objects.", class,
			)
		}
	}
	return nil
}

// etag returns a digest of the modules and settings of a version.
func (v *version) etag() string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(v.modules)) {
		fmt.Fprintf(hash, "%s %s %d ", name, v.modules[name].contentType, len(v.modules[name].text))
		hash.Write(v.modules[name].text)
	}
	return hex.EncodeToString(hash.Sum(nil))
}
