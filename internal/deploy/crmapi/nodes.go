package crmapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/platform"
)

// uploadRequest is the part uploadRequest of an upload.
type uploadRequest struct {
	Nodes          map[string]node `json:"intermediateNodesIndexedByUid"`
	ProfileData    json.RawMessage `json:"profileData"`
	Project        string          `json:"projectName"`
	Message        string          `json:"buildMessage"`
	SkipAutoDeploy bool            `json:"skipAutoDeploy"`
}

// noProfile declares no variables of a project profile: each environment is a separate project.
var noProfile = json.RawMessage(`{"vars":{"profileVariables":{}}}`)

// node is one component in the platform's form: what the vendor's parser reads from a metadata file.
type node struct {
	UID          string                     `json:"uid"`
	Config       json.RawMessage            `json:"config"`
	Type         string                     `json:"componentType"`
	Dependencies map[string]json.RawMessage `json:"componentDeps"`
	MetaFile     string                     `json:"metaFilePath"`
	Files        struct{}                   `json:"files"`
	Permissions  json.RawMessage            `json:"permissions,omitempty"`
}

// metaFile is the file that declares a component.
type metaFile struct {
	UID          string                     `json:"uid"`
	Type         string                     `json:"type"`
	Config       json.RawMessage            `json:"config"`
	Dependencies map[string]json.RawMessage `json:"dependencies"`
	Permissions  json.RawMessage            `json:"permissions"`
}

// deepest is how many folders deep a metadata file may be: app, and one for its type (vendor's parser).
const deepest = 2

const (
	appType       = "app"
	appObjectType = "app-object"
)

// componentTypes are the types whose name in uploads is not just the name in capitals.
var componentTypes = map[string]string{
	appType: "APPLICATION", "scim": "SCIM_INTEGRATION", "telemetry": "TELEMETRY_CONFIG", "pages": "PAGE",
}

// readNodes returns the components of the app. The files are by their path below the folder of sources.
func readNodes(profile *platform.Profile, files map[string][]byte) (map[string]node, error) {
	metas := map[string]metaFile{}
	app, objects := "", []string{}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(file, profile.MetaFileSuffix) {
			continue
		}
		if strings.Count(file, "/") > deepest {
			return nil, fmt.Errorf(
				"cannot upload %s: the platform ignores components that are more than %d folders deep", file, deepest,
			)
		}
		var meta metaFile
		if err := json.Unmarshal(files[file], &meta); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if meta.UID == "" || meta.Type == "" {
			return nil, fmt.Errorf("invalid component %s: expected a uid and a type", file)
		}
		metas[file] = meta
		switch meta.Type {
		case appType:
			app = meta.UID
		case appObjectType:
			objects = append(objects, meta.UID)
		}
	}
	if app == "" {
		return nil, errors.New("the project has no component of type app")
	}
	nodes := map[string]node{}
	for _, file := range slices.Sorted(maps.Keys(metas)) {
		meta := metas[file]
		if earlier, taken := nodes[meta.UID]; taken {
			return nil, fmt.Errorf("%s and %s have the same uid %q", earlier.MetaFile, file, meta.UID)
		}
		nodes[meta.UID] = newNode(file, meta, app, objects)
	}
	return nodes, nil
}

func newNode(file string, meta metaFile, app string, objects []string) node {
	dependencies := maps.Clone(meta.Dependencies)
	if dependencies == nil {
		dependencies = map[string]json.RawMessage{}
	}
	if meta.Type != appType {
		dependencies["app"] = encode(app)
		if meta.Type != appObjectType {
			dependencies["allAppObjects"] = encode(objects)
		}
	}
	kind := componentTypes[meta.Type]
	if kind == "" {
		kind = strings.ToUpper(strings.ReplaceAll(meta.Type, "-", "_"))
	}
	return node{
		UID: meta.UID, Config: meta.Config, Type: kind, Dependencies: dependencies,
		MetaFile: path.Clean(file), Permissions: meta.Permissions,
	}
}

// encode returns one or several uids as JSON. Strings always marshal.
func encode(v any) json.RawMessage {
	text, _ := json.Marshal(v)
	return text
}
