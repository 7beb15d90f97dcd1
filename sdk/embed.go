// Package sdk embeds @svc/sdk in the tool: what the npm package ships, the scripts of the local host, which only the
// tool runs, and the vendor profiles.
//
// It has no behavior. internal/bundle serves Files to builds, devserver runs the host scripts of
// it, `svc types` writes its declarations, and internal/platform decodes the profiles.
package sdk

import "embed"

// Files are package.json and dist. The published package lacks what "files" of package.json excludes.
//
//go:embed package.json dist
var Files embed.FS

// Profiles are the vendor profiles, at src/profiles/<name>.json.
//
//go:embed src/profiles/*.json
var Profiles embed.FS
