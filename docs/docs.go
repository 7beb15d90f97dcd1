// Package docs has the pages of the documentation, for svc docs.
package docs

import "embed"

// Pages are the pages without the reference of commands. README.md is the index by task.
//
//go:embed *.md
var Pages embed.FS
