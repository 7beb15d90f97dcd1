// Package manifest is the Go twin of the SDK's manifest (sdk/src/manifest/manifest.ts): an app and its workers
// as plain data, defaults filled in and shorthand written out.
//
// It holds types and a strict decoder, nothing that reads a file or runs code: internal/project makes
// manifests, checker, codegen and deploy read them. contract/manifest holds the two sides together.
// Start at Project (here), then App (app.go), Worker (worker.go), Field (field.go) and Decode (decode.go).
package manifest

// SchemaVersion is the version of the manifest's form that this package reads.
const SchemaVersion = 1

// Project is everything that a project deploys.
type Project struct {
	SchemaVersion int      `json:"schemaVersion"`
	SDKVersion    string   `json:"sdkVersion"`
	App           App      `json:"app"`
	Workers       []Worker `json:"workers"`
}
