package project

import (
	"bytes"
	"encoding/json"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate"
)

// manifestSummary returns the manifest of each worker, and for the app that of a project without workers.
const manifestSummary = `(defaults) => JSON.stringify(defaults.map((one) =>
  one === null ? null : typeof one.manifest === 'function' ? one.manifest() : ` + bundle.SDKGlobal +
	`.projectManifest(one, [])))`

// noWorkers is the end of the manifest of a project without workers.
var noWorkers = []byte(`"workers":[]}`)

// isRefused reports whether the SDK refused a declaration. Outside of an evaluation it throws instead, so it has no
// manifest.
func isRefused(d *declared.Declaration) bool { return len(d.Errors) > 0 }

// joinManifest joins the manifests of the shards while their declarations are loaded. The result equals that of
// Manifest. It is nil if a part is missing or a worker file exports something else.
func (l *loader) joinManifest(
	files map[string]*declared.WorkerFile, summaries []string, shards []evaluate.Shard,
) []byte {
	var head []byte
	var workers [][]byte
	for i, shard := range shards {
		var parts []json.RawMessage
		if i >= len(summaries) || json.Unmarshal([]byte(summaries[i]), &parts) != nil || len(parts) != len(shard.Modules) {
			return nil
		}
		for n, path := range shard.Modules {
			switch isConfig := path == l.files.config; {
			case bytes.Equal(parts[n], []byte("null")) && isConfig:
				return nil
			case isConfig:
				head = parts[n]
			case bytes.Equal(parts[n], []byte("null")):
			case files[path] == nil || files[path].Worker == nil:
				return nil
			default:
				workers = append(workers, parts[n])
			}
		}
	}
	start, whole := bytes.CutSuffix(head, noWorkers)
	if !whole {
		return nil
	}
	return append(append(append(bytes.Clone(start), `"workers":[`...), bytes.Join(workers, []byte(","))...), `]}`...)
}
