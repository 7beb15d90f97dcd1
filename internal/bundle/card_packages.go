package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/appsvc/svc/internal/projectfs"
)

// PackageRanges returns the version ranges in the package.json of a folder by package, "" for one that it does not
// list. Without package.json all are "".
func PackageRanges(files *projectfs.Root, names []string) (map[string]string, error) {
	var listed struct {
		Dependencies         map[string]any `json:"dependencies"`
		OptionalDependencies map[string]any `json:"optionalDependencies"`
		PeerDependencies     map[string]any `json:"peerDependencies"`
		DevDependencies      map[string]any `json:"devDependencies"`
	}
	text, err := files.ReadText("package.json")
	if err == nil {
		err = json.Unmarshal([]byte(text), &listed)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read package.json: %s", projectfs.Reason(err))
	}
	ranges := map[string]string{}
	for _, name := range names {
		ranges[name] = ""
		for _, list := range []map[string]any{
			listed.DevDependencies, listed.PeerDependencies, listed.OptionalDependencies, listed.Dependencies,
		} {
			if wanted, isText := list[name].(string); isText && wanted != "" {
				ranges[name] = wanted
			}
		}
	}
	return ranges, nil
}
