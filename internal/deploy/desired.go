package deploy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/platform"
)

// uploadForm is the version of the upload format. A new version makes every script differ.
const uploadForm = 1

// desired is the state that a deploy should reach: the build with digests of its scripts.
type desired struct {
	// scripts are the app worker, then the user workers by name.
	scripts []target
	source  crmapi.Source
	files   map[string][]byte // of the CRM project
	output  *build.Output
}

// target is a script to deploy.
type target struct {
	*edge.Script
	digest string
}

func newDesired(profile *platform.Profile, output *build.Output) (*desired, error) {
	d := &desired{output: output, files: map[string][]byte{}}
	for i := range output.Scripts {
		script := &output.Scripts[i]
		d.scripts = append(d.scripts, target{script, scriptDigest(script)})
	}
	for _, file := range output.CRM.Files {
		d.files[file.Path] = file.Data
	}
	var err error
	if d.source, err = crmapi.ReadSource(profile, d.files); err != nil {
		return nil, fmt.Errorf("cannot upload the CRM project: %w", err)
	}
	return d, nil
}

func (d *desired) app() *target { return &d.scripts[0] }

func (d *desired) workers() []target { return d.scripts[1:] }

// find returns the named script, or nil.
func (d *desired) find(name string) *target {
	for i := range d.scripts {
		if d.scripts[i].Name == name {
			return &d.scripts[i]
		}
	}
	return nil
}

// digest returns a digest of the build.
func (d *desired) digest() string {
	hash := sha256.New()
	for _, s := range d.scripts {
		fmt.Fprintln(hash, s.Name, s.digest, s.Crons, s.Secrets)
	}
	fmt.Fprintln(hash, d.source.Digest())
	return hex.EncodeToString(hash.Sum(nil))
}

// placeholders returns the placeholder addresses in the CRM project. A project with placeholders must not be uploaded.
func (d *desired) placeholders() []string {
	var found []string
	for _, s := range d.scripts {
		address := codegen.Placeholder(s.Name)
		for path, text := range d.files {
			if strings.Contains(string(text), address) {
				found = append(found, address+" in "+path)
			}
		}
	}
	slices.Sort(found)
	return found
}

// needsSeal reports whether the app worker stores tokens.
func (d *desired) needsSeal() bool {
	return slices.ContainsFunc(
		d.app().Secrets, func(name string) bool { return strings.HasPrefix(name, edge.SealKeyPrefix) },
	)
}

// scriptDigest returns a digest of a script's modules, bindings and classes. It omits the deploy's id and secrets,
// which differ between equal scripts. Schedules are compared separately.
func scriptDigest(s *edge.Script) string {
	hash := sha256.New()
	fmt.Fprintln(hash, uploadForm, s.CompatibilityDate, s.Flags)
	for _, module := range s.Modules {
		fmt.Fprintln(hash, module.Name, len(module.Text))
		hash.Write(module.Text)
	}
	hash.Write(s.SourceMap)
	for _, b := range s.Bindings {
		if b.Kind != edge.Secret && b.Name != edge.DeployID {
			text, _ := json.Marshal(b) // plain data always marshals
			hash.Write(text)
		}
	}
	if n := len(s.Migrations); n > 0 {
		fmt.Fprintln(hash, s.Migrations[n-1].Tag)
	}
	return hex.EncodeToString(hash.Sum(nil))[:32]
}
