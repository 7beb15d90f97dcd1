// Package docs has the pages of the documentation, for svc docs.
package docs

import "embed"

// Pages are the pages without the reference of commands. README.md is the index by task, sdk the reference of the SDK.
//
//go:embed *.md sdk/*.md
var Pages embed.FS
