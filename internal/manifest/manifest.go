// Package manifest has the Go types of the SDK's manifest (sdk/src/manifest/manifest.ts): an app and its workers as
// plain data, with all defaults and without shorthand.
//
// It has types and a strict decoder, and reads no files. internal/project makes manifests; checker, codegen and deploy
// read them. The vectors in contract/manifest keep the Go and TypeScript types equal.
// Start at Project, then read App (app.go), Worker (worker.go), Field (field.go) and Decode (decode.go).
package manifest

// SchemaVersion is the manifest version that this package reads.
const SchemaVersion = 1

// Project is everything that a project deploys.
type Project struct {
	SchemaVersion int      `json:"schemaVersion"`
	SDKVersion    string   `json:"sdkVersion"`
	App           App      `json:"app"`
	Workers       []Worker `json:"workers"`
}
