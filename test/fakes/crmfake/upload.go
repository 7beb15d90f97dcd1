package crmfake

import (
	"archive/zip"
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
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/platform"
)

func platformDefault() string  { return platform.LatestVersion }
func activeVersions() []string { return platform.KnownVersions() }

// uploadRequest has the valid members of the part with that name.
type uploadRequest struct {
	Nodes          map[string]node `json:"intermediateNodesIndexedByUid"`
	ProfileData    json.RawMessage `json:"profileData"`
	Project        string          `json:"projectName"`
	Message        string          `json:"buildMessage"`
	SkipAutoDeploy *bool           `json:"skipAutoDeploy"`
}

type node struct {
	UID          string                     `json:"uid"`
	Config       json.RawMessage            `json:"config"`
	Type         string                     `json:"componentType"`
	Dependencies map[string]json.RawMessage `json:"componentDeps"`
	MetaFile     string                     `json:"metaFilePath"`
	Files        map[string]any             `json:"files"`
	Permissions  json.RawMessage            `json:"permissions"`
}

// types are the component types that this tool uploads.
var types = map[string]bool{
	"APPLICATION": true, "CARD": true, "SETTINGS": true, "PAGE": true, "APP_OBJECT": true, "APP_OBJECT_ASSOCIATION": true,
	"APP_EVENT": true, "WORKFLOW_ACTION": true, "WEBHOOKS": true, "MCP_SERVER": true, "TELEMETRY_CONFIG": true,
}

func (f *Fake) upload(c *call) {
	parts, err := readParts(c.r)
	if err != nil {
		c.refuse(http.StatusBadRequest, "", err.Error())
		return
	}
	var in uploadRequest
	decoder := json.NewDecoder(bytes.NewReader(parts["uploadRequest"]))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		c.refuse(http.StatusBadRequest, "", "uploadRequest: "+err.Error())
		return
	}
	version := string(parts["platformVersion"])
	files, err := unzip(parts["projectFilesZip"])
	if err == nil {
		err = f.check(in, files)
	}
	p := f.projects[in.Project]
	switch {
	case err != nil:
		c.refuse(http.StatusBadRequest, "", err.Error())
	case !slices.Contains(activeVersions(), version):
		c.refuse(
			http.StatusBadRequest, "PlatformVersionErrorType.PLATFORM_VERSION_SPECIFIED_DOES_NOT_EXIST",
			"Platform version "+version+" does not exist.",
		)
	case p == nil:
		c.refuse(
			http.StatusNotFound, "BuildPipelineErrorType.MISSING_PROJECT_PROVISION", "Project "+in.Project+" does not exist.",
		)
	case f.busy(p):
		c.refuse(
			http.StatusConflict, "BuildPipelineErrorType.PROJECT_LOCKED",
			"The project is locked by a build or deploy that runs.",
		)
		f.advance(p)
	default:
		b := &build{
			id: int64(len(p.builds) + 1), message: in.Message, platformVersion: version, digest: digest(files),
			zipped: parts["projectFilesZip"], components: map[string]string{}, failures: f.orders.takeFailures(),
		}
		for uid, n := range in.Nodes {
			b.components[uid] = n.Type
		}
		p.builds = append(p.builds, b)
		c.answer(http.StatusOK, map[string]any{"createdBuildId": b.id})
	}
}

func readParts(r *http.Request) (map[string][]byte, error) {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return nil, errors.New("the body must be multipart/form-data")
	}
	parts := map[string][]byte{}
	for reader := multipart.NewReader(r.Body, parameters["boundary"]); ; {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("invalid multipart body: %w", err)
		}
		name := part.FormName()
		if _, twice := parts[name]; twice ||
			name != "projectFilesZip" && name != "platformVersion" && name != "uploadRequest" {
			return nil, fmt.Errorf("part %q is unknown or repeated", name)
		}
		if (name == "projectFilesZip") != (part.FileName() != "") {
			return nil, fmt.Errorf("part %q: only the zip has a file name", name)
		}
		if parts[name], err = io.ReadAll(part); err != nil {
			return nil, errors.New("the body is incomplete")
		}
	}
	if len(parts) != 3 {
		return nil, fmt.Errorf("an upload has three parts, not %d", len(parts))
	}
	return parts, nil
}

func unzip(text []byte) (map[string][]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, fmt.Errorf("projectFilesZip is not a zip: %w", err)
	}
	files := map[string][]byte{}
	for _, entry := range archive.File {
		file, err := entry.Open()
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(file)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(entry.Name, "/") || strings.Contains(entry.Name, "..") || strings.Contains(entry.Name, "\\") {
			return nil, fmt.Errorf("unexpected %q in the zip", entry.Name)
		}
		files[entry.Name] = content
	}
	return files, nil
}

var isUID = regexp.MustCompile(`^[a-zA-Z0-9_\-.]{1,64}$`)

// check compares the upload request with the files.
func (f *Fake) check(in uploadRequest, files map[string][]byte) error {
	var profiles struct {
		Vars struct {
			Variables map[string]any `json:"profileVariables"`
		} `json:"vars"`
	}
	switch err := json.Unmarshal(in.ProfileData, &profiles); {
	case err != nil || profiles.Vars.Variables == nil:
		return errors.New("profileData must hold vars.profileVariables")
	case in.SkipAutoDeploy == nil:
		return errors.New("skipAutoDeploy is missing")
	case files[f.options.Profile.ProjectFile] != nil:
		return fmt.Errorf("the zip holds %s: it must hold the folder of sources alone", f.options.Profile.ProjectFile)
	}
	metas := 0
	for path := range files {
		if strings.HasSuffix(path, f.options.Profile.MetaFileSuffix) {
			metas++
		}
	}
	if metas != len(in.Nodes) || metas == 0 {
		return fmt.Errorf("the zip has %d components, the request %d", metas, len(in.Nodes))
	}
	for uid, n := range in.Nodes {
		if err := checkNode(uid, n, files, in.Nodes); err != nil {
			return fmt.Errorf("component %q: %w", uid, err)
		}
	}
	return nil
}

func checkNode(uid string, n node, files map[string][]byte, all map[string]node) error {
	var declared struct {
		UID    string `json:"uid"`
		Type   string `json:"type"`
		Config any    `json:"config"`
	}
	var config any
	switch {
	case n.UID != uid || !isUID.MatchString(uid):
		return errors.New("the uid is missing or differs from the key")
	case !types[n.Type]:
		return fmt.Errorf("unknown componentType %q", n.Type)
	case n.Files == nil || n.Dependencies == nil:
		return errors.New("files or componentDeps is missing")
	case json.Unmarshal(files[n.MetaFile], &declared) != nil || declared.UID != uid:
		return fmt.Errorf("%q does not declare it", n.MetaFile)
	case json.Unmarshal(n.Config, &config) != nil || !reflect.DeepEqual(config, declared.Config):
		return errors.New("the config differs from the file")
	}
	if n.Type == "APPLICATION" {
		return nil
	}
	var app string
	if json.Unmarshal(n.Dependencies["app"], &app) != nil || all[app].Type != "APPLICATION" {
		return errors.New("componentDeps.app does not name an app")
	}
	return nil
}

func digest(files map[string][]byte) string {
	hash := sha256.New()
	for _, path := range sortedKeys(files) {
		fmt.Fprintf(hash, "%s %d ", path, len(files[path]))
		hash.Write(files[path])
	}
	return hex.EncodeToString(hash.Sum(nil)[:6])
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
