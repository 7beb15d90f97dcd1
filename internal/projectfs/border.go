package projectfs

import (
	"path/filepath"
	"slices"
	"strings"
)

// origin is who names a path.
type origin uint8

const (
	byProduct origin = iota // the product: a fixed name, or one that a user typed
	byProject               // the project: an import, an entry point, a setting
)

// judge decides whether a real path may be opened. asked is the absolute path before links were followed.
func (r *Root) judge(asked, real string, from origin, isDir bool) error {
	if isSystem(real) && !within("/dev/shm", r.project) {
		return &Error{Path: asked, Kind: ErrOutside, Reason: "it leads to a file of the system"}
	}
	border := r.project
	if !within(border, real) {
		if border = r.workspace; !within(border, real) {
			return &Error{Path: asked, Kind: ErrOutside, Reason: r.outside()}
		}
	}
	rel, err := filepath.Rel(border, real)
	if err != nil {
		return &Error{Path: asked, Kind: ErrOutside, Reason: r.outside()}
	}
	parts := strings.Split(filepath.ToSlash(rel), "/")
	if (from == byProject || asked != real) && slices.ContainsFunc(parts, isProtected) {
		return &Error{Path: asked, Kind: ErrProtected, Reason: "it leads to a file that can contain secrets"}
	}
	if border == r.project {
		return nil
	}
	if slices.ContainsFunc(parts, isHidden) || !isDir && !isShared(parts[len(parts)-1]) {
		return &Error{Path: asked, Kind: ErrOutside, Reason: "it leads to a file outside the project that is not source code"}
	}
	return nil
}

func (r *Root) outside() string {
	if r.workspace == r.project {
		return "it leads outside the project"
	}
	return "it leads outside the workspace"
}

// within reports whether a path is a folder or below it.
func within(dir, path string) bool {
	rest, below := strings.CutPrefix(path, dir)
	return below && (rest == "" || dir == "/" || rest[0] == filepath.Separator)
}

// isSystem reports whether a path is below a folder whose files are not on a disk.
func isSystem(path string) bool {
	return within("/proc", path) || within("/dev", path) || within("/sys", path)
}

// isProtected reports whether a part of a path names what a project cannot import: settings that contain secrets, the
// history of the repository and the state of svc. A file system may ignore case, and Windows ignores dots and spaces at
// the end.
func isProtected(part string) bool {
	if part, _, _ = strings.Cut(part, ":"); !strings.HasPrefix(part, ".") {
		return false
	}
	switch part = strings.ToLower(strings.TrimRight(part, ". ")); part {
	case ".git", ".svc", ".npmrc", ".netrc", ".git-credentials", ".ssh", ".aws", ".docker", ".pypirc":
		return true
	}
	return strings.HasPrefix(part, ".env") || strings.HasPrefix(part, ".dev.vars") || strings.HasPrefix(part, ".yarnrc")
}

// isHidden reports whether a part of a path outside the project is private to a tool. The exceptions are the stores of
// package managers, where links in node_modules lead.
func isHidden(part string) bool {
	switch part {
	case ".pnpm", ".yarn", ".store", ".bun":
		return false
	}
	return strings.HasPrefix(part, ".")
}

// sources are the extensions of source code.
var sources = [...]string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}

// SourceExtensions returns the extensions of the source code of workers and cards.
func SourceExtensions() []string { return sources[:] }

// IsSource reports whether a file is source code of a worker or a card.
func IsSource(name string) bool { return slices.Contains(sources[:], filepath.Ext(name)) }

// isShared reports whether a file may be read outside the project: what workers and cards can import, which includes
// package.json and tsconfig.json.
func isShared(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".css",
		".txt", ".html", ".sql", ".md", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp":
		return true
	}
	return false
}
