package release

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
)

// pack runs npm pack for folders, without their scripts, and returns the names of the tarballs, sorted. npm gives all
// files one time, so the same files give the same tarball.
func pack(ctx context.Context, out string, folders []string) ([]string, error) {
	out, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	args := []string{"pack", "--json", "--ignore-scripts", "--pack-destination", out}
	for _, folder := range folders {
		folder, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		args = append(args, folder)
	}
	var stderr bytes.Buffer
	npm := exec.CommandContext(ctx, "npm", args...)
	npm.Dir, npm.Stderr = out, &stderr // outside of the workspace
	text, err := npm.Output()
	if err != nil {
		return nil, fmt.Errorf("cannot pack the npm packages: %w\n%s", err, stderr.Bytes())
	}
	var packed []struct{ Filename string }
	if err := json.Unmarshal(text, &packed); err != nil {
		return nil, fmt.Errorf("cannot read the output of npm pack: %w", err)
	}
	names := make([]string, len(packed))
	for i, one := range packed {
		names[i] = one.Filename
	}
	slices.Sort(names)
	return names, nil
}
