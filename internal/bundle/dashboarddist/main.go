// Command dashboarddist builds dashboard/dist: the pages of the dashboard of svc dev, which the tool embeds. Run it at
// the root of the repository, after npm ci.
//
//	go run ./internal/bundle/dashboarddist
//
// The output is deterministic, and a test compares it with what is committed.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/appsvc/svc/internal/bundle"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "dashboarddist:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	files, err := build(filepath.Join(root, "dashboard"))
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, "dashboard", "dist", name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// build returns the files of dist, by name.
func build(dir string) (map[string][]byte, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	result := api.Build(bundle.Page(abs, "src/dashboard.tsx"))
	if len(result.Errors) > 0 {
		return nil, errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), ""))
	}
	files := map[string][]byte{}
	for _, file := range result.OutputFiles {
		files[filepath.Base(file.Path)] = file.Contents
	}
	files["index.html"], err = os.ReadFile(filepath.Join(abs, "src", "index.html"))
	return files, err
}
