package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/bundle"
)

// entry is one script of sdk/dist and the source that it is bundled from.
type entry struct {
	// source is relative to sdk/src, without extension. The script has the same path below sdk/dist.
	source string
	format api.Format
	// external lists the modules that stay imports.
	external []string
	// global is the name of the variable that the script defines.
	global string
	// finished scripts run as they are: lowered like a worker's bundle and minified.
	finished bool
	// worker scripts leave out what only builds need.
	worker bool
}

// entries lists all scripts: the entry points of the package, and the scripts of the hosts.
var entries = []entry{
	{source: "index", format: api.FormatESModule},
	{source: "ui/index", format: api.FormatESModule},
	{source: "ui/react/index", format: api.FormatESModule, external: []string{"react"}},
	{source: "experimental/index", format: api.FormatESModule},
	{source: "runtime/index", format: api.FormatESModule},
	{source: "host/state", format: api.FormatIIFE, global: "__svc_state"},
	{source: "host/app", format: api.FormatIIFE, global: "__svc_app", finished: true},
	{source: "host/alert-expr", format: api.FormatIIFE, finished: true},
	{source: "host/schedule", format: api.FormatIIFE, finished: true},
	{source: "host/workerd", format: api.FormatESModule, external: []string{"cloudflare:workers"}, finished: true},
	{source: "host/workerd-app", format: api.FormatESModule, external: []string{"cloudflare:workers"}, finished: true},
	{
		source: "host/workerd-dev", format: api.FormatESModule, external: []string{"cloudflare:workers", "node:async_hooks"},
		finished: true, worker: true,
	},
}

// writeScripts replaces the scripts in dist.
func writeScripts(dist string, files map[string][]byte) error {
	if err := removeScripts(dist); err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(dist, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// buildScripts bundles the scripts of the package in dir. Keys are paths below dist.
func buildScripts(dir string) (map[string][]byte, error) {
	version, err := packageVersion(dir)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, e := range entries {
		text, err := e.build(dir, version)
		if err != nil {
			return nil, err
		}
		files[e.source+".js"] = text
	}
	if files[declaringScript], err = buildDeclaring(files["index.js"]); err != nil {
		return nil, err
	}
	edge, err := buildEdge(dir, version)
	maps.Copy(files, edge)
	return files, err
}

func (e entry) build(dir, version string) ([]byte, error) {
	options, err := optionsOf(dir, version)
	if err != nil {
		return nil, err
	}
	options.EntryPoints = []string{"src/" + e.source + ".ts"}
	options.Format, options.External, options.GlobalName = e.format, e.external, e.global
	if e.finished {
		finish(&options)
	}
	if e.worker {
		options.Define["__SVC_WORKER__"] = "true"
	}
	result := api.Build(options)
	if err := failure(e.source, result.Errors); err != nil {
		return nil, err
	}
	return result.OutputFiles[0].Contents, nil
}

// finish makes scripts that run as they are.
func finish(options *api.BuildOptions) {
	options.Supported = bundle.Lowering()
	options.MinifySyntax, options.MinifyWhitespace, options.MinifyIdentifiers = true, true, true
}

// optionsOf returns the options of all builds.
func optionsOf(dir, version string) (api.BuildOptions, error) {
	quoted, err := json.Marshal(version)
	if err != nil {
		return api.BuildOptions{}, err
	}
	abs, err := filepath.Abs(dir)
	return api.BuildOptions{
		AbsWorkingDir: abs,
		Bundle:        true,
		Platform:      api.PlatformNeutral,
		Target:        api.ESNext, // the build of a worker lowers it
		Charset:       api.CharsetASCII,
		LegalComments: api.LegalCommentsNone,
		Define:        map[string]string{"__SVC_SDK_VERSION__": string(quoted)},
		TsconfigRaw:   `{"compilerOptions":{"verbatimModuleSyntax":true}}`,
		Outfile:       "out.js",
	}, err
}

// failure returns the errors of a build.
func failure(of string, errors []api.Message) error {
	if len(errors) == 0 {
		return nil
	}
	messages := api.FormatMessages(errors, api.FormatMessagesOptions{})
	return fmt.Errorf("building %s:\n%s", of, strings.Join(messages, ""))
}

func packageVersion(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", err
	}
	var pkg struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(text, &pkg); err != nil {
		return "", fmt.Errorf("sdk/package.json: %w", err)
	}
	return pkg.Version, nil
}

// removeScripts deletes the scripts of an earlier build, whose sources may be gone.
func removeScripts(dist string) error {
	err := filepath.WalkDir(dist, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".js") {
			return err
		}
		return os.Remove(path)
	})
	if os.IsNotExist(err) {
		return nil
	}
	return err
}
