package scaffold

import (
	"strings"
)

// merger adds wanted to before, and keeps the existing content. The note names the additions, or what the user must do.
type merger func(before, wanted []byte) (after []byte, note string, err error)

var mergers = map[string]merger{
	"package.json":  mergePackage,
	"tsconfig.json": mergeTSConfig,
	".gitignore":    mergeLines,

	"svc.platform.json": mergePlatform,
}

// parseObjects parses a file and what to add to it.
func parseObjects(before, wanted []byte) (mine, theirs *object, err error) {
	if mine, err = parseObject(before); err != nil {
		return nil, nil, err
	}
	theirs, err = parseObject(wanted)
	return mine, theirs, err
}

// mergePackage adds missing scripts and dependencies. A package stays in the section that names it.
func mergePackage(before, wanted []byte) ([]byte, string, error) {
	mine, theirs, err := parseObjects(before, wanted)
	if err != nil {
		return nil, "", err
	}
	var added []string
	for _, section := range append([]string{scriptsSection}, packageSections...) {
		names, err := mine.mergeSection(theirs, section)
		if err != nil {
			return nil, "", err
		}
		added = append(added, names...)
	}
	if len(added) == 0 {
		return before, "nothing to add", nil
	}
	return mine.render(indentOf(before)), "adds " + strings.Join(added, ", "), nil
}

// mergePlatform adds the profile.
func mergePlatform(before, wanted []byte) ([]byte, string, error) {
	mine, theirs, err := parseObjects(before, wanted)
	if err != nil {
		return nil, "", err
	}
	profile, _ := theirs.get("profile")
	mine.prepend("profile", profile)
	return mine.render(indentOf(before)), "adds profile", nil
}

// mergeTSConfig makes a tsconfig extend ours. It leaves the change to the user if the file is not plain JSON, for
// example with comments, or extends another config.
func mergeTSConfig(before, wanted []byte) ([]byte, string, error) {
	theirs, err := parseObject(wanted)
	if err != nil {
		return nil, "", err
	}
	extends, _ := theirs.get("extends")
	byHand := `add "extends": ` + string(extends) + ` to get the types of @svc/sdk`
	mine, err := parseObject(before)
	if err != nil {
		return before, byHand, nil
	}
	if had, ok := mine.get("extends"); ok {
		if strings.Contains(string(had), strings.Trim(string(extends), `"`)) {
			return before, "", nil
		}
		return before, byHand, nil
	}
	mine.prepend("extends", extends)
	return mine.render(indentOf(before)), "adds extends", nil
}

// mergeLines appends the lines that are missing.
func mergeLines(before, wanted []byte) ([]byte, string, error) {
	have := map[string]bool{}
	for _, line := range strings.Split(string(before), "\n") {
		have[strings.TrimSpace(line)] = true
	}
	after := string(before)
	if after != "" && !strings.HasSuffix(after, "\n") {
		after += "\n"
	}
	var added []string
	for _, line := range strings.Split(strings.TrimSpace(string(wanted)), "\n") {
		if !have[line] {
			added = append(added, line)
		}
	}
	if len(added) == 0 {
		return before, "", nil
	}
	return []byte(after + strings.Join(added, "\n") + "\n"), "adds " + strings.Join(added, " "), nil
}
