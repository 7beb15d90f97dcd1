// Command sdkdist builds sdk/dist: the part of @svc/sdk that the npm package ships and the tool embeds. Run it at the
// root of the repository.
//
//	go run ./internal/bundle/sdkdist         # the scripts (.js) only; needs no Node
//	go run ./internal/bundle/sdkdist -all    # the scripts and the declarations (.d.ts)
//	go run ./internal/bundle/sdkdist -stale  # like -all, if the sources have changed since the last -all
//
// The output is deterministic, and tests compare it with what is committed.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	all := flag.Bool("all", false, "build the declarations, too")
	stale := flag.Bool("stale", false, "build everything if the sources have changed")
	flag.Parse()
	if err := run(".", *all, *stale); err != nil {
		fmt.Fprintln(os.Stderr, "sdkdist:", err)
		os.Exit(1)
	}
}

func run(root string, all, stale bool) error {
	sdk := filepath.Join(root, "sdk")
	sum, err := sourcesSum(sdk)
	if err != nil {
		return err
	}
	if stale && committedSum(sdk) == sum {
		return nil
	}
	files, err := buildScripts(sdk)
	if err != nil {
		return err
	}
	if err := writeScripts(filepath.Join(sdk, "dist"), files); err != nil || !(all || stale) {
		return err
	}
	if stale {
		fmt.Fprintln(os.Stderr, "sdk/src has changed: rebuilt sdk/dist")
		if _, err := os.Stat(filepath.Join(root, "node_modules")); err != nil {
			fmt.Fprintln(os.Stderr, "sdk/dist has the declarations of an earlier build: run npm ci, then make generate")
			return nil
		}
	}
	types := exec.Command("node", "scripts/bundle-types.mjs")
	types.Dir, types.Stdout, types.Stderr = sdk, os.Stdout, os.Stderr
	if err := types.Run(); err != nil {
		return fmt.Errorf("cannot bundle the declarations: %w\n  fix: run npm ci if a package is missing", err)
	}
	return writeSum(sdk, sum)
}
