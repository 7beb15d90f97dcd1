// This file measures svc build against the native esbuild binary that makes the same bundles, and against the
// edge vendor's own tool on the same worker.

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
		entries, err := writeEntries(project, sdk)
		if err != nil {
			return err
		}
		build := exec.Command(svc, "build", "--out", filepath.Join(dir, "out-"+filepath.Base(project)))
		native := exec.Command(
			esbuild, bundleAllArgs(entries, sdk, filepath.Join(dir, "out-esbuild-"+filepath.Base(project)))...,
		)
		one := pair{fmt.Sprintf("build, %d workers", n), project, build, native}
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
	if _, err := writeEntries(project, sdk); err != nil {
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
	one := pair{fmt.Sprintf("build, 1 of %d files, wrangler", oneWorkerFiles), project, build, vendor}
	return one.compare(out, runs)
}

// writeEntries writes for each worker file the entry that svc makes in memory, and gives their paths.
func writeEntries(project, sdk string) ([]string, error) {
	profile, err := os.ReadFile(filepath.Join(sdk, "src/profiles/crm.json"))
	if err != nil {
		return nil, err
	}
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
		text := "import { createWorker } from '@svc/sdk/runtime';\nimport app from '../svc.config.ts';\n" +
			"import worker from '../src/workers/" + filepath.Base(worker) +
			"';\nexport default createWorker({ app, worker, profile: " + string(profile) + " });\n"
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
func bundleAllArgs(entries []string, sdk, outdir string) []string {
	args := slices.Concat(entries, []string{
		"--bundle", "--minify", "--sourcemap=external", "--sources-content=false", "--format=iife",
		"--global-name=__svc_bundle", "--target=esnext", "--platform=browser", "--legal-comments=none",
		"--log-level=error", "--define:__SVC_WORKER__=true", "--define:__SVC_SOURCE_ENGINE__=undefined",
		"--define:__SVC_EVENT_ENGINE__=undefined",
		"--alias:@svc/sdk/runtime=" + filepath.Join(sdk, "dist/runtime/index.js"), "--alias:@svc/sdk=" + filepath.Join(
			sdk, "dist/index.js",
		),
		"--outdir=" + outdir,
	})
	for _, feature := range lowered {
		args = append(args, "--supported:"+feature+"=false")
	}
	return args
}
