package completion

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	usageLine = regexp.MustCompile("(?m)^```\nsvc ([a-z ]*[a-z])( .*)?\n```$")
	flagLine  = regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z-]+)`)
)

// ownWords are the commands that list their arguments themselves.
var ownWords = []string{"completion", "docs", "explain", "login", "logout", "open"}

// noWords are the commands whose arguments are new, or free texts.
var noWords = []string{"dev tick", "dev billing set"}

// pagesOfCommands returns the arguments in the usage of each command, and its flags.
func pagesOfCommands(t *testing.T) (arguments map[string]string, flags map[string][]string) {
	t.Helper()
	arguments, flags = map[string]string{}, map[string][]string{}
	pages, err := filepath.Glob("../../../docs/cli/svc_*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages of commands: %v", err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		usage := usageLine.FindSubmatch(text)
		if usage == nil {
			t.Fatalf("%s has no usage", page)
		}
		name := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(page), "svc_"), ".md"), "_", " ")
		rest := strings.TrimSpace(strings.TrimSuffix(string(usage[2]), "[flags]"))
		if rest != "<command>" && !strings.HasPrefix(rest, "-") {
			arguments[name] = rest
		}
		for _, flag := range flagLine.FindAllSubmatch(text, -1) {
			flags[name] = append(flags[name], string(flag[1]))
		}
	}
	return arguments, flags
}

func TestTableCompletesTheArgumentsOfEachCommand(t *testing.T) {
	t.Parallel()
	usages, _ := pagesOfCommands(t)
	table := arguments()
	for name, usage := range usages {
		_, listed := table[name]
		if usage != "" && !listed && !slices.Contains(slices.Concat(ownWords, noWords), name) {
			t.Errorf("the arguments of svc %s, %s, are not completed: add them to the table", name, usage)
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(table)), ownWords, noWords) {
		if usages[name] == "" {
			t.Errorf("svc %s has no arguments, but the table completes them", name)
		}
	}
}

func TestTableCompletesFlagsThatExist(t *testing.T) {
	t.Parallel()
	_, all := pagesOfCommands(t)
	for name := range flags() {
		command, flag, ofOne := strings.Cut(name, " --")
		exists := false
		for one, names := range all {
			exists = exists || slices.Contains(names, name) || ofOne && one == command && slices.Contains(names, "--"+flag)
		}
		if !exists {
			t.Errorf("no command has the flag %s that the table completes", name)
		}
	}
}
