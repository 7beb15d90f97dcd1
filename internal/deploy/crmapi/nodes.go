// This file reads the components of a project into the form in which the platform takes them: what the
// vendor's own parser makes of the metadata files.

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

// uploadRequest is the part of that name in an upload.
type uploadRequest struct {
	Nodes          map[string]node `json:"intermediateNodesIndexedByUid"`
	ProfileData    json.RawMessage `json:"profileData"`
	Project        string          `json:"projectName"`
	Message        string          `json:"buildMessage"`
	SkipAutoDeploy bool            `json:"skipAutoDeploy"`
}

// noProfile says that no variables of a project profile are used: environments are projects of their own.
var noProfile = json.RawMessage(`{"vars":{"profileVariables":{}}}`)

// node is one component.
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

// deepest is how many folders a metadata file may lie in: app, and one for its type (vendor's parser).
const deepest = 2

const (
	appType       = "app"
	appObjectType = "app-object"
)

// componentTypes are those whose name in uploads is not just their own in capitals.
var componentTypes = map[string]string{
	appType: "APPLICATION", "scim": "SCIM_INTEGRATION", "telemetry": "TELEMETRY_CONFIG", "pages": "PAGE",
}

// readNodes reads all metadata files of the app; files are by their path below the folder of sources.
func readNodes(profile *platform.Profile, files map[string][]byte) (map[string]node, error) {
	metas := map[string]metaFile{}
	app, objects := "", []string{}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(file, profile.MetaFileSuffix) {
			continue
		}
		if strings.Count(file, "/") > deepest {
			return nil, fmt.Errorf("%s lies too deep: the platform would leave the component out", file)
		}
		var meta metaFile
		if err := json.Unmarshal(files[file], &meta); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if meta.UID == "" || meta.Type == "" {
			return nil, fmt.Errorf("%s: a component has a uid and a type", file)
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
			return nil, fmt.Errorf("%s has the uid %q of %s", file, meta.UID, earlier.MetaFile)
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

// encode is a uid, or some, as JSON; strings always marshal.
func encode(v any) json.RawMessage {
	text, _ := json.Marshal(v)
	return text
}
