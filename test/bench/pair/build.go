// This file measures svc build against the native esbuild binary, and against the edge vendor's own tool.
//
// esbuild gets the same entry points, one per worker, in one call: bundled, minified, with source maps, without
// splitting, and written to disk. "@svc/sdk" is external, because scripts of svc build import the runtime, too: it is a
// module that was bundled with the SDK. What svc build does besides is in its figure alone: it loads and checks the
// project, evaluates the manifest, makes the CRM project and measures the scripts. Both write to a new folder.

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// buildSizes are the numbers of worker files of the projects that are built.
var buildSizes = []int{1, 20, 200}

// oneWorkerFiles is how many files the worker has that the vendor's tool bundles too.
const oneWorkerFiles = 20

func builds(out io.Writer, svc, esbuild, dir string, runs int) error {
	sdk, err := filepath.Abs("sdk")
	if err != nil {
		return err
	}
	for _, n := range buildSizes {
		project, err := generate(dir, "n"+strconv.Itoa(n), "-n", strconv.Itoa(n))
		if err != nil {
			return err
		}
		entries, err := writeEntries(project, "export default { app, worker };\n")
		if err != nil {
			return err
		}
		ours, theirs := filepath.Join(dir, "out-"+filepath.Base(project)), filepath.Join(dir, "out-esbuild")
		one := pair{
			name: fmt.Sprintf("build, %d workers", n), dir: project, fresh: []string{ours, theirs},
			svc: exec.Command(svc, "build", "--out", ours), other: exec.Command(esbuild, bundleAllArgs(entries, theirs)...),
		}
		if err := one.compare(out, runs); err != nil {
			return err
		}
	}
	return vendorTool(out, svc, dir, sdk, runs)
}

// vendorTool compares with a deploy to nowhere of the same worker: bundle, minify, map, and no types checked.
func vendorTool(out io.Writer, svc, dir, sdk string, runs int) error {
	project, err := generate(dir, "one"+strconv.Itoa(oneWorkerFiles), "-one", "-n", strconv.Itoa(oneWorkerFiles))
	if err != nil {
		return err
	}
	profile, err := os.ReadFile(filepath.Join(sdk, "src/profiles/crm.json"))
	if err != nil {
		return err
	}
	call := "import { createWorker } from '@svc/sdk/runtime';\n" +
		"export default createWorker({ app, worker, profile: " + string(profile) + " });\n"
	if _, err := writeEntries(project, call); err != nil {
		return err
	}
	tool, err := filepath.Abs("node_modules/wrangler/bin/wrangler.js")
	if err != nil {
		return err
	}
	config := fmt.Sprintf(`{"name": "one", "main": "entries/main.js", "compatibility_date": "2026-04-26", "minify": true, "upload_source_maps": true,
  "alias": {"@svc/sdk": %q, "@svc/sdk/runtime": %q}, "define": {"__SVC_WORKER__": "true", "__SVC_SOURCE_ENGINE__": "undefined", "__SVC_EVENT_ENGINE__": "undefined"}}
`, filepath.Join(sdk, "dist/index.js"), filepath.Join(sdk, "dist/runtime/index.js"))
	if err := os.WriteFile(filepath.Join(project, "wrangler.jsonc"), []byte(config), 0o644); err != nil {
		return err
	}
	build := exec.Command(svc, "build", "--out", filepath.Join(dir, "out-one"))
	vendor := exec.Command("node", tool, "deploy", "--dry-run", "--outdir", filepath.Join(dir, "out-wrangler"))
	vendor.Env = append(os.Environ(), "WRANGLER_SEND_METRICS=false", "WRANGLER_HIDE_BANNER=true", "CI=1")
	one := pair{
		name: fmt.Sprintf("build, 1 of %d files, wrangler", oneWorkerFiles), dir: project, svc: build, other: vendor,
	}
	return one.compare(out, runs)
}

// writeEntries writes an entry point for each worker file, which ends with these statements, and returns their paths.
func writeEntries(project, statements string) ([]string, error) {
	workers, err := filepath.Glob(filepath.Join(project, "src/workers/*.ts"))
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(project, "entries")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var entries []string
	for _, worker := range workers {
		text := "import app from '../svc.config.ts';\nimport worker from '../src/workers/" + filepath.Base(worker) + "';\n" +
			statements
		entry := filepath.Join(folder, strings.TrimSuffix(filepath.Base(worker), ".ts")+".js")
		if err := os.WriteFile(entry, []byte(text), 0o644); err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// lowered is the syntax that svc makes esbuild lower for its own engine (internal/bundle/settings.go).
var lowered = []string{
	"async-generator", "for-await", "class-private-brand-check", "dynamic-import", "import-meta", "decorators", "using",
	"top-level-await", "regexp-match-indices", "regexp-set-notation",
}

// bundleAllArgs returns the arguments that create the bundles of a build with their maps.
func bundleAllArgs(entries []string, outdir string) []string {
	args := slices.Concat(entries, []string{
		"--bundle", "--minify", "--sourcemap=external", "--sources-content=false", "--format=esm", "--target=esnext",
		"--platform=browser", "--legal-comments=none", "--log-level=error", "--external:@svc/sdk", "--outdir=" + outdir,
	})
	for _, feature := range lowered {
		args = append(args, "--supported:"+feature+"=false")
	}
	return args
}
