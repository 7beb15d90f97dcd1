package release

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// bundledPackages are the npm packages whose code is in the binary: modules of Node for the local engine
// (internal/bundle/nodedist), the dashboard, and React for previews of cards.
var bundledPackages = []string{
	"base64-js", "buffer", "events", "ieee754", "path-browserify", "preact", "react", "react-dom", "readable-stream",
	"safe-buffer", "scheduler", "string_decoder", "unenv", "uplot",
}

// bom is a software bill of materials in the form of CycloneDX 1.6.
type bom struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	PURL     string    `json:"purl"`
	Licenses []license `json:"licenses,omitempty"`
}

type license struct {
	Expression string `json:"expression"`
}

// bomName is the file name of the list of components of a version.
func bomName(version string) string { return "svc-" + version + ".cdx.json" }

// makeBOM returns the list of components of the binaries: what Go recorded in each of them, and the npm packages whose
// code they contain, with the versions of package-lock.json.
func makeBOM(version string, builds []*debug.BuildInfo, lock []byte, at time.Time) ([]byte, error) {
	found := map[string]component{}
	add := func(c component) {
		c.Type, c.Ref = "library", c.PURL
		found[c.PURL] = c
	}
	main := component{Type: "application", Name: "svc", Version: version, Licenses: []license{{"Apache-2.0"}}}
	for _, info := range builds {
		main.PURL = "pkg:golang/" + info.Main.Path + "@v" + version
		goVersion := strings.TrimPrefix(info.GoVersion, "go")
		add(component{Name: "stdlib", Version: goVersion, PURL: "pkg:golang/stdlib@" + goVersion})
		for _, module := range info.Deps {
			if module.Replace != nil {
				module = module.Replace
			}
			add(component{Name: module.Path, Version: module.Version, PURL: "pkg:golang/" + module.Path + "@" + module.Version})
		}
	}
	packages, err := lockedPackages(lock)
	if err != nil {
		return nil, err
	}
	for _, one := range packages {
		add(one)
	}
	main.Ref = main.PURL
	out := bom{
		"CycloneDX", "1.6", 1, metadata{at.UTC().Format(time.RFC3339), main}, []component{},
	}
	for _, ref := range slices.Sorted(maps.Keys(found)) {
		out.Components = append(out.Components, found[ref])
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(out)
	return text.Bytes(), err
}

// lockedPackages returns bundledPackages as package-lock.json has them.
func lockedPackages(lock []byte) ([]component, error) {
	var locked struct {
		Packages map[string]struct{ Version, License string }
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		return nil, fmt.Errorf("cannot read package-lock.json: %w", err)
	}
	var packages []component
	for _, name := range bundledPackages {
		one, found := locked.Packages["node_modules/"+name]
		if !found || one.Version == "" {
			return nil, fmt.Errorf("cannot find %s in package-lock.json: change bundledPackages in internal/release", name)
		}
		c := component{Name: name, Version: one.Version, PURL: "pkg:npm/" + name + "@" + one.Version}
		if one.License != "" {
			c.Licenses = []license{{one.License}}
		}
		packages = append(packages, c)
	}
	return packages, nil
}
