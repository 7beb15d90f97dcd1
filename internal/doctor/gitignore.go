// This file reads .gitignore files, as far as it takes to know whether a file is left out.

package doctor

import (
	"path"
	"strings"
)

// IgnoreFile is one .gitignore. Prefix leads from its folder to the app's: "" or "apps/one/".
type IgnoreFile struct{ Prefix, Text string }

// ignored reports whether the file of the app, or a folder above it, is left out. As in git, the last line that
// matches decides, and nothing brings back a file below a folder that is left out.
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

// decided reports what the last line that matches says. The path is seen from the outermost file.
func decided(files []IgnoreFile, outermost, name string, isFolder bool) (out bool) {
	for _, file := range files {
		seen, below := strings.CutPrefix(name, strings.TrimSuffix(outermost, file.Prefix))
		if !below || seen == "" {
			continue
		}
		for _, line := range strings.Split(file.Text, "\n") {
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

// matches reports whether a pattern means a path, seen from the pattern's folder.
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

// deep matches the parts of a path; ** stands for any number of them.
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
