// Package install tests the artifacts of a release as a stranger gets them: from servers, into an empty folder.
package install

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// Registry is an npm registry that only reads. It has one version of each package.
type Registry struct {
	packages map[string]*published

	mu        sync.Mutex
	requested []string
}

// published is a package in the registry.
type published struct {
	manifest map[string]any // package.json
	tarball  []byte
}

// Publish adds a package with its package.json.
func (r *Registry) Publish(about, tarball []byte) error {
	one := &published{tarball: tarball}
	if err := json.Unmarshal(about, &one.manifest); err != nil {
		return err
	}
	name, _ := one.manifest["name"].(string)
	if name == "" {
		return errors.New("package.json has no name")
	}
	if r.packages == nil {
		r.packages = map[string]*published{}
	}
	r.packages[name] = one
	return nil
}

// Requested returns the packages whose files were requested, in order.
func (r *Registry) Requested() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requested
}

// tarballs is the path of the files.
const tarballs = "/tarballs/"

func (r *Registry) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	name, isTarball := strings.CutPrefix(request.URL.Path, tarballs)
	one := r.packages[strings.Trim(name, "/")]
	switch {
	case request.Method != http.MethodGet || one == nil:
		http.Error(w, `{"error": "not found"}`, http.StatusNotFound)
	case isTarball:
		r.mu.Lock()
		r.requested = append(r.requested, name)
		r.mu.Unlock()
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = w.Write(one.tarball)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(one.document("http://" + request.Host + tarballs))
	}
}

// document is what npm reads before it installs a package.
func (p *published) document(at string) map[string]any {
	version, name := fmt.Sprint(p.manifest["version"]), fmt.Sprint(p.manifest["name"])
	sum := sha512.Sum512(p.tarball)
	entry := map[string]any{"dist": map[string]string{
		"tarball": at + name, "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:]),
	}}
	for key, value := range p.manifest {
		entry[key] = value
	}
	return map[string]any{
		"name": name, "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: entry},
	}
}
