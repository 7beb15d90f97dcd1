package cmdutil

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/projectfs"
)

// IsOwnSource reports whether a path, relative to the project's folder, is source code of the project, and not that of
// a package or of a tool. Only such files get edits.
func IsOwnSource(name string) bool {
	if !projectfs.IsSource(name) || path.Clean(name) != name || !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	return !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return part == "node_modules" || strings.HasPrefix(part, ".")
	})
}

// maxEdit is the length of the longest new text of an edit, in bytes. Corrected names and added lines are shorter.
const maxEdit = 400

// IsEditText reports whether a text can be the new text of an edit. The process that made it ran the app's code.
func IsEditText(text string) bool {
	plain := strings.NewReplacer("\r", "", "\n", "", "\t", "").Replace(text)
	return len(text) <= maxEdit && utf8.ValidString(text) && cli.OneLine(plain) == plain
}
