// Command nodedist bundles the npm packages that the local engine has as modules of Node. Run it at the root of the
// repository, after npm ci:
//
//	go run ./internal/bundle/nodedist
//
// The output is deterministic, and a test compares it with what is committed.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/bundle"
)

// module is a module of Node that an npm package implements.
type module struct {
	// name is that of the module, and source what exports it.
	name, source string
	// packages are those whose code it has, for their licenses.
	packages []string
}

// modules are the bundled ones. They take other modules of Node from the local engine.
var modules = []module{
	{"buffer", "module.exports = require('buffer/')", []string{"buffer", "base64-js", "ieee754"}},
	{"events", "module.exports = require('events/')", []string{"events"}},
	{"path", "module.exports = require('path-browserify')", []string{"path-browserify"}},
	{"querystring", "module.exports = require('unenv/node/querystring').default", []string{"unenv"}},
	{"stream", "module.exports = require('readable-stream/lib/stream')", []string{"readable-stream"}},
	{"string_decoder", "module.exports = require('string_decoder/')", []string{"string_decoder", "safe-buffer"}},
	{"url", "module.exports = require('unenv/node/url').default", []string{"unenv"}},
}

// dist is the folder of the scripts.
const dist = "internal/jsvm/webapi/js/node/npm"

func main() {
	files, err := build(".")
	if err == nil {
		err = write(filepath.FromSlash(dist), files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "nodedist:", err)
		os.Exit(1)
	}
}

// build returns the files of the folder by name.
func build(root string) (map[string][]byte, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	var licenses strings.Builder
	for _, m := range modules {
		if files[m.name+".js"], err = m.bundle(root); err != nil {
			return nil, err
		}
		for _, name := range m.packages {
			text, err := os.ReadFile(filepath.Join(root, "node_modules", name, "LICENSE"))
			if err != nil {
				return nil, fmt.Errorf("cannot read the license of %s: %w", name, err)
			}
			fmt.Fprintf(&licenses, "%s.js contains code of %s:\n\n%s\n\n", m.name, name, strings.TrimSpace(string(text)))
		}
	}
	files["LICENSES"] = []byte(strings.TrimSpace(licenses.String()) + "\n")
	return files, nil
}

// bundle returns a script whose value is a function of `require` that returns the module.
func (m module) bundle(root string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: root, Bundle: true, Write: false, LogLevel: api.LogLevelSilent, Format: api.FormatCommonJS,
		Platform: api.PlatformBrowser, MainFields: []string{"module", "main"}, Target: api.ESNext,
		Supported: bundle.Lowering(), LegalComments: api.LegalCommentsNone,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
		Stdin:   &api.StdinOptions{Contents: m.source, ResolveDir: root, Loader: api.LoaderJS},
		Plugins: []api.Plugin{engineModules(m.name)},
		Banner:  map[string]string{"js": "(function (require) { const module = { exports: {} }, exports = module.exports;"},
		Footer:  map[string]string{"js": "return module.exports; })"},
	})
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf(
			"cannot bundle %s: %s\n  fix: run npm ci if a package is missing", m.name, result.Errors[0].Text,
		)
	}
	return result.OutputFiles[0].Contents, nil
}

// engineModules keeps imports of Node's modules, and of the packages that stand for them.
func engineModules(own string) api.Plugin {
	return api.Plugin{Name: "engine-modules", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^(node:)?[a-z_]+/?$`}, func(
			args api.OnResolveArgs,
		) (api.OnResolveResult, error) {
			name, onEdge := bundle.NodeModule(strings.TrimSuffix(args.Path, "/"))
			if !onEdge || name == own {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: name, External: true}, nil
		})
	}}
}

func write(folder string, files map[string][]byte) error {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
