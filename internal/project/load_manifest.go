package project

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate"
)

// manifestSummary returns the manifest of each worker, and for the app those of a project without workers, by
// environment.
const manifestSummary = `(defaults) => JSON.stringify(defaults.map((one) =>
  one === null ? null : typeof one.manifest === 'function' ? one.manifest() : Object.fromEntries(
    ['', ...Object.keys(one.environments ?? {}).slice(0, ` + mostEnvironments + `)].map((name) => [name, ` +
	bundle.SDKGlobal + `.projectManifest(one, [], name)]))))`

// mostEnvironments is declared.MaxEnvironments.
const mostEnvironments = "20"

// noWorkers is the end of the manifest of a project without workers.
var noWorkers = []byte(`"workers":[]}`)

// isRefused reports whether the SDK refused a declaration. Outside of an evaluation it throws instead, so it has no
// manifest.
func isRefused(d *declared.Declaration) bool { return len(d.Errors) > 0 }

// joinManifest joins the manifests of the shards while their declarations are loaded, by environment. The results equal
// those of Manifest. It is nil if a part is missing or a worker file exports something else.
func (l *loader) joinManifest(
	files map[string]*declared.WorkerFile, summaries [][]string, shards []evaluate.Shard,
) map[string][]byte {
	var heads map[string]json.RawMessage
	var workers [][]byte
	for i, shard := range shards {
		if i >= len(summaries) {
			return nil
		}
		parts := partsOf(summaries[i])
		if len(parts) != len(shard.Modules) {
			return nil
		}
		for n, path := range shard.Modules {
			switch isConfig := path == l.files.config; {
			case bytes.Equal(parts[n], []byte("null")) && isConfig:
				return nil
			case isConfig:
				if json.Unmarshal(parts[n], &heads) != nil {
					return nil
				}
			case bytes.Equal(parts[n], []byte("null")):
			case files[path] == nil || files[path].Worker == nil:
				return nil
			default:
				workers = append(workers, parts[n])
			}
		}
	}
	if heads == nil {
		return nil // the project has no config
	}
	manifests := map[string][]byte{}
	for environment, head := range heads {
		start, whole := bytes.CutSuffix(head, noWorkers)
		if !whole {
			return nil
		}
		manifests[environment] = slices.Concat(start, []byte(`"workers":[`), bytes.Join(workers, []byte(",")), []byte(`]}`))
	}
	return manifests
}

// partsOf returns what manifestSummary returned for each module of a shard, nil if it failed in one of its VMs.
func partsOf(summaries []string) (all []json.RawMessage) {
	for _, summary := range summaries {
		var parts []json.RawMessage
		if json.Unmarshal([]byte(summary), &parts) != nil {
			return nil
		}
		all = append(all, parts...)
	}
	return all
}
