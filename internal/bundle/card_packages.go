// This file reads which versions of packages a project asks for.

package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// PackageRanges are the ranges of versions that the package.json of a folder asks for, by package; "" for one
// that it does not list. A folder without package.json lists none.
func PackageRanges(root string, names []string) (map[string]string, error) {
	var listed struct {
		Dependencies         map[string]string `json:"dependencies"`
		OptionalDependencies map[string]string `json:"optionalDependencies"`
		PeerDependencies     map[string]string `json:"peerDependencies"`
		DevDependencies      map[string]string `json:"devDependencies"`
	}
	text, err := os.ReadFile(filepath.Join(root, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &listed)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("package.json: %w", err)
	}
	ranges := map[string]string{}
	for _, name := range names {
		ranges[name] = ""
		for _, list := range []map[string]string{listed.DevDependencies, listed.PeerDependencies, listed.OptionalDependencies, listed.Dependencies} {
			if wanted := list[name]; wanted != "" {
				ranges[name] = wanted
			}
		}
	}
	return ranges, nil
}
