package doctor

import (
	"path"
	"strings"
)

// IgnoreFile is one .gitignore. Prefix is the path from its folder to the app's: "" or "apps/one/".
type IgnoreFile struct{ Prefix, Text string }

// ignored reports whether git ignores the file of the app, or a folder above it. As in git, the last matching line
// decides, and no line restores a file below an ignored folder.
func ignored(files []IgnoreFile, name string) bool {
	outermost := ""
	for _, file := range files {
		if len(file.Prefix) > len(outermost) {
			outermost = file.Prefix
		}
	}
	parts := strings.Split(outermost+name, "/")
	for i := 1; i <= len(parts); i++ {
		if decided(files, outermost, strings.Join(parts[:i], "/"), i < len(parts)) {
			return true
		}
	}
	return false
}

// decided reports whether the last matching line ignores the path. The path is relative to the outermost file.
func decided(files []IgnoreFile, outermost, name string, isFolder bool) (out bool) {
	for _, file := range files {
		seen, below := strings.CutPrefix(name, strings.TrimSuffix(outermost, file.Prefix))
		if !below || seen == "" {
			continue
		}
		for line := range strings.SplitSeq(file.Text, "\n") {
			line = strings.TrimRight(line, " \r")
			if line == "" || line[0] == '#' {
				continue
			}
			pattern, negated := strings.CutPrefix(line, "!")
			if matches(strings.TrimPrefix(pattern, `\`), seen, isFolder) {
				out = !negated
			}
		}
	}
	return out
}

// matches reports whether a pattern matches a path that is relative to the pattern's folder.
func matches(pattern, name string, isFolder bool) bool {
	pattern, folderOnly := strings.CutSuffix(pattern, "/")
	if folderOnly && !isFolder {
		return false
	}
	if !strings.Contains(pattern, "/") {
		return glob(pattern, path.Base(name))
	}
	return deep(strings.Split(strings.TrimPrefix(pattern, "/"), "/"), strings.Split(name, "/"))
}

// deep matches the parts of a path. The part ** matches any number of them.
func deep(pattern, name []string) bool {
	switch {
	case len(pattern) == 0:
		return len(name) == 0
	case pattern[0] == "**":
		return deep(pattern[1:], name) || len(name) > 0 && deep(pattern, name[1:])
	}
	return len(name) > 0 && glob(pattern[0], name[0]) && deep(pattern[1:], name[1:])
}

func glob(pattern, name string) bool {
	found, err := path.Match(pattern, name)
	return err == nil && found
}
