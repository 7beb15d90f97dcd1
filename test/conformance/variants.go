package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/declared"
	devhost "github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/sdk"
)

// Variant is an app with its bindings.
type Variant struct {
	Name     string
	App      *App
	Bindings map[string]string
}

// App is a fixture app, built.
type App struct {
	// Dir is its folder, absolute.
	Dir      string
	Profile  *platform.Profile
	Declared *declared.Declaration
	// Manifest is the project's manifest and ProfileText the profile, both as JSON.
	Manifest, ProfileText []byte
	StaticAuth            bool
	Workers               []Worker
	// Modules are the output of svc build by worker. The app worker has the key "".
	Modules map[string][]edge.Module
	// Flags are the compatibility flags of the user workers.
	Flags []string
}

// Worker is one of an app's workers.
type Worker struct {
	Name string
	File string
	// Built is the worker for goja: minified as in production.
	Built *project.Worker
}

// The default bindings of every variant. The spec lists the names under Reserved bindings.
const (
	clientIDValue     = "conformance-client"
	clientSecretValue = "conformance-client-secret"
	accessTokenValue  = "conformance-access-token"
	keyID             = "test"
	environmentValue  = "test"
	controlKeyValue   = "conformance-control-key-of-32-characters"
	// sealKeyValue is 32 bytes, base64.
	sealKeyValue = "Y29uZm9ybWFuY2Utc2VhbC1rZXktMzItYnl0ZXMtISE="
)

func defaultBindings(name string) map[string]string {
	return map[string]string{
		"CRM_CLIENT_ID": clientIDValue, "CRM_CLIENT_SECRET": clientSecretValue, "CRM_ACCESS_TOKEN": accessTokenValue,
		"SVC_CONTROL_KEY_" + keyID: controlKeyValue, "SVC_SEAL_KEY_" + keyID: sealKeyValue,
		"SVC_PROJECT_ID": name, "SVC_ENVIRONMENT": environmentValue, "SVC_DEPLOY_ID": "deploy-1",
		"SVC_CRM_PROJECT": name,
	}
}

// LoadVariants reads dir/variants.json and builds its apps once for both hosts. It builds the wanted names, or all
// when wanted is nil.
func LoadVariants(ctx context.Context, dir string, wanted []string) ([]*Variant, error) {
	text, err := os.ReadFile(filepath.Join(dir, "variants.json"))
	if err != nil {
		return nil, err
	}
	var table map[string]struct {
		Project  string
		Bindings map[string]*string
	}
	if err := json.Unmarshal(text, &table); err != nil {
		return nil, fmt.Errorf("variants.json: %w", err)
	}
	apps := map[string]*App{}
	var variants []*Variant
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if wanted != nil && !slices.Contains(wanted, name) {
			continue
		}
		entry := table[name]
		if apps[entry.Project] == nil {
			if apps[entry.Project], err = buildApp(ctx, filepath.Join(dir, entry.Project)); err != nil {
				return nil, fmt.Errorf("variant %s: %w", name, err)
			}
		}
		v := &Variant{Name: name, App: apps[entry.Project], Bindings: defaultBindings(name)}
		if !v.App.StaticAuth {
			delete(v.Bindings, "CRM_ACCESS_TOKEN")
		}
		for binding, value := range entry.Bindings {
			if value == nil {
				delete(v.Bindings, binding)
			} else {
				v.Bindings[binding] = *value
			}
		}
		variants = append(variants, v)
	}
	return variants, nil
}

// profileName returns the profile that a project's svc.platform.json selects.
func profileName(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "svc.platform.json"))
	if errors.Is(err, os.ErrNotExist) {
		return platform.DefaultProfile, nil
	}
	if err != nil {
		return "", err
	}
	var file struct{ Profile string }
	if err := json.Unmarshal(text, &file); err != nil {
		return "", fmt.Errorf("svc.platform.json: %w", err)
	}
	return file.Profile, nil
}

func buildApp(ctx context.Context, dir string) (*App, error) {
	name, err := profileName(dir)
	if err != nil {
		return nil, err
	}
	options := project.Options{Dir: dir, Profile: name, Manifest: true}
	p, err := project.Load(ctx, options)
	if err != nil {
		return nil, err
	}
	for _, problem := range p.Problems {
		return nil, fmt.Errorf("cannot load %s: %+v", dir, problem)
	}
	a := &App{Dir: dir, Declared: p.App}
	if a.ProfileText, err = sdk.Profiles.ReadFile("src/profiles/" + name + ".json"); err != nil {
		return nil, err
	}
	if a.Profile, err = platform.DecodeProfile(a.ProfileText); err != nil {
		return nil, err
	}
	for _, file := range p.Workers {
		if file.Worker == nil {
			return nil, fmt.Errorf("%s declares no worker", file.Path)
		}
		built, err := devhost.BuildWorker(ctx, options, p, file.Path)
		if err != nil {
			return nil, err
		}
		a.Workers = append(a.Workers, Worker{Name: file.Worker.ID, File: file.Path, Built: built})
	}
	// The edge engine runs the files that a deploy uploads.
	output, err := build.Build(ctx, build.Options{Dir: dir, Profile: name, Project: p})
	if err != nil {
		return nil, err
	}
	a.Manifest, a.Modules = output.Manifest, map[string][]edge.Module{}
	for _, script := range output.Scripts {
		a.Modules[script.Worker] = script.Modules
		if !script.IsApp() {
			a.Flags = script.Flags
		}
	}
	var manifest struct{ App struct{ Auth string } }
	if err := json.Unmarshal(a.Manifest, &manifest); err != nil {
		return nil, err
	}
	a.StaticAuth = manifest.App.Auth == "static"
	return a, nil
}
